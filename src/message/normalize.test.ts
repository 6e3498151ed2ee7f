import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageContentArbitrary } from '../../test/arbitraries.ts';
import { isEverthreadError } from '../errors.ts';
import { toAnthropic } from './anthropic.ts';
import { detectFormat } from './detect-format.ts';
import { hashMessage } from './hash.ts';
import type { MessageContent } from './message.ts';
import { type MessageInput, normalizeMessage, normalizeSteps } from './normalize.ts';
import { toOpenAIChat } from './openai-chat.ts';

function failure(input: unknown, field?: string): { field: string | undefined; message: string } {
  try {
    normalizeMessage(input as MessageInput, field === undefined ? {} : { field });
  } catch (error) {
    if (isEverthreadError(error, 'invalid_input')) return { field: error.field, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('normalizing messages', () => {
  it('R-48 pauses between the steps of a message with many parts, and of no other', () => {
    const message = (parts: number): MessageInput => ({
      role: 'tool',
      parts: Array.from({ length: parts }, (_, index) => ({
        type: 'tool-result',
        callId: `call_${index}`,
        output: `line ${index}`,
      })),
    });
    expect([...normalizeSteps(message(10_000))]).toHaveLength(2);
    expect([...normalizeSteps(message(10))]).toHaveLength(0);
  });

  it('R-48 R-56 plain text is read by a fast path, with the same result as text in parts', () => {
    for (const role of ['user', 'assistant', 'system'] as const) {
      for (const time of [{}, { createdAt: '2026-01-02T03:04:05Z' }, { createdAt: 1_700_000_000 }] as const) {
        const text = 'Use tabs.';
        const inParts = { role, parts: [{ type: 'text' as const, text }], ...time } as MessageInput;
        const plain = { role, content: text, ...time } as MessageInput;
        expect(normalizeMessage(plain)).toStrictEqual(normalizeMessage(inParts));
      }
    }
    expect(failure({ role: 'user', content: 'hi', createdAt: 'soon' }).field).toBe('message.createdAt');
    expect(failure({ role: 'tool', content: 'hi' }).field).toBe('message.content');
    expect(
      normalizeMessage({ role: 'user', content: 'hi', stop_reason: null } as unknown as MessageInput),
    ).toEqual(expect.objectContaining({ extra: expect.anything() }));
  });

  it('R-56 a role and a text are enough', () => {
    expect(normalizeMessage({ role: 'user', content: 'hi' })).toStrictEqual({
      role: 'user',
      parts: [{ type: 'text', text: 'hi' }],
    });
  });

  it('R-56 id and time are taken over, the time in any form', () => {
    const expected = {
      role: 'user',
      parts: [{ type: 'text', text: 'hi' }],
      id: 'm1',
      createdAt: '2026-01-02T03:04:05.000Z',
    };
    const time = new Date('2026-01-02T03:04:05Z');
    for (const createdAt of [time, time.getTime(), '2026-01-02T03:04:05Z', '2026-01-02T05:04:05+02:00']) {
      expect(normalizeMessage({ role: 'user', content: 'hi', id: 'm1', createdAt })).toStrictEqual(expected);
    }
  });

  it('I-1 a message of our own comes through unchanged, and apart from the one given', () => {
    fc.assert(
      fc.property(messageContentArbitrary, (content) => {
        const normalized = normalizeMessage(content);
        expect(JSON.stringify(normalized, sorted)).toBe(JSON.stringify(content, sorted));
        expect(normalized.parts).not.toBe(content.parts);
        expect(normalizeMessage(JSON.parse(JSON.stringify(normalized)))).toEqual(content);
      }),
    );
  });

  it('R-20 a stored message without a type is a message', () => {
    const stored = {
      id: 'old',
      role: 'assistant',
      content: 'from before',
      createdAt: '2024-01-01T00:00:00.000Z',
    } as const;
    expect(normalizeMessage(stored)).toMatchObject({
      id: 'old',
      role: 'assistant',
      parts: [{ text: 'from before' }],
    });
    const typed = {
      ...stored,
      type: 'message',
      seq: 4,
      threadId: 't',
      tokens: 3,
      parts: [{ type: 'text', text: 'x' }],
      content: undefined,
    };
    expect(normalizeMessage(typed as never)).toMatchObject({ parts: [{ text: 'x' }] });
  });

  it.each([
    ['everthread', { role: 'user', content: 'x' }],
    [
      'everthread',
      { role: 'user', content: [{ type: 'text', text: 'x' }], name: 'ann', id: '1', createdAt: 0 },
    ],
    ['everthread', { role: 'tool', parts: [{ type: 'tool-result', callId: 'a', output: 1 }] }],
    ['everthread', { role: 'tool', content: [{ type: 'tool-result', callId: 'a', output: 1 }] }],
    ['everthread', { role: 'user', content: [{ type: 'file', mediaType: 'image/*', url: 'https://a.b/c' }] }],
    ['openai-chat', { role: 'developer', content: 'x' }],
    ['openai-chat', { role: 'user', content: 'x', unheard: 1 }],
    ['openai-chat', { role: 'tool', tool_call_id: 'a', content: 'x' }],
    ['openai-chat', { role: 'assistant', content: null, refusal: null }],
    ['openai-chat', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.b/c' } }] }],
    ['openai-responses', { type: 'function_call_output', call_id: 'a', output: 'x' }],
    ['openai-responses', { type: 'message', role: 'user', content: 'x' }],
    [
      'openai-responses',
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
    ],
    ['openai-chat', { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }],
    ['openai-responses', { role: 'user', content: [{ type: 'input_text', text: 'x' }] }],
    [
      'anthropic',
      { role: 'user', content: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] },
    ],
    ['anthropic', { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'u' } }] }],
    [
      'anthropic',
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'text', text: 'x' }],
        stop_reason: 'end_turn',
      },
    ],
    [
      'anthropic',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_use', id: 'a', name: 'b', input: {} },
        ],
      },
    ],
    [
      'ai-sdk',
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {} }] },
    ],
    ['ai-sdk', { role: 'user', content: [{ type: 'image', image: 'AAAA' }] }],
    ['ai-sdk', { role: 'user', content: 'x', providerOptions: {} }],
    [undefined, { role: 'user', content: [{ type: 'hologram' }] }],
  ])('R-46 knows %s by its shape', (format, message) => {
    expect(detectFormat(message)).toBe(format);
    if (format !== undefined)
      expect(normalizeMessage(message as MessageInput).parts.length).toBeGreaterThanOrEqual(0);
  });

  it('R-46 a developer message is a system message, and a developer message again for OpenAI', () => {
    const message = normalizeMessage({ role: 'developer', content: 'be brief' });
    expect(message.role).toBe('system');
    expect(toOpenAIChat([message])).toEqual([{ role: 'developer', content: 'be brief' }]);
  });

  it('R-46 unknown members are kept', () => {
    const message = { role: 'user', content: 'x', weight: 0.5 };
    expect(toOpenAIChat([normalizeMessage(message as never)])).toEqual([message]);
  });

  it('R-46 a format that is known need not be guessed', () => {
    const message = { role: 'user', content: 'x', unheard: 1 };
    expect(toAnthropic([normalizeMessage(message as never, { format: 'anthropic' })])).toEqual({
      messages: [message],
    });
    expect(() => normalizeMessage(message as never, { format: 'smoke' as never })).toThrow(
      "format must be one of 'ai-sdk'",
    );
  });

  it('§8 bytes and URLs of AI SDK files become text', () => {
    const message = normalizeMessage({
      role: 'user',
      content: [
        { type: 'file', mediaType: 'image/png', data: new Uint8Array([1, 2, 3]) },
        { type: 'image', image: new URL('https://example.com/a.png') },
      ],
    });
    expect(message.parts).toMatchObject([
      { type: 'file', data: 'AQID' },
      { type: 'file', url: 'https://example.com/a.png' },
    ]);
    expect(JSON.parse(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    ['no object', 'hi', 'messages[3]', 'an object with a role and content'],
    [
      'no role',
      { content: 'x' },
      'messages[3].role',
      "one of 'system', 'user', 'assistant', 'tool', 'developer'",
    ],
    ['an unknown role', { role: 'robot', content: 'x' }, 'messages[3].role', '"robot"'],
    ['no content', { role: 'user' }, 'messages[3].content', 'a string or an array'],
    ['a number', { role: 'user', content: 5 }, 'messages[3].content', 'got 5'],
    [
      'an unknown block',
      { role: 'user', content: [{ type: 'hologram' }] },
      'messages[3].content[0].type',
      "one of 'text', 'image'",
    ],
    [
      'a block without a type',
      { role: 'user', content: [{ text: 'x' }] },
      'messages[3].content[0].type',
      'got undefined',
    ],
    [
      'a block that is none',
      { role: 'user', content: ['x'] },
      'messages[3].content[0]',
      'an object with a type',
    ],
    [
      'an unknown part',
      { role: 'user', parts: [{ type: 'hologram' }] },
      'messages[3].parts[0].type',
      "one of 'text', 'reasoning'",
    ],
    [
      'a part without text',
      { role: 'user', parts: [{ type: 'text' }] },
      'messages[3].parts[0].text',
      'a string',
    ],
    [
      'a stranger in a part',
      { role: 'user', parts: [{ type: 'text', text: '', txt: '' }] },
      'messages[3].parts[0].txt',
      'left out',
    ],
    ['a stranger beside parts', { role: 'user', parts: [], colour: 'red' }, 'messages[3].colour', 'left out'],
    [
      'a file with data and url',
      { role: 'user', parts: [{ type: 'file', mediaType: 'a/b', data: '', url: '' }] },
      'messages[3].parts[0]',
      'either data (base64) or url',
    ],
    ['a tool without a call', { role: 'tool', content: 'x' }, 'messages[3].content', 'each with a callId'],
    [
      'a tool that talks',
      { role: 'tool', parts: [{ type: 'text', text: 'x' }] },
      'messages[3].parts[0].type',
      "'tool-result'",
    ],
    ['an empty id', { role: 'user', content: 'x', id: '' }, 'messages[3].id', 'not empty'],
    ['an id of another kind', { role: 'user', content: 'x', id: 5 }, 'messages[3].id', 'got 5'],
    [
      'a time that is none',
      { role: 'user', content: 'x', createdAt: 'soon' },
      'messages[3].createdAt',
      'an ISO time',
    ],
    [
      'another type',
      { role: 'user', content: [], parts: [], type: 'summary' },
      'messages[3].type',
      "'message'",
    ],
    [
      'a bad tool input',
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'b', input: { n: 1n } }],
      },
      'messages[3].content[0].input.n',
      'a JSON value',
    ],
  ])('§8 %s is refused with the field and what is accepted', (_name, input, field, words) => {
    const error = failure(input, 'messages[3]');
    expect(error.field).toBe(field);
    expect(error.message).toContain(words);
  });

  it('§8 empty messages, NUL, lone surrogates and hostile keys are kept faithfully', () => {
    expect(normalizeMessage({ role: 'user', content: '' }).parts).toEqual([{ type: 'text', text: '' }]);
    expect(normalizeMessage({ role: 'user', content: [] }).parts).toEqual([]);
    expect(normalizeMessage({ role: 'user', content: 'a\u0000\ud83d' }).parts).toEqual([
      { type: 'text', text: 'a\u0000\ud83d' },
    ]);
    const hostile = JSON.parse(
      '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":{"__proto__":{"x":1}},"__proto__":2}],"__proto__":3}',
    );
    const message = normalizeMessage(hostile);
    expect(JSON.stringify(toAnthropic([message]).messages[0], sorted)).toBe(JSON.stringify(hostile, sorted));
  });

  it('I-9 a member called __proto__ counts in the hash', () => {
    const withInput = (input: string): MessageContent => ({
      role: 'assistant',
      parts: [{ type: 'tool-call', callId: 'a', name: 'b', input: JSON.parse(input) }],
    });
    expect(hashMessage(withInput('{"__proto__":1}'))).not.toBe(hashMessage(withInput('{}')));
  });
});

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('origin', () => {
  it('R-41 is taken from our own shapes and checked; a provider’s member of that name is left to it', () => {
    const origin = { kind: 'embedded-reply' as const, sources: ['m1', 'm1', 'm2'] };
    expect(normalizeMessage({ role: 'assistant', content: 'x', origin }).origin).toEqual({
      kind: 'embedded-reply',
      sources: ['m1', 'm2'],
    });
    const wrong = (given: object) => () =>
      normalizeMessage({ role: 'assistant', content: 'x', origin: given as never });
    expect(wrong({ kind: 'title', sources: [] })).toThrow(/message\.origin\.kind.*'lookup'/u);
    expect(wrong({ kind: 'lookup', sources: 'm1' })).toThrow(/message\.origin\.sources/u);
    expect(wrong({ kind: 'lookup', sources: [1] })).toThrow(/message\.origin\.sources\[0\]/u);
    const strange = normalizeMessage({ role: 'user', content: 'x', origin: 'web' } as never);
    expect(strange.origin).toBeUndefined();
    expect(JSON.stringify(strange.extra)).toContain('web');
  });
});
