import { convertToModelMessages } from 'ai';
import { expect, it } from 'vitest';
import { anthropicProblems, chatProblems, responsesProblems } from '../../test/provider-rules.ts';
import { createEverthread } from '../everthread.ts';
import { textOf } from '../message/message.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { toAiSdk, toAnthropic, toOpenAI, toOpenAIResponses, toUIMessages } from './convert.ts';

const talk: MessageInput[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'system', content: 'Be kind.' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'What is the weather?' },
  { role: 'user', content: [{ type: 'text', text: 'In Oslo.' }] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '4 degrees' },
  { role: 'assistant', content: 'It is 4 degrees.' },
  { role: 'system', content: 'The user moved to Bergen.' },
  { role: 'user', content: 'And here?' },
];

async function history() {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  await thread.append(talk);
  await thread.append({
    role: 'assistant',
    content: 'You asked about Oslo.',
    origin: { kind: 'embedded-reply', sources: [] },
  });
  const [secret] = await thread.append([{ role: 'user', content: 'My code is 1234.' }]);
  await thread.forget(secret!.id);
  return { messages: await Array.fromAsync(thread.history()), context: await thread.context() };
}

it('R-46 a history and a context are converted for each client, without forgotten messages and archive questions', async () => {
  const { messages, context } = await history();
  expect(messages).toHaveLength(talk.length + 2);
  for (const source of [messages, context.content]) {
    expect(anthropicProblems(toAnthropic(source) as never)).toEqual([]);
    expect(chatProblems(toOpenAI(source) as never)).toEqual([]);
    expect(responsesProblems(toOpenAIResponses(source) as never)).toEqual([]);
    const shown = toUIMessages(source);
    const text = JSON.stringify([toAiSdk(source), toAnthropic(source), toOpenAI(source), shown]);
    expect(text).toContain('4 degrees');
    expect(text).not.toMatch(/1234|You asked about Oslo|"content":""/u);
    expect((await convertToModelMessages(shown)).length).toBeGreaterThan(5);
  }
  const { instructions, messages: rest } = toAiSdk(messages);
  expect(instructions?.map(({ content }) => content)).toEqual(['Be brief.', 'Be kind.']);
  expect(rest.some(({ role }) => role === 'system')).toBe(false);
});

it('R-46 I-8 roles alternate if a template needs it: one system message, and the user first', async () => {
  const { messages, context } = await history();
  for (const sent of [toOpenAI(messages, { alternate: true }), context.toOpenAI({ alternate: true })]) {
    expect(chatProblems(sent as never)).toEqual([]);
    expect(turns(sent)).toMatch(/^(?:system )?user(?: assistant(?: tool)*| user(?=$| assistant))*$/u);
    expect(turns(sent)).not.toMatch(/(system|user|assistant) \1/u);
    expect(turns(sent)).not.toMatch(/ system/u);
  }
  const sent = toOpenAI(messages, { alternate: true });
  expect(sent[0]!.content).toBe('Be brief.\n\nBe kind.');
  expect(sent[1]).toEqual({ role: 'user', content: '(The conversation goes on.)' });
  expect(sent[3]!.content).toBe('What is the weather?\n\nIn Oslo.');
});

it('R-46 images and calls are kept when messages of one role are joined', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  const content = [
    { role: 'user', content: 'Look.' },
    { role: 'user', content: [picture] },
    { role: 'assistant', content: 'Let me see.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'a ferry' },
  ].map((message) => normalizeMessage(message as MessageInput));
  expect(toOpenAI(content, { alternate: true })).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: 'Look.' }, { type: 'image_url' }] },
    { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'c1' }] },
    { role: 'tool', tool_call_id: 'c1' },
  ]);
});

function turns(sent: readonly { role: string }[]): string {
  return sent.map(({ role }) => role).join(' ');
}

it('I-8 R-46 names and arguments from other sources are written as the API accepts them', async () => {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  const call = (id: string, name: string, text: string) => ({
    ...{ id, type: 'function' as const, function: { name, arguments: text } },
  });
  const calls = [
    call('a', 'multi_tool_use.parallel', '{"a": 1}'),
    call('b', 'read file', '{"path":'),
    call('c', 'list', ''),
    call('d', 'sum', '[1,2]'),
  ];
  await thread.append([
    { role: 'user', name: 'Ada Lovelace', content: 'Go on.' },
    { role: 'assistant', content: null, tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'done' })),
  ]);
  const context = await thread.context();
  const chat = context.toOpenAI();
  expect(chatProblems(chat)).toEqual([]);
  expect(chat[0]).toMatchObject({ name: 'Ada_Lovelace' });
  const { tool_calls: written } = chat[1] as { tool_calls: { function: object }[] };
  expect(written.map((one) => one.function)).toEqual([
    { name: 'multi_tool_use.parallel', arguments: '{"a": 1}' },
    { name: 'read file', arguments: '{"input":"{\\"path\\":"}' },
    { name: 'list', arguments: '{}' },
    { name: 'sum', arguments: '{"input":[1,2]}' },
  ]);
  const names = ['multi_tool_use_parallel', 'read_file', 'list', 'sum'];
  const { input } = context.toOpenAIResponses();
  expect(responsesProblems({ input })).toEqual([]);
  const items = input.filter(({ type }) => type === 'function_call') as { name: string }[];
  expect(items.map(({ name }) => name)).toEqual(names);
  const { messages } = context.toAnthropic();
  expect(anthropicProblems({ messages })).toEqual([]);
  const blocks = messages[1]!.content as { name: string }[];
  expect(blocks.map(({ name }) => name)).toEqual(names);
  const [said] = await Array.fromAsync(thread.history());
  expect(said!.name).toBe('Ada Lovelace');
});

it('I-8 R-46 half an emoji in a message is written as U+FFFD in every shape, and kept in the archive', async () => {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  const half = '😀'.slice(0, 1);
  await thread.append([
    { role: 'user', content: `Cut off: ${half}` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'look', arguments: JSON.stringify({ at: half }) } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: `${half} and the rest 😀` },
  ]);
  const context = await thread.context({ system: `Be brief. ${half}` });
  const shapes = [
    ...[context.messages, context.toAiSdk(), context.toOpenAI(), context.toOpenAI({ alternate: true })],
    ...[context.toOpenAIResponses(), context.toAnthropic(), context.toText()],
  ];
  for (const shape of shapes) {
    const written = JSON.stringify(shape);
    expect(written).not.toMatch(/\\ud[89a-f]/i);
    expect(written).toContain('Cut off: \ufffd');
    expect(written).toContain('and the rest 😀');
  }
  const history = await Array.fromAsync(thread.history());
  expect(JSON.stringify(toOpenAI(history))).not.toMatch(/\\ud[89a-f]/i);
  expect(textOf(history[0]!.parts)).toBe(`Cut off: ${half}`);
});

it('I-8 R-46 call ids of other servers are shortened to what the API accepts', async () => {
  await using ever = createEverthread();
  const thread = await ever.thread('t');
  const ids = [`chatcmpl-tool-${'0af3'.repeat(8)}`, 'x'.repeat(90), 'call_7'];
  const calls = ids.map((id) => ({
    ...{ id, type: 'function' as const, function: { name: 'look', arguments: '{}' } },
  }));
  await thread.append([
    { role: 'user', content: 'Go on.' },
    { role: 'assistant', content: null, tool_calls: calls },
    ...ids.map((id) => ({ role: 'tool' as const, tool_call_id: id, content: 'done' })),
  ]);
  const context = await thread.context();
  const chat = context.toOpenAI();
  expect(chatProblems(chat)).toEqual([]);
  const sent = (chat[1] as { tool_calls: { id: string }[] }).tool_calls.map(({ id }) => id);
  expect(sent.map((id) => id.length <= 40)).toEqual([true, true, true]);
  expect(new Set(sent).size).toBe(3);
  expect(sent[2]).toBe('call_7');
  const { input } = context.toOpenAIResponses();
  expect(responsesProblems({ input })).toEqual([]);
  const called = input.flatMap((item) => ('call_id' in item ? [String(item.call_id)] : []));
  expect(called.every((id) => id.length <= 64)).toBe(true);
  expect(called[0]).toBe(ids[0]);
});
