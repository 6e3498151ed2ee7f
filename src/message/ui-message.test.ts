import { convertToModelMessages, type UIMessage as SdkMessage, safeValidateUIMessages } from 'ai';
import { describe, expect, it } from 'vitest';
import { anthropicProblems, chatProblems, modelMessageProblems } from '../../test/provider-rules.ts';
import { toModelMessages } from './ai-sdk.ts';
import { toAnthropic } from './anthropic.ts';
import { normalizeMessage } from './normalize.ts';
import { toOpenAIChat } from './openai-chat.ts';
import { toUIMessages } from './ui-message.ts';

/** Two steps, the first with two parallel calls. */
const answer: SdkMessage = {
  id: 'a1',
  role: 'assistant',
  metadata: { mood: 'good' },
  parts: [
    { type: 'step-start' },
    { type: 'reasoning', text: 'Look both up.', providerMetadata: { anthropic: { signature: 's1' } } },
    {
      type: 'tool-weather',
      toolCallId: 'c1',
      state: 'output-available',
      input: { city: 'Oslo' },
      output: { celsius: 4 },
    },
    {
      type: 'dynamic-tool',
      toolName: 'tides',
      toolCallId: 'c2',
      state: 'output-error',
      input: { port: 'Oslo' },
      errorText: 'no such port',
    },
    { type: 'step-start' },
    { type: 'text', text: 'It is 4 degrees.', state: 'done' },
    { type: 'data-chart', data: { points: [1, 2] } },
    { type: 'source-url', sourceId: 's', url: 'https://example.com' },
  ],
};
const question: SdkMessage = {
  id: 'u1',
  role: 'user',
  parts: [
    { type: 'text', text: 'And in Oslo?' },
    { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' },
  ],
};

describe('messages an app shows', () => {
  it('R-46 are read with their calls and results, parallel calls together', () => {
    const { role, parts, id } = normalizeMessage(answer);
    expect({ id, role }).toEqual({ id: 'a1', role: 'assistant' });
    expect(parts.map(({ type }) => type)).toEqual([
      'opaque',
      'reasoning',
      'tool-call',
      'tool-call',
      'tool-result',
      'tool-result',
      'opaque',
      'text',
      'opaque',
      'opaque',
    ]);
    expect(normalizeMessage(question).parts[1]).toEqual({
      type: 'file',
      mediaType: 'image/png',
      data: 'iVBORw0KGgo=',
    });
  });

  it('R-46 become what each provider takes', () => {
    const content = [normalizeMessage(question), normalizeMessage(answer)];
    expect(modelMessageProblems(toModelMessages(content) as never)).toEqual([]);
    expect(chatProblems(toOpenAIChat(content) as never)).toEqual([]);
    expect(anthropicProblems(toAnthropic(content, { forRequest: true }) as never)).toEqual([]);
    expect(toModelMessages(content).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
  });

  it('R-46 are given back as they came, except for the progress of streaming', () => {
    const back = toUIMessages([question, answer].map((message) => normalizeMessage(message)));
    const { state: _state, ...text } = answer.parts[5] as { state: string };
    expect(back).toEqual([question, { ...answer, parts: answer.parts.with(5, text as never) }]);
  });

  it('R-46 are made of any conversation, and the AI SDK takes them', async () => {
    const content = [
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, tool_calls: [call('c1', 'weather', '{"city":"Oslo"}')] },
      { role: 'tool', tool_call_id: 'c1', content: '4 degrees' },
      { role: 'assistant', content: 'It is 4 degrees.' },
      { role: 'user', content: 'Thanks.' },
      { role: 'assistant', content: 'Gladly.' },
      { role: 'assistant', content: 'Anything else?' },
    ].map((message, index) => ({ ...normalizeMessage(message as never), id: `m${index}` }));
    const messages = toUIMessages(content);
    expect(messages.map(({ id, parts }) => [id, parts.map(({ type }) => type)])).toEqual([
      ['m0', ['text']],
      ['m1', ['tool-weather', 'step-start', 'text']],
      ['m4', ['text']],
      ['m5', ['text']],
      ['m6', ['text']],
    ]);
    const checked = await safeValidateUIMessages({ messages });
    expect(checked.success).toBe(true);
    const sent = await convertToModelMessages(messages);
    expect(sent.map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
      ...['user', 'assistant', 'assistant'],
    ]);
  });

  it('R-46 a call that is still being streamed is left out, and an unknown state is refused by name', () => {
    const part = { type: 'tool-weather', toolCallId: 'c', input: {} };
    const streaming = { id: 'a', role: 'assistant', parts: [{ ...part, state: 'input-streaming' }] } as const;
    expect(normalizeMessage(streaming).parts).toEqual([]);
    const strange = { id: 'a', role: 'assistant', parts: [{ ...part, state: 'guessed' }] } as const;
    expect(() => normalizeMessage(strange)).toThrow(/message\.parts\[0\]\.state must be one of/u);
  });
});

function call(id: string, name: string, args: string) {
  return { id, type: 'function', function: { name, arguments: args } };
}
