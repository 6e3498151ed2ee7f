/** Answers that end normally, break off, or never arrive. */
import { generateText, type ModelMessage, Output, streamText } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import {
  type Answer,
  type Call,
  type Request,
  type StreamPart,
  scriptedProvider,
  textsOf,
} from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

function setUp(answer: (request: Request, index: number) => Answer) {
  const everthread = createEverthread({ runtime: testRuntime() });
  const provider = scriptedProvider(answer);
  const model = withEverthread({ model: provider, everthread, threadId: 't' });
  const stored = async () => Array.fromAsync((await everthread.thread('t')).history());
  const spoken = async () =>
    (await stored()).map(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(),
    );
  return { everthread, provider, model, stored, spoken };
}

const user = (content: string): ModelMessage => ({ role: 'user', content });
const question: Call['prompt'] = [{ role: 'user', content: [{ type: 'text', text: 'level?' }] }];
const halfAnAnswer: StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'Hm' },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: 'The level ' },
  { type: 'text-delta', id: '1', delta: 'is 4' },
];

/** Reads until the text has arrived, then aborts, like a user who presses stop. */
async function stopAfter(model: ReturnType<typeof withEverthread>, messages: ModelMessage[], text: string) {
  const controller = new AbortController();
  const result = streamText({ model, messages, abortSignal: controller.signal, onError: () => undefined });
  let read = '';
  for await (const delta of result.textStream) {
    read += delta;
    if (read.includes(text)) controller.abort();
  }
  return read;
}

it('R-57 a streamed answer is stored like the same answer in one piece', async () => {
  const content: Answer = [
    { type: 'reasoning', text: 'Let me think.', providerMetadata: { anthropic: { signature: 'abc' } } },
    { type: 'text', text: 'The level is 4.21 m at the weir, and it falls.' },
  ];
  const whole = setUp(() => content);
  await generateText({ model: whole.model, messages: [user('level?')] });
  const pieces = setUp(() => content);
  await streamText({ model: pieces.model, messages: [user('level?')] }).consumeStream();
  const withoutTimes = async (one: typeof whole) =>
    (await one.stored()).map(({ role, parts, extra }) => ({ role, parts, extra }));
  expect(await withoutTimes(pieces)).toEqual(await withoutTimes(whole));
  expect((await pieces.stored())[1]!.parts).toHaveLength(2);
});

it('R-57 the text before the abort is kept and marked, and the next turn finds it', async () => {
  const { model, provider, stored, spoken } = setUp((_request, index) =>
    index === 0 ? { stream: halfAnAnswer, ending: 'hang' } : 'Go on with 4.21 m.',
  );
  expect(await stopAfter(model, [user('level?')], 'is 4')).toBe('The level is 4');
  const { text } = await generateText({ model, messages: [user('level?'), user('and now?')] });
  expect(text).toBe('Go on with 4.21 m.');
  expect(await spoken()).toEqual(['level?', 'The level is 4', 'and now?', 'Go on with 4.21 m.']);
  expect((await stored())[1]!.extra).toEqual({
    'ai-sdk': { providerOptions: { everthread: { interrupted: 'aborted' } } },
  });
  expect(textsOf(provider.requests[1]!.call, 'assistant')).toEqual(['The level is 4']);
  expect(provider.requests[1]!.problems).toEqual([]);
});

it('R-57 a client that sends the interrupted answer, or a little more of it, adds nothing', async () => {
  const { model, spoken } = setUp((_request, index) =>
    index === 0 ? { stream: halfAnAnswer, ending: 'hang' } : 'On.',
  );
  await stopAfter(model, [user('level?')], 'The');
  await generateText({
    model,
    messages: [user('level?'), { role: 'assistant', content: 'The level is 4.2' }, user('and now?')],
  });
  expect((await spoken()).slice(0, 1)).toEqual(['level?']);
  expect(await spoken()).toHaveLength(4);
});

it('R-57 an interrupted answer that is asked for again is replaced by the new one', async () => {
  const { model, spoken, provider } = setUp((_request, index) =>
    index === 0 ? { stream: halfAnAnswer, ending: 'hang' } : 'The level is 4.21 m.',
  );
  await stopAfter(model, [user('level?')], 'is 4');
  await generateText({ model, messages: [user('level?')] });
  expect(await spoken()).toEqual(['level?', '', 'The level is 4.21 m.']);
  expect(provider.requests[1]!.call.prompt).toHaveLength(1);
});

it('R-57 an abort before the first word stores the question alone', async () => {
  const { model, spoken } = setUp(() => ({ stream: halfAnAnswer.slice(0, 3), ending: 'hang' }));
  const controller = new AbortController();
  const result = streamText({ model, messages: [user('level?')], abortSignal: controller.signal });
  for await (const part of result.fullStream) if (part.type === 'reasoning-delta') controller.abort();
  expect(await spoken()).toEqual(['level?']);
});

it('R-57 a stream that breaks off reaches the caller unchanged, and its text so far is kept', async () => {
  const { model, stored, spoken } = setUp(() => ({ stream: halfAnAnswer, ending: 'error' }));
  const { stream } = await model.doStream({ prompt: question });
  await expect(Array.fromAsync(stream)).rejects.toThrow('529 overloaded');
  expect(await spoken()).toEqual(['level?', 'The level is 4']);
  expect(JSON.stringify((await stored())[1]!.extra)).toContain('"interrupted":"error"');
});

it('R-57 an error inside the stream reaches the caller, and the text before it is kept', async () => {
  const error = new Error('529 overloaded');
  const { model, spoken } = setUp(() => ({
    stream: [...halfAnAnswer, { type: 'error', error }],
    ending: 'end',
  }));
  const errors: unknown[] = [];
  const result = streamText({
    model,
    messages: [user('level?')],
    onError: (event) => void errors.push(event.error),
  });
  await result.consumeStream();
  expect(errors).toEqual([error]);
  expect(await spoken()).toEqual(['level?', 'The level is 4']);
});

it('R-57 a reader that stops reading ends the answer', async () => {
  const { model, spoken } = setUp(() => ({ stream: halfAnAnswer, ending: 'hang' }));
  const { stream } = await model.doStream({ prompt: question });
  const reader = stream.getReader();
  for (let part = 0; part < halfAnAnswer.length; part += 1) await reader.read();
  await reader.cancel();
  expect(await spoken()).toEqual(['level?', 'The level is 4']);
});

it('R-57 an error of the provider is the same object, and the retry adds nothing', async () => {
  const failure = Object.assign(new Error('401'), { statusCode: 401 });
  const { model, spoken } = setUp((_request, index) => {
    if (index < 2) throw failure;
    return 'Now.';
  });
  const call = () => generateText({ model, messages: [user('level?')], maxRetries: 0 });
  await expect(call()).rejects.toBe(failure);
  await expect(model.doStream({ prompt: question })).rejects.toBe(failure);
  expect((await call()).text).toBe('Now.');
  expect(await spoken()).toEqual(['level?', 'Now.']);
});

it('R-57 a thread can be continued after an error in the middle of a tool loop', async () => {
  const { model, provider, spoken } = setUp((_request, index) => {
    if (index === 1) throw new Error('500');
    if (index === 0) return [{ type: 'tool-call', toolCallId: 'c1', toolName: 'level', input: '{}' }];
    return 'Good.';
  });
  const call = (messages: ModelMessage[]) =>
    generateText({
      model,
      messages,
      maxRetries: 0,
      stopWhen: ({ steps }) => steps.length > 3,
      tools: { level: { inputSchema: z.object({}), execute: async () => 4.21 } },
    });
  await expect(call([user('level?')])).rejects.toThrow('500');
  expect(await spoken()).toEqual(['level?', 'tool-call', 'tool-result']);
  await call([user('level?'), user('are you there?')]);
  expect(provider.requests.at(-1)!.problems).toEqual([]);
  expect(textsOf(provider.requests.at(-1)!.call, 'user')).toEqual(['level?', 'are you there?']);
});

it('R-57 structured output works, and is stored as the text it is', async () => {
  const { model, spoken } = setUp(() => '{"level":4.21}');
  const { output } = await generateText({
    model,
    messages: [user('level?')],
    output: Output.object({ schema: z.object({ level: z.number() }) }),
  });
  expect(output).toEqual({ level: 4.21 });
  expect(await spoken()).toEqual(['level?', '{"level":4.21}']);
});
