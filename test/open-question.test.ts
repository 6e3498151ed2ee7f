/** A question stays in every context until it is answered, however much output its tool calls return. */
import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../src/index.ts';
import { strategyNames } from '../src/strategies/registry.ts';
import { testRuntime } from './test-runtime.ts';

const cases = [
  { about: 'short results', tokens: 4_000, words: 20, steps: 2, rules: 0 },
  { about: 'an exchange larger than a tail', tokens: 8_000, words: 150, steps: 3, rules: 0 },
  { about: 'more results than room', tokens: 8_000, words: 400, steps: 6, rules: 300 },
];

const questionOf = (asked: number) => `Where is parcel P-${asked * 113} of the order from week ${asked}?`;

const outputOf = (step: number, words: number) =>
  Array.from({ length: words }, (_, word) => `item ${(step * 31 + word * 13) % 997}`).join(' ');

describe.each(strategyNames)('the question that %s answers', (strategy) => {
  it.each(cases)('R-36 R-66 R-70 stays in the context: $about', async ({ tokens, words, steps, rules }) => {
    const ever = createEverthread({
      store: memoryStore(),
      runtime: testRuntime(),
      strategy,
      budget: { tokens, responseTokens: 500 },
    });
    const thread = await ever.thread('desk');
    const system = `You help customers. ${'Be kind and short. '.repeat(rules)}`;
    const questions = strategy === 'eternal' ? 9 : 5;
    for (let asked = 0; asked < questions; asked += 1) {
      await thread.append({ role: 'user', content: questionOf(asked) });
      for (let step = 0; step < steps; step += 1) {
        const callId = `${asked}-${step}`;
        await thread.append([
          { role: 'assistant', parts: [{ type: 'tool-call', callId, name: 'parcels', input: { step } }] },
          { role: 'tool', parts: [{ type: 'tool-result', callId, output: outputOf(asked + step, words) }] },
        ]);
        const context = await thread.context({ system });
        expect(context.toText(), `step ${callId}`).toContain(questionOf(asked));
        expect(context.tokens).toBeLessThanOrEqual(tokens - 500);
      }
      await thread.append({ role: 'assistant', content: `It comes on day ${asked}.` });
    }
    await ever.close();
  });
});
