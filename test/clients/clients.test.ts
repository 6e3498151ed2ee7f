/** Unmodified clients from the registry work with only the base URL changed. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, type LanguageModel, type ModelMessage, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useProxy } from '../../src/server/proxy/loopback.suite.ts';
import type { Answer, Seen } from '../../src/server/proxy/loopback-answers.suite.ts';

const start = useProxy();
const { resolve } = createRequire(import.meta.url);
// biome-ignore lint/suspicious/noExplicitAny: these packages are in a separate project, without types here.
const load = async (name: string): Promise<any> => import(pathToFileURL(resolve(name)).href);

const windowTokens = 3_000;
const words = 'what the harbour master wrote down that day. ';

/** Answers with two tool calls, then a text, and so on for ever. */
const steps = (seen: Seen, index: number): Answer =>
  index % 3 < 2 && toolsOf(seen) > 0
    ? {
        text: `Step ${index}.`,
        calls: [{ id: `call_0000000000${index}`, name: 'look', input: { at: `${index}` } }],
      }
    : { text: `Answer ${index}: ${words.repeat(4)}` };

function toolsOf({ body }: Seen): number {
  return Array.isArray(body.tools) ? body.tools.length : 0;
}

/** Checks that every request was valid and inside its window, and that one thread has all messages. */
async function expectKept(
  { upstream, proxy }: Awaited<ReturnType<typeof start>>,
  { answers, output }: { answers: number; output: number },
): Promise<void> {
  expect(proxy.problems).toEqual([]);
  expect(upstream.seen).toHaveLength(answers);
  for (const { problems, tokens } of upstream.seen) {
    expect(problems).toEqual([]);
    expect(tokens).toBeLessThanOrEqual(windowTokens - output);
  }
  const threads = await proxy.threads();
  expect(threads).toHaveLength(1);
  for (let index = 0; index < answers; index += 1)
    expect(threads[0]!.said.some((text) => new RegExp(`(?:Step|Answer) ${index}[.:]`, 'u').test(text))).toBe(
      true,
    );
  expect(upstream.seen.at(-1)!.raw).toContain('## Earlier in this conversation');
}

const turns = 16;
const question = (turn: number) => `Question ${turn}: ${words.repeat(2)}`;

describe('the AI SDK', () => {
  const models: [string, (url: string) => LanguageModel][] = [
    ['openai, responses', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' })('local')],
    ['openai, chat', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'k' }).chat('local')],
    ['anthropic', (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'k' })('local')],
  ];
  it.each(models)('R-60 with %s, in tool loops, streamed and not', async (_name, modelAt) => {
    const set = await start(steps, { proxy: { windowTokens } });
    const model = modelAt(set.proxy.url);
    const tools = {
      look: tool({
        inputSchema: z.object({ at: z.string() }),
        execute: ({ at }) => `${at}: ${words.repeat(3)}`,
      }),
    };
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      messages.push({ role: 'user', content: question(turn) });
      const options = { model, tools, stopWhen: isStepCount(5), maxOutputTokens: 300, maxRetries: 0 };
      const asked = { ...options, instructions: 'You keep the harbour book.', messages };
      const { responseMessages } = turn % 2 === 0 ? await generateText(asked) : await streamed(asked);
      messages.push(...responseMessages);
    }
    await expectKept(set, { answers: turns * 3, output: 300 });
  });

  async function streamed(asked: Parameters<typeof streamText>[0]) {
    const result = streamText(asked);
    await result.consumeStream();
    return { responseMessages: await result.responseMessages };
  }
});

describe('LangChain', () => {
  it.each(['openai', 'anthropic'])('R-60 chat models of %s talk through the proxy', async (provider) => {
    const set = await start((_seen, index) => ({ text: `Answer ${index}: ${words.repeat(6)}` }), {
      proxy: { windowTokens },
    });
    const { HumanMessage, SystemMessage } = await load('@langchain/core/messages');
    const model =
      provider === 'openai'
        ? new (await load('@langchain/openai')).ChatOpenAI({
            ...{ model: 'local', apiKey: 'k', maxTokens: 300, maxRetries: 0 },
            configuration: { baseURL: `${set.proxy.url}/v1` },
          })
        : new (await load('@langchain/anthropic')).ChatAnthropic({
            ...{ model: 'local', apiKey: 'k', maxTokens: 300, maxRetries: 0 },
            anthropicApiUrl: set.proxy.url,
          });
    const messages = [new SystemMessage('You keep the harbour book.')];
    for (let turn = 0; turn < 45; turn += 1) {
      messages.push(new HumanMessage(question(turn)));
      messages.push(await model.invoke(messages));
    }
    await expectKept(set, { answers: 45, output: 300 });
  });
});

describe('the OpenAI Agents SDK', () => {
  it.each(['chat_completions', 'responses'])('R-60 tool loops work over %s', async (api) => {
    const set = await start(steps, { proxy: { windowTokens } });
    const agents = await load('@openai/agents');
    const provider = new agents.OpenAIProvider({
      ...{ apiKey: 'k', baseURL: `${set.proxy.url}/v1`, useResponses: api === 'responses' },
    });
    agents.setTracingDisabled(true);
    const agent = new agents.Agent({
      ...{ name: 'Keeper', instructions: 'You keep the harbour book.', model: 'local' },
      modelSettings: { maxTokens: 300 },
      tools: [
        agents.tool({
          ...{ name: 'look', description: 'Looks.', parameters: z.object({ at: z.string() }) },
          execute: ({ at }: { at: string }) => `${at}: ${words.repeat(3)}`,
        }),
      ],
    });
    const runner = new agents.Runner({ modelProvider: provider, tracingDisabled: true });
    let history: unknown[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const result = await runner.run(agent, [...history, { role: 'user', content: question(turn) }]);
      history = result.history;
    }
    await expectKept(set, { answers: turns * 3, output: 300 });
  });
});
