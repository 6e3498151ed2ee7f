/** The short notice of what a compaction kept. */
import { wrap } from '../terminal/width.ts';
import { counted, figure } from './bars.ts';
import type { Compaction } from './play.ts';

const longForm = 95;

export function notice(compaction: Compaction, { short = false }: { short?: boolean } = {}): string {
  const { from, to, messagesCompressed, summaryIds, replacedIds, tokensBefore, tokensAfter, facts } =
    compaction;
  const messages = short ? '' : 'messages ';
  const replaced = counted(replacedIds.length, 'summary', 'summaries');
  const made = counted(summaryIds.length, 'summary', 'summaries');
  const also = replacedIds.length > 0 ? ` and ${replaced}` : '';
  const what =
    messagesCompressed > 0
      ? `compacted ${messages}${to - messagesCompressed + 1}–${to}${also} → ${made}`
      : `merged ${replaced} of ${messages}${from}–${to} → ${figure(summaryIds.length)}`;
  const ahead = short ? 'at once' : 'at once, prepared ahead';
  const speed = compaction.models.length === 0 ? ahead : `${figure(compaction.milliseconds)} ms`;
  const tokens = `${figure(tokensBefore)} → ${figure(tokensAfter)} tokens`;
  return `↻ ${what}, ${tokens}, ${counted(facts, 'fact')} kept, ${speed}`;
}

/** The same in lines that fit, the sign standing out to the left. */
export function noticeLines(compaction: Compaction, columns: number): string[] {
  return wrap(notice(compaction, { short: columns < longForm }), columns - 2).map((line, index) =>
    index === 0 ? line : `  ${line}`,
  );
}
