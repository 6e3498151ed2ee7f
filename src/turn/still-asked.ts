/**
 * What of a stale summary's work record still holds: the request. Its messages were changed after it was written, so
 * the rest of it may be wrong; but a client that takes back an answer asks the same question again.
 */
import { type ReadablePorts, readableMessages } from '../engine/readable.ts';
import type { Redaction } from '../engine/redaction.ts';
import { textOf } from '../message/message.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { emptyWork } from '../work/empty-work.ts';
import { readRequest } from '../work/requests.ts';

/** Undefined if nothing was asked, or the request is no longer there. */
export async function stillAsked(
  ports: ReadablePorts & { redaction: Redaction },
  { threadId, from, to, work }: SummaryRecord,
): Promise<WorkRecord | undefined> {
  const turn = work?.turns.findLast(({ request }) => request !== null);
  if (turn === undefined) return undefined;
  const { seq } = turn.request!;
  const [message] = await readableMessages(ports, { threadId, from: seq, to: seq });
  if (message === undefined) return undefined;
  const { request } = readRequest(seq, textOf((await ports.redaction.view(message)).parts));
  if (request === null) return undefined;
  const reply = turn.reply && (await isStillSaid(ports, threadId, turn.reply.seq)) ? turn.reply : null;
  return { ...emptyWork(from, to), turns: [{ ...turn, request, reply }] };
}

async function isStillSaid(ports: ReadablePorts, threadId: string, seq: number): Promise<boolean> {
  const [message] = await readableMessages(ports, { threadId, from: seq, to: seq });
  return message !== undefined && message.parts.length > 0;
}
