import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Arbitrary,
  callIdArbitrary,
  conversationOf,
  jsonArbitrary,
  textArbitrary,
  toolNameArbitrary,
} from '../../test/arbitraries.ts';
import { anthropicProblems } from '../../test/provider-rules.ts';
import { webUrl } from '../../test/web-addresses.ts';
import { fromAnthropic, fromAnthropicSystem, toAnthropic } from './anthropic.ts';
import type { AnthropicMessage, AnthropicSystem } from './anthropic-shapes.ts';

const storedTrip = (message: object) =>
  toAnthropic([JSON.parse(JSON.stringify(fromAnthropic(message as AnthropicMessage)))]);

const unknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ cache_control: fc.constant({ type: 'ephemeral' }) }) },
  { weight: 1, arbitrary: fc.record({ novel: jsonArbitrary, $everthread: jsonArbitrary }) },
);
const withUnknown = (arbitrary: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.tuple(arbitrary, unknown).map(([value, rest]) => ({ ...rest, ...value }));

const source = withUnknown(
  fc.oneof(
    fc.record({
      type: fc.constant('base64'),
      media_type: fc.constantFrom('image/png', 'image/bmp', 'application/pdf'),
      data: base64Arbitrary,
    }),
    fc.record({ type: fc.constant('url'), url: webUrl }),
    fc.record({ type: fc.constant('file'), file_id: fc.string() }),
    fc.record({ type: fc.constant('text'), media_type: fc.constant('text/plain'), data: textArbitrary }),
    fc.record({ type: fc.constant('content'), content: textArbitrary }),
  ),
);
const text = withUnknown(fc.record({ type: fc.constant('text'), text: textArbitrary }));
const spoken = fc.oneof(
  text,
  withUnknown(
    fc.record(
      { type: fc.constantFrom('image', 'document'), source, title: fc.string() },
      { requiredKeys: ['type', 'source'] },
    ),
  ),
  fc.record({ type: fc.constantFrom('search_result', 'container_upload'), data: jsonArbitrary }),
);
const toolResult = withUnknown(
  fc.record(
    {
      type: fc.constant('tool_result'),
      tool_use_id: callIdArbitrary,
      content: fc.oneof(textArbitrary, fc.array(spoken, { maxLength: 3 })),
      is_error: fc.oneof(fc.boolean(), fc.constant(null)),
    },
    { requiredKeys: ['type', 'tool_use_id'] },
  ),
);
const assistantBlock = fc.oneof(
  text,
  withUnknown(
    fc.record({
      type: fc.constant('tool_use'),
      id: callIdArbitrary,
      name: toolNameArbitrary,
      input: jsonArbitrary,
    }),
  ),
  withUnknown(
    fc.record(
      { type: fc.constant('thinking'), thinking: textArbitrary, signature: fc.base64String() },
      { requiredKeys: ['type', 'thinking'] },
    ),
  ),
  fc.record({
    type: fc.constantFrom('redacted_thinking', 'server_tool_use', 'web_search_tool_result'),
    data: jsonArbitrary,
  }),
);
const message = withUnknown(
  fc.oneof(
    fc.record({
      role: fc.constant('user'),
      content: fc.oneof(textArbitrary, fc.array(fc.oneof(spoken, toolResult), { maxLength: 4 })),
    }),
    fc.record(
      {
        role: fc.constant('assistant'),
        content: fc.oneof(textArbitrary, fc.array(assistantBlock, { maxLength: 4 })),
        id: fc.constant('msg_1'),
        stop_reason: fc.constantFrom('end_turn', null),
        usage: fc.constant({ input_tokens: 1 }),
      },
      { requiredKeys: ['role', 'content'] },
    ),
  ),
);

describe('Anthropic messages', () => {
  it('R-46 every message comes back as it was, also through storage', () => {
    fc.assert(
      fc.property(message, (original) => {
        expect(storedTrip(original)).toEqual({ messages: [original] });
      }),
      { numRuns: 300 },
    );
  });

  it('R-46 the system parameter comes back as it was', () => {
    fc.assert(
      fc.property(fc.oneof(textArbitrary, fc.array(text, { maxLength: 3 })), (system) => {
        expect(toAnthropic([fromAnthropicSystem(system as AnthropicSystem)])).toEqual({
          system,
          messages: [],
        });
      }),
    );
  });

  it('I-8 R-46 what is rendered from any careful conversation is valid: pairs adjacent, results first, roles alternate', () => {
    fc.assert(
      fc.property(conversationOf({ faults: false }), fc.boolean(), (conversation, forRequest) => {
        expect(anthropicProblems(toAnthropic(conversation, { forRequest }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('I-8 R-46 a request has no empty text, starts with the user and alternates, whatever the conversation', () => {
    fc.assert(
      fc.property(conversationOf(), (conversation) => {
        const { messages } = toAnthropic(conversation, { forRequest: true });
        if (messages.length > 0) expect(messages[0]!.role).toBe('user');
        messages.forEach((each, index) => {
          expect(each.role).not.toBe(messages[index - 1]?.role);
          const blocks =
            typeof each.content === 'string' ? [{ type: 'text', text: each.content }] : each.content;
          expect(blocks.length).toBeGreaterThan(0);
          for (const block of blocks)
            if (block.type === 'text') expect((block as { text: string }).text.trim()).not.toBe('');
        });
      }),
      { numRuns: 300 },
    );
  });

  it('R-46 a user message of nothing but results is a tool message', () => {
    const result = { type: 'tool_result' as const, tool_use_id: 'a', content: 'ok' };
    expect(fromAnthropic({ role: 'user', content: [result] }).role).toBe('tool');
    expect(fromAnthropic({ role: 'user', content: [result, { type: 'text', text: 'and now?' }] }).role).toBe(
      'user',
    );
  });

  it('R-46 a request leaves out what only answers have, and puts results first', () => {
    const answer = fromAnthropic({
      id: 'msg_1',
      type: 'message',
      model: 'm',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 1 },
    } as never);
    const reply = fromAnthropic({
      role: 'user',
      content: [
        { type: 'text', text: 'here' },
        { type: 'tool_result', tool_use_id: 'a' },
      ],
    });
    expect(
      toAnthropic([{ role: 'user', parts: [{ type: 'text', text: 'go' }] }, answer, reply], {
        forRequest: true,
      }).messages,
    ).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'text', text: 'here' },
        ],
      },
    ]);
  });

  it('I-7 a system message that comes late stays in its place', () => {
    const prompt = toAnthropic([
      { role: 'system', parts: [{ type: 'text', text: 'rules' }] },
      { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
      { role: 'system', parts: [{ type: 'text', text: 'recalled' }] },
    ]);
    expect(prompt).toEqual({
      system: 'rules',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi' },
            { type: 'text', text: '<system>\nrecalled\n</system>' },
          ],
        },
      ],
    });
  });

  it('R-46 names the field of a bad message', () => {
    expect(() => fromAnthropic({ role: 'system', content: 'x' } as never)).toThrow(
      "message.role must be one of 'user', 'assistant'",
    );
    expect(() =>
      fromAnthropic({ role: 'user', content: [{ text: 'x' }] } as never, { field: 'messages[3]' }),
    ).toThrow("messages[3].content[0].type must be one of 'text', 'image'");
    expect(() =>
      fromAnthropic({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 3 }],
      } as never),
    ).toThrow('message.content[0].content must be a string or an array of content blocks');
  });
});
