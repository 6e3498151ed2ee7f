/** Reported usage calibrates the counter, and is compared with what was really sent. */
import { generateText, type ModelMessage, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../../test/test-runtime.ts';
import type { UsageObservation } from '../../engine/model-ratios.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedSummarizer } from '../../testing/scripted-summarizer.ts';
import { scriptedProvider } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

const window = 4_000;
const tools = {
  gate: tool({
    description: 'Opens or closes a gate of the weir, and tells what the water does then.',
    inputSchema: z.object({ gate: z.string(), open: z.boolean() }),
  }),
};

function setUp(modelId: string, reported: (tokens: number) => number) {
  const everthread = createEverthread({
    runtime: testRuntime(),
    budget: { tokens: window, responseTokens: 400 },
    summarizer: scriptedSummarizer(),
    recall: false,
  });
  const observed: UsageObservation[] = [];
  const observing = {
    ...everthread,
    observeUsage: async (observation: UsageObservation) => {
      observed.push(observation);
      await everthread.observeUsage(observation);
    },
  };
  const provider = scriptedProvider(
    ({ tokens }) => ({ content: [{ type: 'text', text: 'Calm.' }], inputTokens: reported(tokens) }),
    { modelId },
  );
  const model = withEverthread({ model: provider, everthread: observing, threadId: 't' });
  const talk = async (turns: number) => {
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      messages.push({
        role: 'user',
        content: `${turn}: ${'sand and gravel at the weir, 4.21 m. '.repeat(25)}`,
      });
      const { responseMessages } = await generateText({ model, messages, tools, instructions: 'Watch.' });
      messages.push(...responseMessages);
      await everthread.idle();
    }
  };
  return { provider, observed, talk, everthread, model };
}

it('R-45 R-57 usage is compared with messages, instructions and tools as they were sent', async () => {
  const { provider, observed, talk } = setUp('gpt-4o-scripted', (tokens) => tokens);
  await talk(25);
  expect(observed).toHaveLength(25);
  observed.forEach(({ contextTokens, reportedTokens, threadId, model }, index) => {
    expect([threadId, model, reportedTokens]).toEqual([
      't',
      'gpt-4o-scripted',
      provider.requests[index]!.tokens,
    ]);
    // Framing of tools, and room for an opening message that is not always needed.
    expect(contextTokens - reportedTokens).toBeGreaterThanOrEqual(0);
    expect(contextTokens - reportedTokens).toBeLessThan(80);
  });
});

it('R-45 R-57 a tokenizer that makes many more tokens is learnt, and the window is kept in its own tokens', async () => {
  const { provider, talk } = setUp('strange-1', (tokens) => Math.round(tokens * 1.7));
  await talk(40);
  const newest = provider.requests.slice(-15).map(({ tokens }) => tokens * 1.7);
  expect(Math.max(...newest)).toBeLessThanOrEqual((window - 400) * 1.02);
  expect(Math.max(...newest)).toBeGreaterThan(window * 0.5);
});

it('R-45 R-57 nothing is learnt if the provider adds text of its own, or reports nothing', async () => {
  const { observed, model } = setUp('gpt-4o-scripted', () => 0);
  await generateText({ model, prompt: 'a' });
  const other = setUp('gpt-4o-scripted', () => 9_000);
  await other.model.doGenerate({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
    tools: [{ type: 'provider', id: 'anthropic.web_search', name: 'web_search', args: {} }],
  });
  expect(observed).toEqual([]);
  expect(other.observed).toMatchObject([{ comparable: false, reportedTokens: 9_000 }]);
});
