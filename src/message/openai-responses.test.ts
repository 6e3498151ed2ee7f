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
import { responsesProblems } from '../../test/provider-rules.ts';
import { webUrl } from '../../test/web-addresses.ts';
import { fromOpenAIResponses, toOpenAIResponses } from './openai-responses.ts';
import type { ResponsesItem } from './openai-responses-shapes.ts';

const storedTrip = (items: readonly object[]) =>
  toOpenAIResponses(JSON.parse(JSON.stringify(fromOpenAIResponses(items as ResponsesItem[]))));

const unknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ id: fc.constant('x_1'), status: fc.constant('completed') }) },
  { weight: 1, arbitrary: fc.record({ novel: jsonArbitrary, $everthread: jsonArbitrary }) },
);
const withUnknown = (arbitrary: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc.tuple(arbitrary, unknown).map(([value, rest]) => ({ ...rest, ...value }));

const inputBlock = withUnknown(
  fc.oneof(
    fc.record({ type: fc.constantFrom('input_text', 'text'), text: textArbitrary }),
    fc.record(
      {
        type: fc.constant('input_image'),
        image_url: fc.oneof(
          webUrl,
          base64Arbitrary.map((data) => `data:image/png;base64,${data}`),
        ),
        detail: fc.constant('auto'),
      },
      { requiredKeys: ['type', 'image_url'] },
    ),
    fc.record({ type: fc.constantFrom('input_image', 'input_file'), file_id: fc.string() }),
    fc.record(
      {
        type: fc.constant('input_file'),
        file_data: base64Arbitrary.map((data) => `data:application/pdf;base64,${data}`),
        filename: fc.string(),
      },
      { requiredKeys: ['type', 'file_data'] },
    ),
    fc.record({ type: fc.constant('input_file'), file_data: base64Arbitrary }),
    fc.record({ type: fc.constant('input_file'), file_url: webUrl }),
    fc.record({ type: fc.constant('input_smell'), smell: jsonArbitrary }),
  ),
);
const outputBlock = withUnknown(
  fc.oneof(
    fc.record(
      { type: fc.constant('output_text'), text: textArbitrary, annotations: fc.constant([]) },
      { requiredKeys: ['type', 'text'] },
    ),
    fc.record({ type: fc.constant('refusal'), refusal: textArbitrary }),
    fc.record({ type: fc.constant('output_smell'), smell: jsonArbitrary }),
  ),
);
const item = withUnknown(
  fc.oneof(
    fc.record(
      {
        type: fc.constant('message'),
        role: fc.constantFrom('system', 'developer', 'user'),
        content: fc.oneof(textArbitrary, fc.array(inputBlock, { maxLength: 3 })),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record(
      {
        type: fc.constant('message'),
        role: fc.constant('assistant'),
        content: fc.oneof(textArbitrary, fc.array(outputBlock, { maxLength: 3 })),
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record({
      type: fc.constant('function_call'),
      call_id: callIdArbitrary,
      name: toolNameArbitrary,
      arguments: fc.oneof(
        jsonObjectArbitrary.map((value) => JSON.stringify(value)),
        textArbitrary,
      ),
    }),
    fc.record({
      type: fc.constant('custom_tool_call'),
      call_id: callIdArbitrary,
      name: toolNameArbitrary,
      input: textArbitrary,
    }),
    fc.record({
      type: fc.constant('local_shell_call'),
      call_id: callIdArbitrary,
      action: jsonObjectArbitrary,
    }),
    fc.record({
      type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
      call_id: callIdArbitrary,
      output: fc.oneof(textArbitrary, fc.array(inputBlock, { maxLength: 2 })),
    }),
    fc.record({ type: fc.constant('local_shell_call_output'), id: callIdArbitrary, output: jsonArbitrary }),
    fc.record({
      type: fc.constant('computer_call_output'),
      call_id: callIdArbitrary,
      output: jsonObjectArbitrary,
    }),
    fc.record(
      {
        type: fc.constant('reasoning'),
        summary: fc.array(
          withUnknown(fc.record({ type: fc.constant('summary_text'), text: textArbitrary })),
          { maxLength: 3 },
        ),
        content: fc.option(
          fc.array(fc.record({ type: fc.constant('reasoning_text'), text: textArbitrary }), { maxLength: 2 }),
        ),
        encrypted_content: fc.option(fc.base64String()),
      },
      { requiredKeys: ['type', 'summary'] },
    ),
    fc.record({
      type: fc.constantFrom('web_search_call', 'mcp_list_tools', 'item_reference', 'mcp_approval_response'),
      data: jsonArbitrary,
    }),
  ),
);

describe('OpenAI responses items', () => {
  it('R-46 every list of items comes back as it was, also through storage', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), (items) => {
        // Separated calls of one turn are only joined for other formats; here the order is the same.
        expect(storedTrip(items)).toEqual({ input: items });
      }),
      { numRuns: 300 },
    );
  });

  it('I-8 reasoning and the calls that came with it are one message', () => {
    const items = [
      { role: 'user', content: 'list the files' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'abc' },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'call_1',
        name: 'shell',
        arguments: '{"command":["ls"]}',
      },
      { type: 'function_call_output', call_id: 'call_1', output: 'a.ts' },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'One file.', annotations: [] }],
      },
    ];
    const messages = fromOpenAIResponses(items as ResponsesItem[]);
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['reasoning', 'tool-call']],
      ['tool', ['tool-result']],
      ['assistant', ['text']],
    ]);
    expect(toOpenAIResponses(messages)).toEqual({ input: items });
  });

  it('I-8 R-46 what is rendered from any careful conversation is valid', () => {
    fc.assert(
      fc.property(conversationOf({ faults: false }), (conversation) => {
        expect(responsesProblems(toOpenAIResponses(conversation))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('R-46 a system message of another format becomes the instructions, a later one stays in its place', () => {
    expect(
      toOpenAIResponses([
        { role: 'system', parts: [{ type: 'text', text: 'rules' }] },
        { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
        { role: 'system', parts: [{ type: 'text', text: 'recalled' }] },
      ]),
    ).toEqual({
      instructions: 'rules',
      input: [
        { role: 'user', content: 'hi' },
        { role: 'system', content: 'recalled' },
      ],
    });
  });

  it('R-46 names the field of a bad item', () => {
    expect(() => fromOpenAIResponses([{ type: 'function_call', name: 'a', arguments: '' } as never])).toThrow(
      'input[0].call_id must be a string',
    );
    expect(() => fromOpenAIResponses([{ content: 'x' } as never], { field: 'items' })).toThrow(
      "items[0].type must be one of 'message'",
    );
    expect(() => fromOpenAIResponses([{ role: 'robot', content: 'x' } as never])).toThrow(
      "input[0].role must be one of 'system'",
    );
  });
});
