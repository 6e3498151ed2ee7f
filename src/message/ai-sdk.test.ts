import { type ModelMessage as InstalledModelMessage, modelMessageSchema } from 'ai';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  base64Arbitrary,
  callIdArbitrary,
  conversationOf,
  jsonArbitrary,
  jsonObjectArbitrary,
  textArbitrary,
  toolNameArbitrary,
} from '../../test/arbitraries.ts';
import { modelMessageProblems } from '../../test/provider-rules.ts';
import { webUrl } from '../../test/web-addresses.ts';
import { fromModelMessage, toModelMessages } from './ai-sdk.ts';
import type { ModelMessage } from './ai-sdk-shapes.ts';

const roundTrip = (message: object) => toModelMessages([fromModelMessage(message as ModelMessage)]);
/** The message after storing and reading it. */
const storedTrip = (message: object) =>
  toModelMessages([JSON.parse(JSON.stringify(fromModelMessage(message as ModelMessage)))]);

const options = fc.option(fc.record({ anthropic: jsonObjectArbitrary }), { nil: undefined });
const unknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ novel: jsonArbitrary }) },
);
const withUnknown = <Value extends object>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<object> =>
  fc.tuple(arbitrary, options, unknown).map(([value, providerOptions, rest]) => ({
    ...rest,
    ...value,
    ...(providerOptions && { providerOptions }),
  }));

const url = webUrl.map((text) => new URL(text));
const tagged = fc.oneof(
  base64Arbitrary.map((data) => ({ type: 'data', data })),
  url.map((value) => ({ type: 'url', url: value })),
  textArbitrary.map((text) => ({ type: 'text', text })),
  fc.constant({ type: 'reference', reference: { openai: 'file-1' } }),
);
const textPart = withUnknown(fc.record({ type: fc.constant('text'), text: textArbitrary }));
const filePart = withUnknown(
  fc.record(
    {
      type: fc.constant('file'),
      data: fc.oneof(tagged, base64Arbitrary, url, webUrl, fc.constant({ openai: 'file-2' })),
      mediaType: fc.constantFrom('image/png', 'application/pdf', 'image', 'text/plain'),
      filename: fc.constant('a.bin'),
    },
    { requiredKeys: ['type', 'data', 'mediaType'] },
  ),
);
const imagePart = withUnknown(
  fc.record(
    {
      type: fc.constant('image'),
      image: fc.oneof(
        base64Arbitrary,
        url,
        fc.constant('data:image/png;base64,iVBORw0KGgo='),
        fc.constant({ openai: 'f' }),
      ),
      mediaType: fc.constantFrom('image/png', 'image/*'),
    },
    { requiredKeys: ['type', 'image'] },
  ),
);
const outputItem = withUnknown(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text: textArbitrary }),
    fc.record({ type: fc.constant('file'), data: tagged, mediaType: fc.constant('image/png') }),
    fc.record({
      type: fc.constantFrom('file-data', 'image-data'),
      data: base64Arbitrary,
      mediaType: fc.constant('image/png'),
    }),
    fc.record({ type: fc.constantFrom('file-url', 'image-url'), url: webUrl }),
    fc.record({ type: fc.constant('file-id'), fileId: fc.string() }),
    fc.record({ type: fc.constant('custom') }),
  ),
);
const output = withUnknown(
  fc.oneof(
    fc.record({ type: fc.constantFrom('text', 'error-text'), value: textArbitrary }),
    fc.record({ type: fc.constantFrom('json', 'error-json'), value: jsonArbitrary }),
    fc.record({ type: fc.constant('execution-denied'), reason: textArbitrary }, { requiredKeys: ['type'] }),
    fc.record({ type: fc.constant('content'), value: fc.array(outputItem, { maxLength: 3 }) }),
  ),
);
const toolCall = withUnknown(
  fc.record({
    type: fc.constant('tool-call'),
    toolCallId: callIdArbitrary,
    toolName: toolNameArbitrary,
    input: jsonArbitrary,
  }),
);
const toolResult = withUnknown(
  fc.record({
    type: fc.constant('tool-result'),
    toolCallId: callIdArbitrary,
    toolName: toolNameArbitrary,
    output,
  }),
);
const assistantPart = fc.oneof(
  textPart,
  filePart,
  toolCall,
  toolResult,
  withUnknown(fc.record({ type: fc.constant('reasoning'), text: textArbitrary })),
  withUnknown(fc.record({ type: fc.constant('custom'), kind: fc.constant('openai.compaction') })),
  withUnknown(
    fc.record({
      type: fc.constant('reasoning-file'),
      data: tagged.filter((data) => data.type === 'data'),
      mediaType: fc.constant('image/png'),
    }),
  ),
  fc.record({
    type: fc.constant('tool-approval-request'),
    approvalId: fc.string(),
    toolCallId: callIdArbitrary,
  }),
);
const message = withUnknown(
  fc.oneof(
    fc.record({ role: fc.constant('system'), content: textArbitrary }),
    fc.record({
      role: fc.constant('user'),
      content: fc.oneof(textArbitrary, fc.array(fc.oneof(textPart, filePart, imagePart), { maxLength: 3 })),
    }),
    fc.record({
      role: fc.constant('assistant'),
      content: fc.oneof(textArbitrary, fc.array(assistantPart, { maxLength: 4 })),
    }),
    fc.record({
      role: fc.constant('tool'),
      content: fc.array(
        fc.oneof(
          toolResult,
          fc.record({
            type: fc.constant('tool-approval-response'),
            approvalId: fc.string(),
            approved: fc.boolean(),
          }),
        ),
        { maxLength: 3 },
      ),
    }),
  ),
);

describe('AI SDK messages', () => {
  it('R-46 our types fit the ones of the installed SDK, both ways', () => {
    expectTypeOf<ModelMessage>().toExtend<InstalledModelMessage>();
    expectTypeOf<InstalledModelMessage>().toExtend<ModelMessage>();
    const messages: InstalledModelMessage[] = toModelMessages([
      fromModelMessage({ role: 'user', content: 'hi' } satisfies InstalledModelMessage),
    ]);
    expect(messages).toEqual([{ role: 'user', content: 'hi' }]);
  });

  it('R-46 every message comes back as it was, also through storage', () => {
    fc.assert(
      fc.property(message, (original) => {
        expect(roundTrip(original)).toEqual([original]);
        expect(storedTrip(original)).toEqual([original]);
      }),
      { numRuns: 300 },
    );
  });

  it('R-46 bytes come back as base64', () => {
    const bytes = new Uint8Array([0, 255, 16, 3]);
    const part = { type: 'file' as const, mediaType: 'image/png' };
    expect(
      roundTrip({
        role: 'user',
        content: [
          { ...part, data: bytes },
          { ...part, data: { type: 'data', data: bytes.buffer } },
        ],
      }),
    ).toEqual([
      {
        role: 'user',
        content: [
          { ...part, data: 'AP8QAw==' },
          { ...part, data: { type: 'data', data: 'AP8QAw==' } },
        ],
      },
    ]);
  });

  it('I-8 R-46 what is rendered from any careful conversation passes the schema of the SDK, tool pairs adjacent', () => {
    fc.assert(
      fc.property(conversationOf({ faults: false }), (conversation) => {
        const messages = toModelMessages(conversation);
        for (const each of messages) expect(modelMessageSchema.safeParse(each).error).toBeUndefined();
        expect(modelMessageProblems(messages)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('R-46 what is rendered from any conversation passes the schema of the SDK', () => {
    fc.assert(
      fc.property(conversationOf(), (conversation) => {
        for (const each of toModelMessages(conversation)) {
          expect(modelMessageSchema.safeParse(each).error).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('I-8 results a provider got by itself stay in the assistant message', () => {
    const original: ModelMessage = {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'c1',
          toolName: 'web_search',
          input: { q: 'x' },
          providerExecuted: true,
        },
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'web_search',
          output: { type: 'json', value: [1] },
        },
        { type: 'text', text: 'done' },
      ],
    };
    expect(roundTrip(original)).toEqual([original]);
  });

  it('R-46 names the field of a bad message', () => {
    expect(() =>
      fromModelMessage({ role: 'user', content: [{ type: 'text' }] } as never, { field: 'messages[3]' }),
    ).toThrow('messages[3].content[0].text must be a string');
    expect(() =>
      fromModelMessage({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'b', output: {} }],
      } as never),
    ).toThrow("message.content[0].output.type must be one of 'text', 'json'");
  });
});
