import { describe, expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { createEverthread } from '../everthread.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { createLayoutRatios } from './layout-ratios.ts';

const model = 'claude-sonnet-4-5';
const row = { id: 't', createdAt: '2026-01-01T00:00:00.000Z', revision: 3, coveredTo: 40 };

describe('the ratio that a context is laid out with', () => {
  it('R-70 stays until the next compaction, unless the newest one is far lower', () => {
    const ratios = createLayoutRatios();
    expect(ratios.ratioFor(row, model, 1.2)).toBe(1.2);
    expect(ratios.ratioFor(row, model, 1.26)).toBe(1.2);
    expect(ratios.ratioFor(row, model, 1.1)).toBe(1.2);
    expect(ratios.ratioFor(row, 'another', 1.1)).toBe(1.1);
    expect(ratios.ratioFor({ ...row, revision: 4 }, model, 1.26)).toBe(1.26);
    expect(ratios.ratioFor({ ...row, revision: 4 }, model, 1.05)).toBe(1.05);
  });

  it('R-45 is the newest while nothing is summarized', () => {
    const ratios = createLayoutRatios();
    const whole = { ...row, coveredTo: 0 };
    expect(ratios.ratioFor(whole, model, 1.25)).toBe(1.25);
    expect(ratios.ratioFor(whole, model, 1.23)).toBe(1.23);
  });
});

describe('reports that change from request to request', () => {
  const counter = createTokenCounter();

  /** A thread with summaries and facts. The provider reports more and more tokens for its requests. */
  async function reported(requests: number) {
    const ever = createEverthread({ budget: { tokens: 4_000, responseTokens: 400 }, model, recall: false });
    const thread = await ever.thread('t');
    await thread.append(chatMessages(60, 40, 0, { exact: true }));
    await ever.idle();
    const contexts = [];
    for (let request = 0; request < requests; request += 1) {
      await thread.append({ role: 'user', content: `And number ${request}?` });
      await ever.idle();
      const { revision } = await thread.state();
      const { content, tokens } = await thread.context();
      const counted = content.reduce((sum, message) => sum + counter.message(message), 0);
      const reportedTokens = Math.round(counted * (1.2 + 0.003 * request));
      contexts.push({ revision, content, tokens, reportedTokens });
      await ever.observeUsage({ threadId: 't', contextTokens: tokens, reportedTokens });
      await thread.append({ role: 'assistant', content: `Number ${request} is there.` });
      await ever.idle();
    }
    await ever.close();
    return contexts;
  }

  it('R-45 R-70 do not change requests between two compactions, which stay within the window', async () => {
    const contexts = await reported(40);
    const pairs = contexts.slice(1).map((context, index) => [contexts[index]!, context] as const);
    const standing = pairs.filter(([before, context]) => before.revision === context.revision);
    expect(standing.length).toBeGreaterThan(30);
    for (const [before, context] of standing)
      expect(context.content.slice(0, before.content.length)).toEqual(before.content);
    for (const { reportedTokens } of contexts) expect(reportedTokens).toBeLessThan(3_600 * 1.02);
  });
});
