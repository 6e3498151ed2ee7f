/**
 * The vector of a query, in time or not at all: a turn waits a moment for it and goes on without. A call that comes
 * too late still ends in the memory, for the next one who asks the same. An embedder that was too late several times
 * in a row is not waited for again for a while.
 */
import type { Embedder } from '../embedder.ts';
import type { Runtime } from '../runtime.ts';
import { createLastUsed } from '../text/last-used.ts';
import { callEmbedder } from './call-embedder.ts';
import { queryPiece } from './pieces.ts';

export type QueryVector = { model: string; vector: Float32Array };

const remembered = 16;
const missesBeforeRest = 3;
const restMs = 30_000;

export function createQueryVectors(options: {
  embedder: Embedder;
  redact: (text: string) => string;
  runtime: Pick<Runtime, 'now' | 'sleep'>;
  signal: AbortSignal;
}): { vectorOf(text: string, timeoutMs: number): Promise<QueryVector | undefined> } {
  const { embedder, redact, runtime, signal } = options;
  /** Resolves to undefined where the embedder failed. */
  const known = createLastUsed<string, Promise<Float32Array | undefined>>({ most: remembered });
  let misses = 0;
  let restUntil = 0;

  const ask = (text: string): Promise<Float32Array | undefined> => {
    const answer = callEmbedder({ embedder, texts: [text], purpose: 'query', runtime, signal }).then(
      ([vector]) => vector,
      () => {
        known.delete(text);
        return undefined;
      },
    );
    return answer;
  };

  return {
    async vectorOf(text, timeoutMs) {
      const query = queryPiece(redact(text), embedder);
      if (query === '' || signal.aborted) return undefined;
      const memory = known.get(query);
      if (memory === undefined && runtime.now() < restUntil) return undefined;
      const answer = memory ?? ask(query);
      known.set(query, answer);

      const done = new AbortController();
      const late = runtime.sleep(timeoutMs, AbortSignal.any([done.signal, signal])).then(
        () => undefined,
        () => undefined,
      );
      const vector = await Promise.race([answer, late]);
      done.abort();
      if (signal.aborted) return undefined;
      misses = vector === undefined ? misses + 1 : 0;
      if (misses >= missesBeforeRest) {
        misses = 0;
        restUntil = runtime.now() + restMs;
      }
      return vector && { model: embedder.name, vector };
    },
  };
}
