/** The short notice of what a compaction kept. */
import type { Receipt } from '../../records/summary.ts';
import { counted, duration, figure } from '../terminal/figures.ts';
import { wrap } from '../terminal/width.ts';

/** `facts`: how many the new summaries hold, where the caller knows better than the receipt. */
export type NoticeOptions = { short?: boolean; facts?: number };

const longForm = 95;

export function noticeText(
  receipt: Receipt,
  { short = false, facts = receipt.factsKept }: NoticeOptions = {},
): string {
  const { from, to, messagesCompressed, summaryIds, replacedIds, tokensBefore, tokensAfter } = receipt;
  const messages = short ? '' : 'messages ';
  const replaced = counted(replacedIds.length, 'summary', 'summaries');
  const made = counted(summaryIds.length, 'summary', 'summaries');
  const also = replacedIds.length > 0 ? ` and ${replaced}` : '';
  const again = receipt.trigger === 'refresh' ? 'made anew' : 'merged';
  const what =
    messagesCompressed > 0
      ? `compacted ${messages}${to - messagesCompressed + 1}–${to}${also} → ${made}`
      : `${again} ${replaced} of ${messages}${from}–${to} → ${figure(summaryIds.length)}`;
  const ahead = short ? 'at once' : 'at once, prepared ahead';
  const speed = receipt.models.length === 0 ? ahead : duration(receipt.milliseconds);
  const tokens = `${figure(tokensBefore)} → ${figure(tokensAfter)} tokens`;
  const kept = facts > 0 ? [`${counted(facts, 'fact')} kept`] : [];
  return `↻ ${[what, tokens, ...kept, speed].join(', ')}`;
}

/** The same in lines that fit, the sign standing out to the left. */
export function noticeLines(receipt: Receipt, columns: number, options: NoticeOptions = {}): string[] {
  return wrap(noticeText(receipt, { short: columns < longForm, ...options }), columns - 2).map(
    (line, index) => (index === 0 ? line : `  ${line}`),
  );
}
