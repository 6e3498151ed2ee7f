/** For tool loops of any shape, every request is valid and within the window, and nothing is lost. */
import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runsOf } from '../../../test/soak.ts';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedSummarizer } from '../../testing/scripted-summarizer.ts';
import { type Content, scriptedProvider, textsOf } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

const window = 2_400;
const responseTokens = 300;

/** One step of the model: whether it speaks, what it calls, how large each result is, whether a call fails. */
const step = fc.record({
  says: fc.boolean(),
  thinks: fc.boolean(),
  calls: fc.array(fc.record({ size: fc.constantFrom(0, 20, 200, 4_000), fails: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  searches: fc.boolean(),
});
const turn = fc.record({
  words: fc.integer({ min: 1, max: 300 }),
  steps: fc.array(step, { maxLength: 5 }),
  streams: fc.boolean(),
  /** Whether the client asks again, edits its question, or just continues. */
  afterwards: fc.constantFrom('goes on', 'goes on', 'asks again', 'edits'),
  idle: fc.boolean(),
});
const talk = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 8 }),
  mode: fc.constantFrom('history', 'append'),
});

function stepContent(
  shape: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
  id: string,
): Content[] {
  return [
    ...(shape.thinks
      ? [{ type: 'reasoning' as const, text: `hm ${id}`, providerMetadata: { x: { signature: id } } }]
      : []),
    ...(shape.says ? [{ type: 'text' as const, text: `Looking ${id}. ` }] : []),
    ...(shape.searches
      ? ([
          {
            type: 'tool-call',
            toolCallId: `web-${id}`,
            toolName: 'web',
            input: '{}',
            providerExecuted: true,
          },
          { type: 'tool-result', toolCallId: `web-${id}`, toolName: 'web', result: { hits: id } },
        ] satisfies Content[])
      : []),
    ...shape.calls.map(
      ({ size, fails }, index): Content => ({
        type: 'tool-call',
        toolCallId: `call-${id}-${index}`,
        toolName: 'read',
        input: JSON.stringify({ size, fails }),
      }),
    ),
  ];
}

const tools = {
  read: tool({
    inputSchema: z.object({ size: z.number(), fails: z.boolean() }),
    execute: async ({ size, fails }) => {
      if (fails) throw new Error('no such gauge');
      return `gauge ${'4.21 m, '.repeat(size)}`;
    },
  }),
  web: {
    type: 'provider',
    id: 'scripted.web',
    isProviderExecuted: true,
    args: {},
    inputSchema: z.object({}),
  } as never,
};

it('R-57 I-3 I-8 random tool loops, both ways of use', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async ({ turns, mode }) => {
      const everthread = createEverthread({
        runtime: testRuntime(),
        budget: { tokens: window, responseTokens },
        summarizer: scriptedSummarizer(),
        recall: false,
      });
      let script: Content[][] = [];
      const provider = scriptedProvider(() => script.shift()!);
      const model = withEverthread({ model: provider, everthread, threadId: 't', mode: mode as 'history' });
      const messages: ModelMessage[] = [];
      let asked = 0;
      const ask = async (question: string, { steps, streams }: (typeof turns)[number]) => {
        asked += 1;
        const newest: ModelMessage = { role: 'user', content: question };
        script = [
          ...steps.map((shape, index) => stepContent(shape, `${asked}-${index}`)),
          [{ type: 'text', text: `Answer ${asked}.` }],
        ];
        const settings = {
          model,
          tools,
          stopWhen: isStepCount(10),
          messages: mode === 'history' ? [...messages, newest] : [newest],
        };
        const before = provider.requests.length;
        const result = streams ? streamText(settings) : await generateText(settings);
        if ('consumeStream' in result) await result.consumeStream();
        for (const { tokens, problems, call } of provider.requests.slice(before)) {
          expect(problems).toEqual([]);
          expect(tokens).toBeLessThanOrEqual(window - responseTokens);
          expect(textsOf(call, 'user').some((text) => text.includes(question.trim()))).toBe(true);
        }
        expect(provider.requests.length - before).toBe(steps.length + 1);
        return [newest, ...(await result.responseMessages)];
      };
      for (const [index, shape] of turns.entries()) {
        const question = `Question ${index}: ${'what of the weir? '.repeat(shape.words / 10)}`;
        let exchange = await ask(question, shape);
        if (mode === 'history' && shape.afterwards === 'asks again') exchange = await ask(question, shape);
        // Without the first message nothing would identify the conversation.
        if (mode === 'history' && shape.afterwards === 'edits' && index > 0)
          exchange = await ask(`Edited ${question}`, shape);
        messages.push(...exchange);
        if (shape.idle) await everthread.idle();
      }
      await everthread.idle();
      const thread = await everthread.thread('t');
      const stored = (await Array.fromAsync(thread.history())).filter(({ parts }) => parts.length > 0);
      expect(stored.map(({ role }) => role)).toEqual(messages.map(({ role }) => role));
      expect((await everthread.verify()).damages).toEqual([]);
      await everthread.close();
    }),
    { numRuns: runsOf({ test: 10, soak: 200 }) },
  );
});
