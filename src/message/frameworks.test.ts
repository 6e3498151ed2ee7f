/** Messages of frameworks whose formats are only read. */
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { type MessageInput, normalizeMessage } from './normalize.ts';

const read = (message: unknown) => normalizeMessage(message as MessageInput);

function refusal(message: unknown): string | undefined {
  try {
    read(message);
  } catch (error) {
    if (isEverthreadError(error, 'invalid_input')) return error.message;
    throw error;
  }
  return undefined;
}

describe('LangChain', () => {
  const call = { id: 'c1', name: 'weather', args: { city: 'Oslo' }, type: 'tool_call' };
  const serialized = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  });

  class HumanMessage {
    readonly type = 'human';
    content = 'hi';
    toJSON() {
      return serialized('HumanMessage', { content: this.content, id: 'm1' });
    }
  }

  it.each([
    ['plain', { type: 'human', content: 'hi', id: 'm1' }],
    ['with a role', { role: 'human', content: 'hi', id: 'm1' }],
    ['serialized', serialized('HumanMessage', { content: 'hi', id: 'm1', additional_kwargs: {} })],
    ['in chunks', serialized('HumanMessageChunk', { content: [{ type: 'text', text: 'hi' }], id: 'm1' })],
    ['stored', { type: 'human', data: { content: 'hi', id: 'm1' } }],
    ['an instance', new HumanMessage()],
  ])('R-46 a message of the user is read: %s', (_form, message) => {
    expect(read(message)).toEqual({ role: 'user', id: 'm1', parts: [{ type: 'text', text: 'hi' }] });
  });

  it('R-46 calls, results, pictures and thoughts are read', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Oslo' } },
    ];
    expect(read(serialized('AIMessage', { content, tool_calls: [call] }))).toEqual({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Looking.' },
        { type: 'tool-call', callId: 'c1', name: 'weather', input: { city: 'Oslo' } },
      ],
    });
    expect(
      read({ type: 'tool', tool_call_id: 'c1', name: 'weather', content: 'no', status: 'error' }),
    ).toEqual({
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'c1', name: 'weather', output: 'no', isError: true }],
    });
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    expect(read({ type: 'human', content: [picture] }).parts).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
    ]);
  });

  it('R-46 unknown content is refused by name', () => {
    expect(refusal(serialized('RemoveMessage', { id: 'x' }))).toMatch(
      /message\.type must be one of 'human'/u,
    );
    expect(refusal({ type: 'human', content: [{ type: 'hologram' }] })).toMatch(
      /message\.content\[0\]\.type must be one of/u,
    );
    expect(refusal({ type: 'tool', content: 'x' })).toMatch(/message\.tool_call_id must be a string/u);
  });
});

describe('Gemini', () => {
  it('R-46 texts, thoughts, pictures, calls and responses are read', () => {
    expect(read({ role: 'user', parts: [{ text: 'hi' }] })).toEqual({
      role: 'user',
      parts: [{ type: 'text', text: 'hi' }],
    });
    const parts = [
      { text: 'hm', thought: true },
      { functionCall: { id: 'c1', name: 'weather', args: { city: 'Oslo' } } },
    ];
    expect(read({ role: 'model', parts })).toEqual({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool-call', callId: 'c1', name: 'weather', input: { city: 'Oslo' } },
      ],
    });
    const response = { functionResponse: { id: 'c1', name: 'weather', response: { celsius: 4 } } };
    expect(read({ role: 'user', parts: [response] })).toEqual({
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'c1', name: 'weather', output: { celsius: 4 } }],
    });
    expect(read({ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] })).toEqual({
      role: 'user',
      parts: [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }],
    });
  });

  it('R-46 unknown content is refused by name', () => {
    expect(refusal({ role: 'model', parts: [{ functionCall: { name: 'weather', args: {} } }] })).toMatch(
      /message\.parts\[0\]\.functionCall\.id must be the id/u,
    );
    expect(refusal({ role: 'model', parts: [{ executableCode: { code: 'x' } }] })).toMatch(
      /message\.parts\[0\]\.executableCode must be a part with one of text/u,
    );
    expect(refusal({ role: 'narrator', parts: [{ text: 'x' }] })).toMatch(/message\.role must be one of/u);
  });
});

it.each(['thought', 'chat.completion', 'ChatMessage', 'user', 'event'])(
  'R-46 something of type %s is no item of the responses API, and refused by name',
  (type) => {
    expect(refusal({ type, text: 'x' })).toMatch(
      /^message\.type must be an item of the OpenAI responses API/u,
    );
  },
);

it.each(['web_search_call', 'mcp_list_tools', 'item_reference', 'hologram_call', 'compaction'])(
  'R-46 an item of type %s is one',
  (type) => {
    expect(read({ type, id: 'x' }).role).toBe('assistant');
  },
);
