import { describe, expect, it } from 'vitest';
import { pricesFor } from './model-prices.ts';
import { inputCost, relativePrices } from './prices.ts';
import { createPromptCache, type PromptBlock } from './prompt-cache.ts';

const anthropic = pricesFor('claude-sonnet-4-5').cache;
const openai = pricesFor('gpt-5').cache;
const minute = 60_000;

function blocks(
  count: number,
  options: { tokens?: number; marks?: readonly number[]; prefix?: string } = {},
) {
  const { tokens = 1_000, marks = [], prefix = 'block' } = options;
  return Array.from(
    { length: count },
    (_, index): PromptBlock => ({ key: `${prefix} ${index}`, tokens, mark: marks.includes(index) }),
  );
}

describe('R-70 a cache with marks', () => {
  it('R-70 writes up to the last mark and reads it back in the next request that begins the same', () => {
    const cache = createPromptCache(anthropic);
    expect(cache.send(blocks(4, { marks: [2] }), 0)).toEqual({
      readTokens: 0,
      writtenTokens: 3_000,
      plainTokens: 1_000,
    });
    expect(cache.send(blocks(6, { marks: [5] }), minute)).toEqual({
      readTokens: 3_000,
      writtenTokens: 3_000,
      plainTokens: 0,
    });
  });

  it('R-70 reads nothing where one byte before the mark differs', () => {
    const cache = createPromptCache(anthropic);
    cache.send(blocks(4, { marks: [3] }), 0);
    const changed = blocks(4, { marks: [3] });
    changed[0] = { ...changed[0]!, key: 'another' };
    expect(cache.send(changed, 1).readTokens).toBe(0);
  });

  it('R-70 forgets after its lifetime, and every use begins it anew', () => {
    const cache = createPromptCache(anthropic);
    cache.send(blocks(4, { marks: [3] }), 0);
    expect(cache.send(blocks(4, { marks: [3] }), 4 * minute).readTokens).toBe(4_000);
    expect(cache.send(blocks(4, { marks: [3] }), 8 * minute).readTokens).toBe(4_000);
    expect(cache.send(blocks(4, { marks: [3] }), 14 * minute).readTokens).toBe(0);
  });

  it('R-70 looks back twenty blocks from a mark, and no further', () => {
    const near = createPromptCache(anthropic);
    near.send(blocks(5, { marks: [4] }), 0);
    expect(near.send(blocks(25, { marks: [24] }), 1).readTokens).toBe(5_000);
    const far = createPromptCache(anthropic);
    far.send(blocks(5, { marks: [4] }), 0);
    expect(far.send(blocks(26, { marks: [25] }), 1).readTokens).toBe(0);
    // A mark in between is what bridges it.
    expect(far.send(blocks(26, { marks: [4, 25] }), 2).readTokens).toBe(26_000);
  });

  it('R-70 does not cache a beginning below the smallest', () => {
    const cache = createPromptCache(anthropic);
    expect(cache.send(blocks(2, { tokens: 500, marks: [1] }), 0)).toEqual({
      readTokens: 0,
      writtenTokens: 0,
      plainTokens: 1_000,
    });
    expect(cache.send(blocks(2, { tokens: 500, marks: [1] }), 1).readTokens).toBe(0);
  });

  it('R-70 takes the last four marks', () => {
    const cache = createPromptCache(anthropic);
    cache.send(blocks(60, { marks: [0, 1, 20, 40, 59] }), 0);
    expect(cache.send(blocks(2, { marks: [0] }), 1).readTokens).toBe(0);
    expect(cache.send(blocks(3, { marks: [1] }), 1).readTokens).toBe(2_000);
  });
});

describe('R-70 a cache that finds prefixes by itself', () => {
  it('R-70 reads the longest beginning it has seen, in whole steps, without marks', () => {
    const cache = createPromptCache(openai);
    expect(cache.send(blocks(3), 0)).toEqual({ readTokens: 0, writtenTokens: 3_000, plainTokens: 0 });
    expect(cache.send(blocks(5), 1)).toEqual({ readTokens: 2_944, writtenTokens: 2_056, plainTokens: 0 });
    expect(cache.send(blocks(2, { prefix: 'other' }), 2).readTokens).toBe(0);
  });

  it('R-70 reads nothing below its smallest, nor after its lifetime', () => {
    const cache = createPromptCache(openai);
    cache.send(blocks(1), 0);
    expect(cache.send(blocks(2), 1).readTokens).toBe(0);
    expect(cache.send(blocks(2), 2).readTokens).toBe(1_920);
    expect(cache.send(blocks(2), 30 * minute).readTokens).toBe(0);
  });
});

it('R-70 a request costs what its tokens cost by what is paid for them', () => {
  const prices = pricesFor('claude-sonnet-4-5');
  const cost = inputCost({ readTokens: 1_000_000, writtenTokens: 200_000, plainTokens: 100_000 }, prices);
  expect(cost).toBeCloseTo(0.3 + 0.75 + 0.3, 10);
});

it('R-70 own prices keep the discount that is known of the model, and of an unknown model none', () => {
  const own = { inputUsdPerMillion: 10, outputUsdPerMillion: 20 };
  const known = relativePrices(pricesFor('claude-sonnet-4-5', own));
  expect([known.read, known.write, known.output].map((price) => Number(price.toFixed(6)))).toEqual([
    0.1, 1.25, 2,
  ]);
  expect(relativePrices(pricesFor('my-model', own))).toEqual({ read: 1, write: 1, output: 2 });
  expect(relativePrices(pricesFor('my-model', { ...own, cacheReadUsdPerMillion: 1 })).read).toBe(0.1);
  expect(pricesFor('my-model').priced).toBe(false);
});
