/** Makes the rows of the full-text index from stored messages. */
import { sql } from 'kysely';
import type { Message } from '../../../message/message.ts';
import { entryTokens, indexEntry, namelessResults } from '../../rules/index-entry.ts';
import type { SqlContext } from '../context.ts';
import { type MessageRow, toMessage } from '../message-rows.ts';
import type { IndexRow } from '../text-index.ts';

/** The tool of the newest call with this key before message `seq`. */
export type ToolOf = (key: string, seq: number) => string | undefined;

export function indexRow(threadKey: number, message: Message, toolOf: ToolOf): IndexRow {
  const { seq } = message;
  const entry = indexEntry(message, (key) => toolOf(key, seq));
  return { threadKey, seq, tokens: entryTokens(entry, message) };
}

/** Leaves out damaged messages, which `verify` reports, so that the others can still be found. */
export function readableMessages(rows: readonly MessageRow[]): Message[] {
  return rows.flatMap((row) => {
    try {
      return [toMessage('', row)];
    } catch {
      return [];
    }
  });
}

/** For results that do not name their tool: the tool of the newest earlier call with the same id. */
export async function toolsAnswered(
  { db, dialect }: Pick<SqlContext, 'db' | 'dialect'>,
  threadKey: number,
  messages: readonly Message[],
): Promise<ToolOf> {
  const nameless = messages.flatMap((message) =>
    namelessResults(message).map((key) => ({ thread: key, seq: message.seq })),
  );
  if (nameless.length === 0) return () => undefined;
  const { rows } = await sql<{ call_key: string; seq: number; name: string }>`
    select call.call_key, wanted.seq, call.name
    from ${dialect.places(nameless)} as wanted
    cross join tool_calls as call
    where call.thread_key = ${threadKey} and call.call_key = wanted.thread and call.seq = (
      select max(newest.seq) from tool_calls as newest
      where newest.thread_key = ${threadKey} and newest.call_key = wanted.thread and newest.seq < wanted.seq
    )`.execute(db);
  const names = new Map(rows.map(({ call_key, seq, name }) => [`${seq} ${call_key}`, name]));
  return (key, seq) => names.get(`${seq} ${key}`);
}
