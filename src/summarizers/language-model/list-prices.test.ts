import { describe, expect, it } from 'vitest';
import { createEverthread, languageModel } from '../../index.ts';
import { scriptedModel } from '../../testing.ts';

const answer = {
  text: 'The user counts the crates at dock 3 every day, and the assistant notes the crates of dock 3.',
  inputTokens: 1_000,
  outputTokens: 100,
};

async function calls(options: { modelId: string; spend?: { period: 'hour'; costUsd: number }[] }) {
  const model = scriptedModel({ answers: answer, modelId: options.modelId });
  const ever = createEverthread({
    ...{ summarizer: languageModel({ models: [model] }), strategy: 'rolling', automatic: false },
    ...(options.spend && { spend: options.spend }),
  });
  const thread = await ever.thread('t');
  for (let round = 0; round < 3; round += 1) {
    for (let line = 0; line < 30; line += 1) {
      const role = line % 2 === 0 ? 'user' : 'assistant';
      await thread.append({ role, content: `Crate ${round * 30 + line} is noted and counted at dock 3.` });
    }
    await thread.compact();
  }
  const usage = await ever.usage({ threadId: 't' });
  const receipts = await thread.receipts();
  await ever.close();
  return { asked: model.calls.length, usage, receipts };
}

describe('what a call of a known model costs', () => {
  it('R-54 is on record by its list price, where no other is given', async () => {
    const { asked, usage, receipts } = await calls({ modelId: 'claude-haiku-4-5' });
    expect(asked).toBe(3);
    expect(usage.unpricedTokens).toBe(0);
    // A thousand tokens at 1 dollar for a million, and a hundred at 5.
    expect(usage.costUsd).toBeCloseTo(3 * 0.0015, 10);
    expect(receipts.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(3 * 0.0015, 10);
    expect((await calls({ modelId: 'my-own' })).usage).toMatchObject({ costUsd: 0, unpricedTokens: 3_300 });
  });

  it('R-54 counts towards a limit in dollars', async () => {
    const spend = [{ period: 'hour' as const, costUsd: 0.001 }];
    expect((await calls({ modelId: 'claude-haiku-4-5', spend })).asked).toBe(1);
  });
});
