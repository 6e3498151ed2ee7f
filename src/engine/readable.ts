/**
 * Reads that continue around damage. What cannot be read is reported in an event and marked in its place, and a context
 * or a list is made from the rest. Only contexts and lists may read like this: code that copies or rewrites the past
 * must fail instead.
 */
import { isEverthreadError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadPlace, ThreadQuery } from '../records/thread-list.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Range, Store } from '../store.ts';
import type { Emitter } from './emitter.ts';

export type ReadablePorts = { store: Store; emitter: Emitter };

export async function readableMessages(ports: ReadablePorts, range: Range): Promise<Message[]> {
  const { store } = ports;
  try {
    return await store.readMessages(range);
  } catch (error) {
    if (!isEverthreadError(error, 'store_corrupt')) throw error;
  }
  const { threadId } = range;
  const messages: Message[] = [];
  for (const meta of await store.readMetas(range)) {
    const { seq } = meta;
    try {
      messages.push(...(await store.readMessages({ threadId, from: seq, to: seq })));
    } catch (error) {
      if (!isEverthreadError(error, 'store_corrupt')) throw error;
      reportDamage(ports, threadId, error.message, `Message ${seq} is marked as damaged in the context.`);
      const text = `[Message ${seq} is damaged in the archive and cannot be read.]`;
      messages.push({ ...meta, threadId, parts: [{ type: 'text', text }] });
    }
  }
  return messages;
}

/** The first and the last messages of a range. */
export async function readableSample(
  ports: ReadablePorts,
  range: { threadId: string; from: number; to: number },
  { first, last }: { first: number; last: number },
): Promise<Message[]> {
  const { threadId, from, to } = range;
  const second = Math.max(from + first, to - last + 1);
  const seqs = [...numbers(from, Math.min(to, from + first - 1)), ...numbers(second, to)];
  try {
    return await ports.store.readMessagesAt(seqs.map((seq) => ({ threadId, seq })));
  } catch (error) {
    if (!isEverthreadError(error, 'store_corrupt')) throw error;
  }
  const messages: Message[] = [];
  for (const seq of seqs) messages.push(...(await readableMessages(ports, { threadId, from: seq, to: seq })));
  return messages;
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The live summaries. One that cannot be read counts as stale, so that excerpts of its messages are shown instead. */
export async function readableSummaries(ports: ReadablePorts, threadId: string): Promise<SummaryRecord[]> {
  const { store } = ports;
  const query = { threadId, statuses: ['live'] as const };
  try {
    return await store.readSummaries(query);
  } catch (error) {
    if (!isEverthreadError(error, 'store_corrupt')) throw error;
  }
  const summaries: SummaryRecord[] = [];
  for (const head of await store.readSummaryHeads(query)) {
    try {
      summaries.push(...(await store.readSummaries({ threadId, ids: [head.id] })));
    } catch (error) {
      if (!isEverthreadError(error, 'store_corrupt')) throw error;
      const { from, to } = head;
      reportDamage(
        ports,
        threadId,
        error.message,
        `Excerpts of messages ${from} to ${to} stand in for their summary.`,
      );
      const empty = { text: '', record: null, originals: [], segment: null, facts: [] };
      summaries.push({ ...head, ...empty, stale: true });
    }
  }
  return summaries;
}

/** The next threads of a list. A thread whose row cannot be read is left out, so that the others can be listed. */
export async function readableThreads(
  ports: { store: Pick<Store, 'listThreads'>; emitter: Pick<Emitter, 'emit'> },
  query: ThreadQuery,
): Promise<ThreadState[]> {
  const { store } = ports;
  const { limit } = query;
  try {
    return await store.listThreads(query);
  } catch (error) {
    if (!isEverthreadError(error, 'store_corrupt')) throw error;
  }
  const states: ThreadState[] = [];
  let last = query.after;
  while (states.length < limit) {
    try {
      const [state] = await store.listThreads({
        ...query,
        limit: 1,
        ...(last !== undefined && { after: last }),
      });
      if (!state) break;
      states.push(state);
      last = state;
    } catch (error) {
      const place = isEverthreadError(error, 'store_corrupt') ? placeIn(error.details) : undefined;
      // Without the damaged row's place, the list cannot continue behind it.
      if (place === undefined || place.id === (typeof last === 'object' ? last.id : last)) throw error;
      reportDamage(
        ports,
        place.id,
        (error as Error).message,
        'The thread is left out of the list; `verify` shows the damage.',
      );
      last = place;
    }
  }
  return states;
}

/** The place of a damaged thread in the list, as the store reports it. */
function placeIn({ place }: Record<string, unknown>): ThreadPlace | undefined {
  return place as ThreadPlace | undefined;
}

function reportDamage(
  { emitter }: { emitter: Pick<Emitter, 'emit'> },
  threadId: string,
  message: string,
  consequence: string,
): void {
  emitter.emit('diagnostic', {
    threadId,
    code: 'store_corrupt',
    message: message.slice(0, 200),
    consequence,
  });
}
