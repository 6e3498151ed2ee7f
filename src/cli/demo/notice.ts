/** The short notice of what a compaction kept (R-14). */
import { counted, figure } from './bars.ts';
import type { Compaction } from './play.ts';

export function notice(compaction: Compaction): string {
  const { to, messagesCompressed, summaryIds, replacedIds, tokensBefore, tokensAfter, facts } = compaction;
  const summaries = counted(summaryIds.length, 'summary', 'summaries');
  const replaced = counted(replacedIds.length, 'summary', 'summaries');
  const what =
    messagesCompressed > 0
      ? `compacted messages ${to - messagesCompressed + 1}–${to}${replacedIds.length > 0 ? ` and ${replaced}` : ''} → ${summaries}`
      : `merged ${replaced} of messages ${compaction.from}–${to} → ${figure(summaryIds.length)}`;
  const speed = compaction.calls === 0 ? 'prepared ahead, at once' : `${figure(compaction.milliseconds)} ms`;
  return `↻ ${what}, ${figure(tokensBefore)} → ${figure(tokensAfter)} tokens, ${counted(facts, 'fact')} kept, ${speed}`;
}
