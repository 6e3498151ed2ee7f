import { MockEmbeddingModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { embeddingModel } from './ai-sdk.ts';

function mockModel() {
  return new MockEmbeddingModelV4({
    provider: 'mock',
    modelId: 'small',
    maxEmbeddingsPerCall: 2,
    doEmbed: async ({ values }) => ({
      embeddings: values.map((value) => [3 * value.length, 4 * value.length]),
      warnings: [],
    }),
  });
}

describe('embedding models of the AI SDK', () => {
  it('R-49 gives vectors of unit length, in order, however the provider splits the calls', async () => {
    const model = mockModel();
    const embedder = embeddingModel({ model, prefixes: { query: 'query: ' } });
    expect(embedder).toMatchObject({ name: 'mock/small', maxCharacters: 2_000, batchSize: 64 });
    const vectors = await embedder.embed(['a', 'bb', 'ccc'], { purpose: 'document' });
    expect(vectors).toHaveLength(3);
    for (const vector of vectors) {
      expect(vector).toBeInstanceOf(Float32Array);
      expect([...vector]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    }
    await embedder.embed(['where?'], { purpose: 'query' });
    expect(model.doEmbedCalls.map(({ values }) => values)).toEqual([['a', 'bb'], ['ccc'], ['query: where?']]);
  });

  it('R-49 a vector of zeros stays finite', async () => {
    const model = new MockEmbeddingModelV4({
      doEmbed: async ({ values }) => ({ embeddings: values.map(() => [0, 0]), warnings: [] }),
    });
    const embedder = embeddingModel({ model, name: 'own' });
    expect(await embedder.embed(['a'], { purpose: 'document' })).toEqual([Float32Array.of(0, 0)]);
  });

  it('R-49 hands the signal on and does not try again by itself', async () => {
    let calls = 0;
    const model = new MockEmbeddingModelV4({
      doEmbed: async ({ abortSignal }) => {
        calls += 1;
        abortSignal?.throwIfAborted();
        throw Object.assign(new Error('busy'), { isRetryable: true });
      },
    });
    const embedder = embeddingModel({ model, name: 'own' });
    expect(embedder.name).toBe('own');
    await expect(embedder.embed(['a'], { purpose: 'document' })).rejects.toThrow('busy');
    expect(calls).toBe(1);
    await expect(
      embedder.embed(['a'], { purpose: 'document', signal: AbortSignal.abort(new Error('stopped')) }),
    ).rejects.toThrow();
  });

  it('R-49 says what is wrong with its options, and what to install', async () => {
    expect(() => embeddingModel({ model: undefined as never })).toThrow(/model must be an embedding model/u);
    expect(() => embeddingModel({ model: '' })).toThrow(/model must be/u);
    expect(() => embeddingModel({ model: 'openai/x', batchSize: 0 })).toThrow(/batchSize/u);
    expect(embeddingModel({ model: 'openai/x' }).name).toBe('openai/x');
    const absent = embeddingModel({ model: 'openai/x' }, () => Promise.reject(new Error('not found')));
    await expect(absent.embed(['a'], { purpose: 'document' })).rejects.toThrow(/npm install ai/u);
  });
});
