/** The short notice of what a compaction kept. */
import type { Receipt, SegmentDetails } from '../../records/summary.ts';
import { counted, duration, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { truncate, wrap } from '../terminal/width.ts';

const longForm = 95;

export function noticeText(receipt: Receipt, { short = false }: { short?: boolean } = {}): string {
  const { from, to, messagesCompressed, summaryIds, replacedIds, tokensBefore, tokensAfter } = receipt;
  const { factsKept } = receipt;
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
  const kept = factsKept > 0 ? [`${counted(factsKept, 'fact')} kept`] : [];
  return `↻ ${[what, tokens, ...kept, speed].join(', ')}`;
}

/** The notice in lines that fit; further lines are indented. */
export function noticeLines(receipt: Receipt, columns: number): string[] {
  return wrap(noticeText(receipt, { short: columns < longForm }), columns - 2).map((line, index) =>
    index === 0 ? line : `  ${line}`,
  );
}

const mostLines = 2;

/** Topics, changed files and decisions of the compacted messages, in at most two lines. */
export function keptLines({ segment }: Pick<Receipt, 'segment'>, columns: number): string[] {
  if (segment === null) return [];
  const forms = [3, 2, 1].map((names) => wrap(keptText(segment, names), columns - 2));
  const lines = forms.find(({ length }) => length <= mostLines) ?? forms.at(-1)!;
  if (lines.every((line) => line === '')) return [];
  const last = truncate(lines.slice(mostLines - 1).join(' '), columns - 2);
  return [...lines.slice(0, mostLines - 1), ...(last === '' ? [] : [last])].map((line) => `  ${line}`);
}

/** Names the newest files and the newest decision, because the work continues from them. */
function keptText({ topics, filesModified, keyDecisions }: SegmentDetails, most: number): string {
  const decision = keyDecisions.at(-1);
  const parts = [
    named('topics', topics, most),
    named('files', filesModified.toReversed(), most),
    decision === undefined ? '' : `${decided(keyDecisions.length)}: ${sanitizeLine(decision)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `kept ${parts.join('; ')}`;
}

function decided(count: number): string {
  return count === 1 ? 'decided' : `last of ${figure(count)} decisions`;
}

function named(what: string, names: readonly string[], most: number): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, most).map(sanitizeLine).join(', ');
  return `${what} ${shown}${others(names.length - most)}`;
}

function others(count: number): string {
  return count > 0 ? ` and ${figure(count)} more` : '';
}
