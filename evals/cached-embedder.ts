/** MiniLM for evaluations: it uses several threads, and embeds each text only once. */
import type { Embedder } from '../src/embedder.ts';
import { minilm } from '../src/embedders/minilm.ts';

const threads = 2;

export type CachedEmbedder = Embedder & {
  prepare(texts: readonly string[], onProgress: (done: number) => void): Promise<void>;
};

export function cachedMinilm(): CachedEmbedder {
  const workers = Array.from({ length: threads }, () => minilm());
  const known = new Map<string, Float32Array>();
  const { name, maxCharacters, batchSize } = workers[0]!;

  const make = async (worker: Embedder, texts: readonly string[]) => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    const vectors = await worker.embed(missing, { purpose: 'document' });
    missing.forEach((text, index) => {
      known.set(text, vectors[index]!);
    });
  };

  return {
    name,
    maxCharacters,
    batchSize: 512,
    async embed(texts) {
      await make(workers[0]!, texts);
      return texts.map((text) => known.get(text)!);
    },
    async prepare(texts, onProgress) {
      let next = 0;
      let done = 0;
      const work = async (worker: Embedder) => {
        while (next < texts.length) {
          const batch = texts.slice(next, next + batchSize);
          next += batch.length;
          await make(worker, batch);
          done += batch.length;
          onProgress(done);
        }
      };
      await Promise.all(workers.map(work));
    },
  };
}
