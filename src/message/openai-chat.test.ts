import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Arbitrary,
  callIdArbitrary,
  conversationOf,
  jsonArbitrary,
  jsonObjectArbitrary,
  textArbitrary,
  toolNameArbitrary,
} from '../../test/arbitraries.ts';
import { chatProblems } from '../../test/provider-rules.ts';
import { webUrl } from '../../test/web-addresses.ts';
import type { MessageContent } from './message.ts';
import { fromOpenAIChat, toOpenAIChat } from './openai-chat.ts';
import type { OpenAIChatMessage } from './openai-chat-shapes.ts';

const storedTrip = (message: object) =>
  toOpenAIChat([JSON.parse(JSON.stringify(fromOpenAIChat(message as OpenAIChatMessage)))]);

const unknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ novel: jsonArbitrary, $everthread: jsonArbitrary }) },
);
const withUnknown = (arbitrary: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.tuple(arbitrary, unknown).map(([value, rest]) => ({ ...rest, ...value }));

const text = withUnknown(fc.record({ type: fc.constant('text'), text: textArbitrary }));
const userBlock = fc.oneof(
  text,
  withUnknown(
    fc.record({
      type: fc.constant('image_url'),
      image_url: withUnknown(
        fc.record(
          {
            url: fc.oneof(
              webUrl,
              base64Arbitrary.map((data) => `data:image/png;base64,${data}`),
              fc.constant('data:text/plain,hi'),
            ),
            detail: fc.constantFrom('low', 'high'),
          },
          { requiredKeys: ['url'] },
        ),
      ),
    }),
  ),
  withUnknown(
    fc.record({
      type: fc.constant('input_audio'),
      input_audio: fc.record({ data: base64Arbitrary, format: fc.constantFrom('wav', 'mp3', 'flac') }),
    }),
  ),
  withUnknown(
    fc.record({
      type: fc.constant('file'),
      file: fc.oneof(
        fc.record(
          {
            file_data: base64Arbitrary.map((data) => `data:application/pdf;base64,${data}`),
            filename: fc.string(),
          },
          { requiredKeys: ['file_data'] },
        ),
        fc.record({ file_id: fc.string(), filename: fc.string() }, { requiredKeys: ['file_id'] }),
        fc.record({ file_data: fc.string() }),
      ),
    }),
  ),
  fc.record({ type: fc.constant('hologram'), data: jsonArbitrary }),
);
const argumentText = fc.oneof(
  jsonObjectArbitrary.map((value) => JSON.stringify(value)),
  jsonObjectArbitrary.map((value) => JSON.stringify(value, null, 2)),
  fc.constantFrom(
    '',
    '{',
    'null',
    '"text"',
    '[1, 2]',
    '{"a": 1e400, "b": -0, "c": 12345678901234567890}',
    '{"a":1,"a":2}',
  ),
);
const call = withUnknown(
  fc.oneof(
    fc.record({
      id: callIdArbitrary,
      type: fc.constant('function'),
      function: withUnknown(fc.record({ name: toolNameArbitrary, arguments: argumentText })),
    }),
    fc.record({
      id: callIdArbitrary,
      type: fc.constant('custom'),
      custom: fc.record({ name: toolNameArbitrary, input: textArbitrary }),
    }),
    fc.record({
      id: callIdArbitrary,
      function: fc.record({ name: toolNameArbitrary, arguments: argumentText }),
    }),
    fc.record({ id: callIdArbitrary, type: fc.constant('telepathy'), thought: jsonArbitrary }),
  ),
);
const message = withUnknown(
  fc.oneof(
    fc.record(
      {
        role: fc.constantFrom('system', 'developer', 'user'),
        content: fc.oneof(textArbitrary, fc.array(text, { maxLength: 3 })),
        name: fc.constant('ann'),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record({ role: fc.constant('user'), content: fc.array(userBlock, { maxLength: 4 }) }),
    fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.oneof(
          textArbitrary,
          fc.constant(null),
          fc.array(fc.oneof(text, fc.record({ type: fc.constant('refusal'), refusal: textArbitrary })), {
            maxLength: 3,
          }),
        ),
        refusal: fc.option(textArbitrary),
        reasoning_content: fc.option(textArbitrary),
        annotations: fc.constant([]),
        tool_calls: fc.oneof(fc.constant(null), fc.array(call, { maxLength: 3 })),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record({ role: fc.constant('assistant'), tool_calls: fc.array(call, { minLength: 1, maxLength: 2 }) }),
    fc.record({
      role: fc.constant('assistant'),
      content: fc.constant(null),
      function_call: fc.record({ name: toolNameArbitrary, arguments: argumentText }),
    }),
    fc.record(
      {
        role: fc.constant('tool'),
        tool_call_id: callIdArbitrary,
        content: fc.oneof(textArbitrary, fc.array(userBlock, { maxLength: 2 })),
        name: toolNameArbitrary,
      },
      { requiredKeys: ['role', 'tool_call_id', 'content'] },
    ),
    fc.record({
      role: fc.constant('function'),
      name: toolNameArbitrary,
      content: fc.oneof(textArbitrary, fc.constant(null)),
    }),
  ),
);

describe('OpenAI chat messages', () => {
  it('R-46 every message comes back as it was, also through storage', () => {
    fc.assert(
      fc.property(message, (original) => {
        expect(storedTrip(original)).toEqual([original]);
      }),
      { numRuns: 300 },
    );
  });

  it('I-8 R-46 what is rendered from any careful conversation is valid, tool pairs adjacent', () => {
    fc.assert(
      fc.property(conversationOf({ faults: false }), (conversation) => {
        expect(chatProblems(toOpenAIChat(conversation))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('I-8 parallel calls that came as single messages stand together', () => {
    const callOf = (callId: string): MessageContent => ({
      role: 'assistant',
      parts: [{ type: 'tool-call', callId, name: 'a', input: {} }],
    });
    const resultOf = (callId: string): MessageContent => ({
      role: 'tool',
      parts: [{ type: 'tool-result', callId, output: 'ok' }],
    });
    const messages = toOpenAIChat([callOf('1'), callOf('2'), resultOf('1'), resultOf('2')]);
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool']);
    expect(chatProblems(messages)).toEqual([]);
  });

  it('R-46 an image a tool returned follows the results, a failure reads as one', () => {
    const image = { type: 'file', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
    const messages = toOpenAIChat([
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', callId: '1', name: 'screenshot', input: {} },
          { type: 'tool-call', callId: '2', name: 'bash', input: { command: 'x' } },
        ],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: '1', output: [{ type: 'text', text: 'taken' }, image] }],
      },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: '2', output: 'command not found', isError: true }],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'I see.' }] },
    ]);
    expect(messages.slice(1)).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'taken\n[image: image/png]' },
      { role: 'tool', tool_call_id: '2', content: 'Error: command not found' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Returned by tool call 1:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
      { role: 'assistant', content: 'I see.' },
    ]);
  });

  it('R-46 shortened content wins over what is remembered of the original', () => {
    const content = fromOpenAIChat({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: '1', type: 'function', function: { name: 'write', arguments: '{ "text": "long" }' } },
      ],
    });
    const part = content.parts[0] as { input: unknown };
    part.input = { text: 'l…' };
    expect(toOpenAIChat([content])[0]).toMatchObject({
      tool_calls: [{ function: { arguments: '{"text":"l…"}' } }],
    });
  });

  it('§8 arguments nested a million levels deep are kept as text', () => {
    const nested = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
    const original: OpenAIChatMessage = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: '1', type: 'function', function: { name: 'deep', arguments: nested } }],
    };
    const content = fromOpenAIChat(original);
    expect(content.parts[0]).toMatchObject({ type: 'tool-call', input: nested });
    expect(toOpenAIChat([content])).toEqual([original]);
  });

  it('R-46 names the field of a bad message', () => {
    expect(() => fromOpenAIChat({ role: 'user' } as never, { field: 'messages[0]' })).toThrow(
      'messages[0].content must be a string',
    );
    expect(() => fromOpenAIChat({ role: 'robot' } as never)).toThrow(
      "message.role must be one of 'system', 'developer'",
    );
    expect(() => fromOpenAIChat({ role: 'tool', content: 'x' } as never)).toThrow(
      'message.tool_call_id must be a string',
    );
    expect(() =>
      fromOpenAIChat({
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', function: { name: 'b' } }],
      } as never),
    ).toThrow('message.tool_calls[0].function.arguments must be a string');
  });
});
