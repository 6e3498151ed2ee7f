/** An embedder for tests: vectors from the words of a text, everything it was given remembered, failing when told to. */
import { createHash } from 'node:crypto';
import type { Embedder } from '../embedder.ts';

export type ScriptedEmbedder = Embedder & {
  /** Each call with its texts, those that failed included. */
  readonly calls: { texts: readonly string[]; purpose: 'document' | 'query' }[];
  /** All texts it was ever given. */
  texts(): string[];
  /** Called first; what it throws, returns or waits for happens. */
  before: (texts: readonly string[], signal: AbortSignal | undefined) => unknown;
};

const dimensions = 16;

export function scriptedEmbedder(options: Partial<Embedder> = {}): ScriptedEmbedder {
  const calls: ScriptedEmbedder['calls'] = [];
  return {
    name: 'scripted',
    maxCharacters: 200,
    batchSize: 4,
    calls,
    texts: () => calls.flatMap(({ texts }) => texts),
    before: () => undefined,
    async embed(texts, { purpose, signal }) {
      calls.push({ texts, purpose });
      await this.before(texts, signal);
      return texts.map(vectorOf);
    },
    ...options,
  };
}

export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().split(/\W+/u)) {
    const digest = createHash('sha256').update(word).digest();
    vector[digest[0]! % dimensions]! += digest[1]! / 255 + 0.1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
