/** Requests to the provider are unchanged while they fit, and otherwise valid and within the window. */
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import type { EverthreadModelOptions } from './options.ts';
import {
  type Answer,
  type Call,
  type Request,
  requestTokens,
  scriptedProvider,
  textsOf,
} from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

type Options = Partial<EverthreadModelOptions> & { tokens?: number };

function setUp(
  { tokens = 8_000, ...options }: Options = {},
  answer: (request: Request, index: number) => Answer = (_request, index) => `Answer ${index + 1}.`,
) {
  const everthread = createEverthread({ runtime: testRuntime(), budget: { tokens, responseTokens: 400 } });
  const provider = scriptedProvider(answer);
  const model = withEverthread({ model: provider, everthread, threadId: 't', ...options });
  return { everthread, provider, model };
}

const filler = (turn: number) => `${turn}: ${'sand and gravel come down to the weir again. '.repeat(30)}`;

/** A conversation that no longer fits, in the form of its client. */
async function longTalk({ model }: ReturnType<typeof setUp>): Promise<ModelMessage[]> {
  const messages: ModelMessage[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    messages.push({ role: 'user', content: filler(turn) });
    messages.push(...(await generateText({ model, messages })).responseMessages);
  }
  return messages;
}

const allKinds: Call['prompt'] = [
  {
    role: 'system',
    content: 'Be brief.',
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  },
  { role: 'system', content: 'Be kind.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'look', providerOptions: { x: { y: 1 } } },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2, 3]) } },
      { type: 'file', mediaType: 'text/plain', data: { type: 'text', text: 'gauge 7' }, filename: 'a.txt' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's1' } } },
      { type: 'text', text: 'Searching. ' },
      {
        type: 'tool-call',
        toolCallId: 'web-1',
        toolName: 'web',
        input: { q: 'inn' },
        providerExecuted: true,
      },
      {
        type: 'tool-result',
        toolCallId: 'web-1',
        toolName: 'web',
        output: { type: 'json', value: [{ hit: 1 }] },
      },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'level', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'level',
        output: { type: 'content', value: [{ type: 'text', text: '4.21' }] },
      },
    ],
  },
];

/** Waits for approval: the provider runs the tool once it has it. */
const waiting: Call['prompt'] = [
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'ask first', providerOptions: { anthropic: { signature: 's2' } } },
      {
        type: 'tool-call',
        toolCallId: 'mcp-1',
        toolName: 'mcp.drop',
        input: { table: 'x' },
        providerExecuted: true,
      },
    ],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap-1', approved: true }] },
];

describe('while everything fits', () => {
  it('R-57 the prompt goes to the model unchanged, whatever is in it', async () => {
    const { model, provider } = setUp();
    const url = new URL('https://example.org/a.png');
    const linked: Call['prompt'] = [
      { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: { type: 'url', url } }] },
    ];
    const call = { prompt: [...allKinds, ...linked, ...waiting], temperature: 0.3, headers: { a: 'b' } };
    await model.doGenerate(call);
    expect(provider.requests[0]!.call).toEqual(call);
    expect(provider.requests[0]!.call.prompt.every((message, index) => message === call.prompt[index])).toBe(
      true,
    );
  });

  it('R-57 options of ours are not passed on, those of others are', async () => {
    const { model, provider, everthread } = setUp();
    await generateText({
      model,
      prompt: 'a',
      providerOptions: { everthread: { threadId: 'other' }, openai: { user: 'u' } },
    });
    expect(provider.requests[0]!.call.providerOptions).toEqual({ openai: { user: 'u' } });
    expect((await everthread.threads()).map(({ id }) => id)).toEqual(['other']);
  });

  it('R-57 the instructions of the call are sent and not stored', async () => {
    const { model, provider, everthread } = setUp();
    await generateText({ model, prompt: 'a', instructions: 'Be brief.' });
    expect(textsOf(provider.requests[0]!.call, 'system')).toEqual(['Be brief.']);
    const history = await Array.fromAsync((await everthread.thread('t')).history());
    expect(history.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});

describe('when it does not fit', () => {
  it('R-57 the current exchange is sent unchanged: approvals, signatures, files, provider tools', async () => {
    const talk = setUp({ context: { recall: false } });
    const { model, provider, everthread } = talk;
    await longTalk(talk);
    await everthread.idle();
    const newest = [...allKinds.slice(2), ...waiting];
    await model.doGenerate({
      prompt: [...allKinds.slice(0, 2), ...newest],
      providerOptions: { everthread: { mode: 'append' } },
    });
    const { call, tokens } = provider.requests.at(-1)!;
    expect(call.prompt.slice(0, 2)).toEqual(allKinds.slice(0, 2));
    // Bytes become base64, which the interface accepts too.
    const asBase64 = (key: string, value: unknown) =>
      key === 'data' && typeof value === 'object' && value !== null && '0' in value ? 'AQID' : value;
    expect(call.prompt.slice(-newest.length)).toEqual(JSON.parse(JSON.stringify(newest), asBase64));
    expect(call.prompt.length).toBeGreaterThan(newest.length + 2);
    expect(tokens).toBeLessThanOrEqual(7_600);
  });

  it('R-57 a tool result of 200 kB is shortened for the model and whole in the log', async () => {
    const big = 'level 4.21 m at the weir\n'.repeat(8_200);
    const { model, provider, everthread } = setUp({}, (_request, index) =>
      index === 0 ? [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: '{}' }] : 'Calm.',
    );
    const { text } = await generateText({
      model,
      prompt: 'Read the log of the weir.',
      stopWhen: isStepCount(3),
      tools: { read: tool({ inputSchema: z.object({}), execute: async () => big }) },
    });
    expect(text).toBe('Calm.');
    const { call, tokens, problems } = provider.requests[1]!;
    expect(problems).toEqual([]);
    expect(tokens).toBeLessThanOrEqual(7_600);
    expect(call.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(textsOf(call, 'user')).toEqual(['Read the log of the weir.']);
    const [, , result] = await Array.fromAsync((await everthread.thread('t')).history());
    expect(result!.parts[0]).toMatchObject({ type: 'tool-result', callId: 'c1', output: big });
  });

  it('R-57 a loop of eighty steps stays within the window, and never loses the user’s request', async () => {
    const { model, provider } = setUp({ tokens: 6_000 }, (_request, index) =>
      index === 80
        ? 'Done.'
        : [
            { type: 'text', text: `Step ${index}. ` },
            { type: 'tool-call', toolCallId: `a${index}`, toolName: 'look', input: `{"at":${index}}` },
            { type: 'tool-call', toolCallId: `b${index}`, toolName: 'look', input: `{"at":${index + 500}}` },
          ],
    );
    const question = 'Walk along the river from kilometre 0 to 80 and tell me where the dam is damaged.';
    const { text } = await generateText({
      model,
      prompt: question,
      stopWhen: isStepCount(100),
      tools: {
        look: tool({
          inputSchema: z.object({ at: z.number() }),
          execute: async ({ at }) => `kilometre ${at}: ${'grass, stone, water. '.repeat(20)}`,
        }),
      },
    });
    expect(text).toBe('Done.');
    for (const { call, tokens, problems } of provider.requests) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(5_600);
      expect(textsOf(call, 'user').some((said) => said.includes(question))).toBe(true);
    }
    expect(JSON.stringify(provider.requests.at(-1)!.call.prompt.at(-1))).toContain('kilometre 579:');
  });

  it('R-57 I-7 the steps of a tool loop share their beginning, recalled passages included', async () => {
    const talk = setUp({ tokens: 6_000 }, ({ call }, index) =>
      index < 30
        ? `Gate ${index} was painted blue in May.`
        : stepsLeft(call) > 0
          ? [{ type: 'tool-call', toolCallId: `c${index}`, toolName: 'look', input: '{}' }]
          : 'There.',
    );
    await longTalk(talk);
    await talk.everthread.idle();
    await generateText({
      model: talk.model,
      prompt: 'Where was gate 7 painted blue?',
      providerOptions: { everthread: { mode: 'append' } },
      stopWhen: isStepCount(5),
      tools: { look: tool({ inputSchema: z.object({}), execute: async () => 'at the weir' }) },
    });
    const steps = talk.provider.requests.slice(30);
    expect(steps).toHaveLength(4);
    const shown = textsOf(steps[0]!.call, 'user');
    expect(shown.at(-1)).toContain('<recalled-passages');
    // Quoted once: beside the question, or with an earlier message that is still shown.
    expect(shown.join('\n').split('#16 assistant: Gate 7 was painted blue')).toHaveLength(2);
    for (const [index, { call, problems }] of steps.entries()) {
      expect(problems).toEqual([]);
      const before = steps[Math.max(0, index - 1)]!.call.prompt;
      expect(call.prompt.slice(0, before.length)).toEqual(before);
    }
  });

  it('R-57 tools, schemas and maxOutputTokens have their room, at whatever turn', async () => {
    const { model, provider } = setUp({ tokens: 8_000 });
    const tools = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [
        `tool_${index}`,
        tool({
          description: `Tool ${index} ${'does something useful with rivers and gates. '.repeat(8)}`,
          inputSchema: z.object({ gate: z.string().describe('the gate'), open: z.boolean() }),
        }),
      ]),
    );
    const oneTurn = requestTokens({
      prompt: [{ role: 'user', content: [{ type: 'text', text: filler(0) }] }],
    });
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 110; turn += 1) {
      messages.push({ role: 'user', content: filler(turn) });
      const reply = await generateText({ model, messages, tools, maxOutputTokens: 2_500 });
      messages.push(...reply.responseMessages);
    }
    const room = 8_000 - 2_500;
    let compactions = 0;
    for (const [turn, { call, tokens, problems }] of provider.requests.entries()) {
      const conversation = requestTokens({ prompt: call.prompt });
      const others = tokens - conversation;
      expect(problems).toEqual([]);
      expect(others).toBeGreaterThan(1_000);
      expect(tokens).toBeLessThanOrEqual(room);
      // The newest messages are verbatim, with or without a compaction.
      const said = textsOf(call, 'user');
      for (const newest of [turn - 1, turn].filter((number) => number >= 0))
        expect(said.some((text) => text.startsWith(filler(newest)))).toBe(true);
      const before = provider.requests[turn - 1]?.tokens ?? 0;
      if (tokens > before) continue;
      compactions += 1;
      // Compacted only if two more turns would not have fitted, and enough of the conversation is left. The same as
      // without recall, because nothing is recalled for a message that asks nothing before something was saved. The
      // first compaction leaves less, because nothing was saved yet to pay for it.
      expect(before + 2 * oneTurn).toBeGreaterThan(room);
      expect(conversation).toBeGreaterThan((compactions === 1 ? 0.2 : 0.26) * (room - others));
    }
    expect(compactions).toBeGreaterThan(10);
  });

  it('I-3 if tools leave no room, the error names them and their size', async () => {
    const { model, provider } = setUp({ tokens: 1_000 });
    const description = 'does something useful with rivers and gates. '.repeat(200);
    const call = generateText({
      model,
      prompt: 'a',
      maxRetries: 0,
      tools: { huge: tool({ description, inputSchema: z.object({}) }) },
    });
    await expect(call).rejects.toMatchObject({ code: 'context_overflow', field: 'tools' });
    expect(provider.requests).toEqual([]);
  });

  it('R-57 resources are asked for with every call, shown, and never stored', async () => {
    const { model, provider, everthread } = setUp({
      context: ({ threadId, messages }) => ({
        resources: [{ id: 'r1', name: 'gauge.txt', text: `${threadId} has ${messages.length}` }],
      }),
    });
    await generateText({ model, prompt: 'level?' });
    expect(textsOf(provider.requests[0]!.call, 'user').join()).toContain('t has 1');
    expect(textsOf(provider.requests[0]!.call, 'user')[0]).toMatch(/^level\?/);
    const [question] = await Array.fromAsync((await everthread.thread('t')).history());
    expect(question!.parts).toEqual([{ type: 'text', text: 'level?' }]);
  });
});

/** Three tool calls are enough. */
function stepsLeft({ prompt }: Call): number {
  return (
    3 -
    prompt.slice(prompt.findLastIndex(({ role }) => role === 'user')).filter(({ role }) => role === 'tool')
      .length
  );
}
