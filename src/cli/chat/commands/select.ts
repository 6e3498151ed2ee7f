/** How commands name messages and summaries: `12`, `#12`, `3-9`, the id of a summary, or the id's beginning or end. */
import type { Message } from '../../../message/message.ts';
import type { SummaryRecord } from '../../../records/summary.ts';
import type { Thread } from '../../../thread.ts';
import { UsageError } from '../../command.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';

export type NumberRange = { from: number; to: number };

/** Undefined if the word is neither a number nor a range. */
export function readRange(word: string): NumberRange | undefined {
  const match = /^#?(\d{1,9})(?:(?:-|–|\.\.)#?(\d{1,9}))?$/u.exec(word);
  if (match === null) return undefined;
  const from = Number(match[1]);
  return { from, to: match[2] === undefined ? from : Number(match[2]) };
}

/** Throws UsageError if the thread has no such messages. */
export async function checkRange(thread: Thread, { from, to }: NumberRange): Promise<void> {
  const { messages } = await thread.state();
  if (from >= 1 && from <= to && to <= messages) return;
  const has = messages === 0 ? 'it is empty' : `it has 1 to ${messages}`;
  throw new UsageError(`This thread has no message ${from === to ? from : `${from}-${to}`}: ${has}.`);
}

export async function readMessages(thread: Thread, range: NumberRange): Promise<Message[]> {
  return Array.fromAsync(thread.history(range));
}

/** Finds a summary by its whole id, or by a beginning or end of the id which only one summary has. */
export async function findSummary(thread: Thread, word: string): Promise<SummaryRecord> {
  const all = await thread.summaries({ statuses: ['live', 'replaced'] });
  const exact = all.find(({ id }) => id === word);
  if (exact !== undefined) return exact;
  const near = all.filter(({ id }) => id.startsWith(word) || id.endsWith(word));
  if (near.length === 1) return near[0]!;
  const shown = JSON.stringify(sanitizeLine(word).slice(0, 40));
  throw new UsageError(
    near.length === 0
      ? `There is no summary ${shown} in this thread; /summaries lists them.`
      : `${shown} fits ${near.length} summaries; write more of the id.`,
  );
}

export async function summaryIds(thread: Thread): Promise<string[]> {
  return (await thread.summaries()).map(({ id }) => id);
}
