import { describe, expect, it } from 'vitest';
import { memoryStore } from '../stores/memory/memory.ts';
import { createModelRatios } from './model-ratios.ts';

const model = 'claude-sonnet-4-5';
const threadId = 't';

function setUp() {
  const ratios = createModelRatios({ store: memoryStore(), model });
  /** A request of this many reference tokens, for which the provider reports `share` times as many. */
  const request = async (share: number): Promise<number> => {
    const used = ratios.ratioFor({ model, threadId });
    const contextTokens = 10_000 * used;
    await ratios.observe({ model, threadId, contextTokens, reportedTokens: Math.round(10_000 * share) });
    return used;
  };
  return { ratios, request };
}

describe('the ratio a context is laid out by', () => {
  it('R-45 R-70 stays the same while reports differ a little', async () => {
    const { request } = setUp();
    const used: number[] = [];
    for (let index = 0; index < 60; index += 1) used.push(await request(1.2 + 0.008 * Math.sin(index)));
    const settled = used.slice(20);
    expect(new Set(settled).size).toBe(1);
    expect(settled[0]).toBeGreaterThan(1.19);
    expect(settled[0]).toBeLessThan(1.24);
  });

  it('R-45 follows a different tokenizer, up and down', async () => {
    const { request } = setUp();
    for (let index = 0; index < 20; index += 1) await request(1.2);
    for (let index = 0; index < 20; index += 1) await request(1.4);
    expect(await request(1.4)).toBeGreaterThanOrEqual(1.39);
    for (let index = 0; index < 40; index += 1) await request(1.1);
    expect(await request(1.1)).toBeLessThan(1.18);
  });

  it('R-45 is kept for each model and thread', async () => {
    const { ratios, request } = setUp();
    for (let index = 0; index < 20; index += 1) await request(1.5);
    expect(ratios.ratioFor({ model: 'gpt-4o', threadId })).toBe(1);
    expect(ratios.ratioFor({ model, threadId })).toBeGreaterThan(1.45);
  });

  it('R-36 R-45 a compaction computes the room with the ratio of the model that the thread was last sent to', async () => {
    const ratios = createModelRatios({ store: memoryStore(), model: undefined });
    expect(ratios.roomRatioFor(threadId)).toBe(1);
    ratios.sent({ model, threadId, ratio: 1.25 });
    expect(ratios.roomRatioFor(threadId)).toBe(1.25);
    expect(ratios.roomRatioFor('another')).toBe(1);
    ratios.sent({ model: 'gpt-4o', threadId, ratio: 1 });
    expect(ratios.roomRatioFor(threadId)).toBe(1);
  });

  it('R-45 reports are compared with the ratio that the context was laid out with', async () => {
    const { ratios } = setUp();
    for (let index = 0; index < 6; index += 1) {
      ratios.sent({ model, threadId, ratio: 1.3 });
      await ratios.observe({ model, threadId, contextTokens: 13_000, reportedTokens: 11_000 });
    }
    expect(ratios.ratioFor({ model, threadId })).toBeCloseTo(1.1, 5);
  });
});
