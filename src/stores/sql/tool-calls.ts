/** The message that opened a call. */
import { sql } from 'kysely';
import type { Message, PreparedMessage } from '../../message/message.ts';
import { answeredCalls, type UnitNeighbour } from '../../message/units.ts';
import { callKey } from '../rules/numbering.ts';
import { insertBatches, type SqlTransaction } from './context.ts';
import type { ToolCallsTable } from './schema.ts';
import { storableText } from './storable-text.ts';
import type { ThreadRow } from './thread-rows.ts';

export type OpenedCall = UnitNeighbour & { name: string };

/** Keys of the calls that these messages answer. */
export function answeredKeys(messages: readonly PreparedMessage[]): string[] {
  return [...new Set(messages.flatMap(answeredCalls).map(callKey))];
}

/**
 * For each call that these messages answer, the newest message that opened it (call ids may repeat), and the newest
 * message of the log, if any.
 */
export async function callsAnswered(
  { db, dialect }: SqlTransaction,
  thread: ThreadRow,
  keys: readonly string[],
): Promise<{ calls: Map<string, OpenedCall>; previous?: UnitNeighbour }> {
  const { rows } = await sql<Pick<ToolCallsTable, 'call_key' | 'seq' | 'unit_start' | 'name'> & NewestUnit>`
    select call.call_key, call.seq, call.unit_start, call.name, (
      select unit_start from messages where thread_key = ${thread.key} and seq = ${thread.messages}
    ) as newest_unit_start
    from ${dialect.list(keys)} as wanted
    cross join tool_calls as call
    where call.thread_key = ${thread.key} and call.call_key = wanted.value and call.seq = (
      select max(newest.seq) from tool_calls as newest
      where newest.thread_key = ${thread.key} and newest.call_key = wanted.value
    )`.execute(db);
  const unitStart = rows[0]?.newest_unit_start ?? undefined;
  return {
    calls: new Map(
      rows.map((row) => [row.call_key, { seq: row.seq, unitStart: row.unit_start, name: row.name }]),
    ),
    ...(unitStart !== undefined && { previous: { seq: thread.messages, unitStart } }),
  };
}

type NewestUnit = { newest_unit_start: number | null };

/**
 * The tool of an answered call: that of the newest call with this key before the answering message, in this append or
 * earlier.
 */
export function toolsAnswered(calls: ReadonlyMap<string, OpenedCall>, opened: readonly ToolCallsTable[]) {
  const fresh = new Map<string, ToolCallsTable[]>();
  for (const call of opened) {
    const same = fresh.get(call.call_key);
    if (same) same.push(call);
    else fresh.set(call.call_key, [call]);
  }
  return (key: string, seq: number): string | undefined => {
    const newest = fresh.get(key)?.findLast((call) => call.seq < seq);
    return newest?.name ?? calls.get(key)?.name;
  };
}

export function callRows(thread: ThreadRow, messages: readonly Message[]): ToolCallsTable[] {
  return messages.flatMap(({ seq, unitStart, parts }) => {
    const opened = new Map<string, ToolCallsTable>();
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      const call_key = callKey(part.callId);
      const name = storableText(part.name.slice(0, 200));
      opened.set(call_key, { thread_key: thread.key, call_key, seq, unit_start: unitStart, name });
    }
    return [...opened.values()];
  });
}

export async function insertCalls(
  { db, dialect }: SqlTransaction,
  calls: readonly ToolCallsTable[],
): Promise<void> {
  for (const piece of insertBatches(calls, dialect))
    await db.insertInto('tool_calls').values(piece).execute();
}
