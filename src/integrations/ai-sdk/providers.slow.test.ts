/** Uses the real provider packages: what they send from our prompts must be accepted by the APIs. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { anthropicProblems, chatProblems, responsesProblems } from '../../../test/provider-rules.ts';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedSummarizer } from '../../testing/scripted-summarizer.ts';
import { type WrappableModel, withEverthread } from './with-everthread.ts';

type Body = { messages: object[]; input: object[]; system?: unknown };
type Step = { says: string; calls: number; id: string };

/** Answers every request with the next step of a tool loop: two calls, one call, then text. */
function wire(answer: (step: Step) => object) {
  const bodies: Body[] = [];
  const fetch = async (_url: unknown, init?: { body?: unknown }) => {
    bodies.push(JSON.parse(String(init?.body)) as Body);
    const calls = [2, 1, 0][(bodies.length - 1) % 3]!;
    const says = `Step ${bodies.length}: ${'the water is calm at the weir. '.repeat(8)}`;
    return Response.json(answer({ says, calls, id: String(bodies.length) }));
  };
  return { bodies, fetch };
}

async function converse(model: WrappableModel): Promise<void> {
  const everthread = createEverthread({
    runtime: testRuntime(),
    budget: { tokens: 3_000 },
    summarizer: scriptedSummarizer(),
  });
  const wrapped = withEverthread({ model, everthread, threadId: 't', mode: 'append' });
  for (let turn = 0; turn < 25; turn += 1) {
    await generateText({
      model: wrapped,
      prompt: `Turn ${turn}: look at gates ${turn} and ${turn + 1}.`,
      instructions: 'You watch a weir.',
      stopWhen: isStepCount(4),
      maxRetries: 0,
      tools: {
        look: tool({
          inputSchema: z.object({ gate: z.number() }),
          execute: async ({ gate }) => ({ gate, log: `4.21 m, ${'calm, '.repeat(30)}` }),
        }),
      },
    });
    // Otherwise the machine's speed would decide how much room the last request has.
    await everthread.idle();
  }
  expect((await (await everthread.thread('t')).state()).compactions).toBeGreaterThan(0);
  await everthread.close();
}

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

it('R-57 I-8 Anthropic takes every request', async () => {
  const { bodies, fetch } = wire(({ says, calls, id }) => ({
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    model: 'claude-haiku-4-5',
    content: [
      { type: 'thinking', thinking: 'hm', signature: `sig_${id}` },
      { type: 'text', text: says },
      ...list(calls).map((index) => ({
        type: 'tool_use',
        id: `toolu_${id}_${index}`,
        name: 'look',
        input: { gate: index },
      })),
    ],
    stop_reason: calls > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 0, output_tokens: 10 },
  }));
  await converse(createAnthropic({ apiKey: 'none', fetch: fetch as never })('claude-haiku-4-5'));
  expect(bodies).toHaveLength(75);
  for (const body of bodies) {
    expect(anthropicProblems(body)).toEqual([]);
    expect(body.messages[0]).toMatchObject({ role: 'user' });
    expect(body.messages.at(-1)).toMatchObject({ role: 'user' });
  }
  expect(JSON.stringify(bodies.at(-1))).toContain('"signature":"sig_74"');
});

it('R-57 I-8 OpenAI chat completions take every request', async () => {
  const { bodies, fetch } = wire(({ says, calls, id }) => ({
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 0,
    model: 'gpt-4o',
    choices: [
      {
        index: 0,
        finish_reason: calls > 0 ? 'tool_calls' : 'stop',
        message: {
          role: 'assistant',
          content: says,
          tool_calls: list(calls).map((index) => ({
            id: `call_${id}_${index}`,
            type: 'function',
            function: { name: 'look', arguments: `{"gate":${index}}` },
          })),
        },
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 10, total_tokens: 10 },
  }));
  await converse(createOpenAI({ apiKey: 'none', fetch: fetch as never }).chat('gpt-4o'));
  expect(bodies).toHaveLength(75);
  for (const body of bodies) expect(chatProblems(body.messages)).toEqual([]);
});

it('R-57 I-8 OpenAI responses take every request', async () => {
  const { bodies, fetch } = wire(({ says, calls, id }) => ({
    id: `resp_${id}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'gpt-4o',
    output: [
      {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: says, annotations: [] }],
      },
      ...list(calls).map((index) => ({
        type: 'function_call',
        id: `fc_${id}_${index}`,
        call_id: `call_${id}_${index}`,
        name: 'look',
        arguments: `{"gate":${index}}`,
        status: 'completed',
      })),
    ],
    usage: { input_tokens: 0, output_tokens: 10, total_tokens: 10 },
  }));
  const model = createOpenAI({ apiKey: 'none', fetch: fetch as never }).responses('gpt-4o');
  await converse(model);
  expect(bodies).toHaveLength(75);
  for (const body of bodies) expect(responsesProblems({ input: withoutReferences(body.input) })).toEqual([]);
});

/** Items that the provider keeps are referred to by id; their calls are known from the outputs that follow. */
function withoutReferences(input: readonly object[]): object[] {
  return input.map((item) => {
    const { type, id } = item as { type?: string; id?: string };
    const [, step, index] = /^fc_(\d+)_(\d+)$/.exec(id ?? '') ?? [];
    if (type !== 'item_reference') return item;
    return step === undefined
      ? { role: 'assistant' }
      : { type: 'function_call', call_id: `call_${step}_${index}` };
  });
}
