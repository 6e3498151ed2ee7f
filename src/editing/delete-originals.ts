/** Deletes originals once they are summarized, for strategies with that option. */
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { auditEntry } from './audit.ts';
import { removal } from './removal.ts';

export type DeletionPorts = {
  store: Store;
  runtime: Runtime;
  counter: TokenCounter;
  emitter: Emitter;
  redaction: Redaction;
};

/** Leaves summaries as they are. */
export async function deleteOriginals(options: {
  ports: DeletionPorts;
  threadId: string;
  from: number;
  to: number;
}): Promise<void> {
  const { ports, threadId, from, to } = options;
  const { store, runtime, counter } = ports;
  for (let start = from; start <= to; ) {
    const page = await store.readMessages({ threadId, from: start, to, limit: 500 });
    const last = page[page.length - 1];
    if (!last) break;
    const kept = page.filter((message) => message.removed === undefined);
    if (kept.length > 0) {
      await store.rewrite({
        threadId,
        changes: kept.map((message) => removal('delete', message, counter)),
        audit: auditEntry(runtime, threadId, {
          action: 'delete-originals',
          from: kept[0]!.seq,
          to: kept[kept.length - 1]!.seq,
          note: 'deleteOriginals is set: the messages are summarized and no longer wanted',
          before: null,
        }),
        now: runtime.now(),
      });
    }
    start = last.seq + 1;
  }
  await store.vacuum().catch((error: unknown) => {
    // The compaction stays committed; only the failure to overwrite is reported.
    ports.emitter.emit('diagnostic', {
      threadId,
      code: 'store_failed',
      message: ports.redaction.redact(error instanceof Error ? error.message : String(error)).slice(0, 200),
      consequence: 'Deleted messages may still be in the bytes of the file until the next deletion.',
    });
  });
}
