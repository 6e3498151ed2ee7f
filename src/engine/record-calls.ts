/**
 * Stores summarizer calls and emits their events. Includes calls whose result is not used, because their cost must be
 * known.
 */
import { isoTime, type Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { SummarizerCall } from '../summarizer.ts';
import type { Emitter } from './emitter.ts';

export async function recordCalls(
  ports: {
    store: Pick<Store, 'recordCalls'>;
    runtime: Pick<Runtime, 'now'>;
    emitter: Pick<Emitter, 'emit'>;
  },
  /** Null for calls that concern no single thread. */
  threadId: string | null,
  calls: readonly SummarizerCall[],
  /** Revision of the thread that the calls were made from. */
  revision?: number,
): Promise<void> {
  const { store, runtime, emitter } = ports;
  if (calls.length === 0) return;
  const at = isoTime(runtime.now());
  for (const { detail: _detail, ...call } of calls) emitter.emit('summarizer-call', { threadId, ...call });
  await store.recordCalls(
    calls.map(({ failure: _failure, ...call }) => ({
      ...call,
      threadId,
      at,
      ...(revision !== undefined && { revision }),
    })),
  );
}
