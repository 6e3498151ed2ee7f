/** One call of an embedder, with a time limit and a check of its answer. */
import type { Embedder } from '../embedder.ts';
import { EverthreadError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { withTimeLimit } from '../summarizers/language-model/time-limit.ts';

const timeoutMs = 120_000;

export async function callEmbedder(options: {
  embedder: Embedder;
  /** Without secrets, each short enough for the embedder. */
  texts: readonly string[];
  purpose: 'document' | 'query';
  runtime: Pick<Runtime, 'sleep'>;
  signal: AbortSignal;
}): Promise<Float32Array[]> {
  const { embedder, texts, purpose, runtime, signal } = options;
  const outcome = await withTimeLimit({
    timeoutMs,
    signal,
    runtime,
    // The async function turns an error that the embedder throws at once into a rejection.
    work: async (limited) => embedder.embed(texts, { purpose, signal: limited }),
  });
  switch (outcome.ended) {
    case 'threw':
      throw outcome.error;
    case 'timeout':
      throw new DOMException('The embedder did not answer in time.', 'TimeoutError');
    case 'aborted':
      throw signal.reason;
    case 'returned':
      checkAnswer(embedder, texts, outcome.value);
      return outcome.value;
  }
}

/** Wrong vectors would be stored and never be made again. */
function checkAnswer(embedder: Embedder, texts: readonly string[], vectors: unknown): void {
  const isVector = (value: unknown, size: number) =>
    value instanceof Float32Array && value.length === size && isUnit(value);
  const size = Array.isArray(vectors) && vectors[0] instanceof Float32Array ? vectors[0].length : 0;
  if (
    Array.isArray(vectors) &&
    vectors.length === texts.length &&
    vectors.every((vector) => isVector(vector, size))
  )
    return;
  throw new EverthreadError({
    code: 'invalid_input',
    field: 'embedder',
    message: `The embedder ${embedder.name} must answer ${texts.length} texts with as many vectors: Float32Array of one size and of unit length.`,
  });
}

function isUnit(vector: Float32Array): boolean {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.abs(sum - 1) < 0.02;
}
