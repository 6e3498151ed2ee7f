/**
 * Vectors in the background: embeds what the index does not hold yet, one run at a time, and never on the path
 * of a turn. What is to be done is asked of the store each time, so that a restart goes on where the last process
 * ended. Ranking is in ranking.ts; embedders are in embedders/.
 *
 * Wiring:
 *   const embedding = createEmbedding({ store, embedder, redaction, runtime, emitter, signal })
 *   embedding.schedule()                  after the store was opened, after each append, edit and forget
 *   embedding.embedQuery(text, timeoutMs) → { model, vector } | undefined; never rejects: RecallPort.embedQuery
 *   embedding.idle()                      resolves when no run is under way or about to begin
 *   embedding.close()                     takes no more work and resolves when what runs has ended; before store.close
 */
import type { Embedder } from '../embedder.ts';
import type { Emitter } from '../engine/emitter.ts';
import type { Redaction } from '../engine/redaction.ts';
import { isEverthreadError } from '../errors.ts';
import type { Message } from '../message/message.ts';
import { type Runtime, yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { classifyError } from '../summarizers/language-model/classify-error.ts';
import { callEmbedder } from './call-embedder.ts';
import { piecesOf } from './pieces.ts';
import { createQueryVectors, type QueryVector } from './query-vectors.ts';

export type Embedding = {
  /** Asks for a run, soon. Many requests lead to one. */
  schedule(): void;
  /** Resolves when nothing is embedded or about to be. A pause after a failure is idle time. */
  idle(): Promise<void>;
  /** Takes no more work, and resolves when what runs has ended. */
  close(): Promise<void>;
  /** The vector of a query, or undefined when it does not come in time or not at all. Never rejects. */
  embedQuery(text: string, timeoutMs: number): Promise<QueryVector | undefined>;
};

export type EmbeddingOptions = {
  store: Pick<Store, 'search'>;
  embedder: Embedder;
  /** Nothing is handed to the embedder that did not pass through it (I-10). */
  redaction: Pick<Redaction, 'redact' | 'view'>;
  runtime: Runtime;
  emitter: Pick<Emitter, 'emit'>;
  signal?: AbortSignal;
};

const firstPauseMs = 1_000;
const longestPauseMs = 300_000;
/** Pauses in a row after which only a later request starts a run: an embedder that is gone for good is left alone. */
const mostPauses = 10;
/** Messages the embedder refuses while it takes others. More of them mean that something else is wrong. */
const mostRefused = 200;

export function createEmbedding(options: EmbeddingOptions): Embedding {
  const { store, embedder, redaction, runtime, emitter } = options;
  const { redact } = redaction;
  const stopped = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stopped.signal]) : stopped.signal;
  const queries = createQueryVectors({ embedder, redact, runtime, signal });
  /** Messages that the embedder refused, skipped until the next start. Search by words still finds them. */
  const refused = new Set<string>();

  let wanted = false;
  let running: Promise<void> | undefined;
  let pausing = false;
  let failures = 0;
  let quietUntil = 0;

  const vectorsFor = async (messages: readonly Message[]) => {
    const pieces: string[][] = [];
    for (const message of messages) pieces.push(await piecesOf({ message, embedder, redaction }));
    const vectors: Float32Array[] = [];
    const texts = pieces.flat();
    for (let start = 0; start < texts.length; start += embedder.batchSize) {
      const batch = texts.slice(start, start + embedder.batchSize);
      vectors.push(...(await callEmbedder({ embedder, texts: batch, purpose: 'document', runtime, signal })));
    }
    let next = 0;
    return messages.map(({ threadId, seq, hash }, index) => {
      const count = pieces[index]!.length;
      next += count;
      return { threadId, seq, hash, vectors: vectors.slice(next - count, next) };
    });
  };

  const embedMessages = async (messages: readonly Message[]): Promise<void> => {
    const embedded = await vectorsFor(messages);
    signal.throwIfAborted();
    await store.search.writeVectors({ model: embedder.name, messages: embedded });
  };

  /** One message the embedder refuses must not keep all others from being embedded: it is found and set aside. */
  const embedOneByOne = async (messages: readonly Message[], error: unknown): Promise<void> => {
    const failed: Message[] = [];
    for (const message of messages) {
      try {
        await embedMessages([message]);
      } catch {
        signal.throwIfAborted();
        failed.push(message);
        // If the first three messages fail, the embedder is at fault and not a message.
        if (failed.length === 3 && failed.length === messages.indexOf(message) + 1) throw error;
      }
    }
    if (failed.length === messages.length || refused.size + failed.length > mostRefused) throw error;
    for (const message of failed) refused.add(keyOf(message));
    report(
      error,
      `${failed.length} of ${messages.length} messages stay without vectors until the next start; search by words finds them.`,
    );
  };

  const run = async (): Promise<void> => {
    let last = '';
    for (;;) {
      signal.throwIfAborted();
      const limit = embedder.batchSize + refused.size;
      const found = await store.search.unembedded({ model: embedder.name, limit });
      const messages = found.filter((message) => !refused.has(keyOf(message))).slice(0, embedder.batchSize);
      if (messages.length === 0) return;
      const batch = messages.map(keyOf).join();
      if (batch === last) throw new Error('The store did not keep the vectors it was given.');
      last = batch;
      try {
        await embedMessages(messages);
      } catch (error) {
        signal.throwIfAborted();
        if (messages.length === 1 || classifyError(error).retryable) throw error;
        await embedOneByOne(messages, error);
      }
      failures = 0;
      await yieldToEventLoop();
    }
  };

  /** Only the kind of error is reported, because a provider's message may contain conversation text. */
  const report = (error: unknown, consequence: string): void =>
    emitter.emit('diagnostic', {
      threadId: null,
      code: isEverthreadError(error) ? error.code : 'embedder_failed',
      message: isEverthreadError(error)
        ? redact(error.message).slice(0, 200)
        : `The embedder ${embedder.name} failed: ${classifyError(error).reason}.`,
      consequence,
    });

  const onFailure = (error: unknown): void => {
    failures += 1;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    const again =
      failures <= mostPauses
        ? `in ${Math.round(pauseMs / 1000)} s`
        : 'with a later message or after the next start';
    report(error, `Search goes on by words alone; embedding is tried again ${again}.`);
    if (failures > mostPauses) {
      quietUntil = runtime.now() + longestPauseMs;
      return;
    }
    pausing = true;
    runtime.sleep(pauseMs, signal).then(
      () => {
        pausing = false;
        start();
      },
      () => undefined,
    );
  };

  const start = (): void => {
    if (signal.aborted || pausing || running || runtime.now() < quietUntil) return;
    running = (async () => {
      // Lets the requesting turn finish first.
      await yieldToEventLoop();
      do {
        wanted = false;
        await run();
        failures = 0;
      } while (wanted);
    })()
      .catch((error) => {
        if (!signal.aborted) onFailure(error);
      })
      .finally(() => {
        running = undefined;
        if (wanted) start();
      });
  };

  return {
    schedule() {
      wanted = true;
      start();
    },
    async idle() {
      while (running) await running;
    },
    async close() {
      stopped.abort(new DOMException('Embedding was closed.', 'AbortError'));
      while (running) await running;
    },
    embedQuery: queries.vectorOf,
  };
}

function keyOf({ threadId, seq, hash }: Message): string {
  return JSON.stringify([threadId, seq, hash]);
}
