/** Answers of the providers on loopback, whole or event by event, in the format of each API. */
import type { IncomingMessage } from 'node:http';

type Call = { id: string; name: string; input: object };
export type Answer = {
  text?: string;
  thinking?: string;
  calls?: Call[];
  /** Sent instead of an answer. */
  status?: number;
  headers?: { [name: string]: string };
  body?: string;
  /** The stream stops after this many events: `breakAfter` closes the connection, `hangAfter` leaves it open. */
  breakAfter?: number;
  hangAfter?: number;
  /** Awaited after the first events. */
  gate?: Promise<unknown>;
};

export type Seen = {
  path: string;
  headers: IncomingMessage['headers'];
  raw: string;
  body: { [member: string]: unknown };
  problems: string[];
  tokens: number;
  /** The bytes of the answer. */
  answered: string;
  /** Whether the client disconnected before the end. */
  aborted: boolean;
};

export function wholeOf(seen: Seen, answer: Answer, number: number): object {
  const { text, thinking, calls = [] } = answer;
  const model = seen.body.model;
  if (seen.path.startsWith('/v1/chat')) {
    const called = calls.map(chatCall);
    return {
      ...{ id: `chatcmpl-${number}`, object: 'chat.completion', created: 1_700_000_000, model },
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: text ?? null,
            refusal: null,
            ...(thinking !== undefined && { reasoning_content: thinking }),
            ...(called.length > 0 && { tool_calls: called }),
          },
          logprobs: null,
          finish_reason: called.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
      usage: { prompt_tokens: seen.tokens, completion_tokens: 7, total_tokens: seen.tokens + 7 },
    };
  }
  if (seen.path.startsWith('/v1/messages')) {
    return {
      ...{ id: `msg_${number}`, type: 'message', role: 'assistant', model, content: blocksOf(answer) },
      stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: seen.tokens, output_tokens: 7 },
    };
  }
  return responseOf(seen, answer, number);
}

function blocksOf({ text, thinking, calls = [] }: Answer): { [member: string]: unknown }[] {
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: `sig:${thinking}` }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  ];
}

function chatCall({ id, name, input }: Call) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function responseOf(
  seen: Seen,
  answer: Answer,
  number: number,
): { output: object[]; [member: string]: unknown } {
  const { text, thinking, calls = [] } = answer;
  const output = [
    ...(thinking === undefined
      ? []
      : [{ type: 'reasoning', id: `rs_${number}`, summary: [{ type: 'summary_text', text: thinking }] }]),
    ...(text === undefined
      ? []
      : [
          {
            ...{ type: 'message', id: `msg_${number}`, status: 'completed', role: 'assistant' },
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map(({ id, name, input }, index) => ({
      ...{ type: 'function_call', id: `fc_${number}_${index}`, call_id: id, name },
      ...{ arguments: JSON.stringify(input), status: 'completed' },
    })),
  ];
  return {
    ...{ id: `resp_${number}`, object: 'response', created_at: 1_700_000_000, status: 'completed' },
    ...{ model: seen.body.model, output, parallel_tool_calls: true, tool_choice: 'auto', tools: [] },
    ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, temperature: 1, top_p: 1 },
    usage: {
      input_tokens: seen.tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: seen.tokens + 7,
    },
  };
}

const pieces = (text: string): string[] => text.match(/.{1,12}/gsu) ?? [];

export function streamOf(seen: Seen, answer: Answer, number: number): string[] {
  if (seen.path.startsWith('/v1/chat')) return chatStream(seen, answer, number);
  return seen.path.startsWith('/v1/messages')
    ? messagesStream(seen, answer, number)
    : responsesStream(seen, answer, number);
}

function chatStream(seen: Seen, { text, thinking, calls = [] }: Answer, number: number): string[] {
  const chunk = (delta: object | undefined, finish: string | null, usage?: object) =>
    `data: ${JSON.stringify({
      ...{ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_700_000_000 },
      model: seen.body.model,
      choices: delta === undefined ? [] : [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(usage && { usage }),
    })}\n\n`;
  const wantsUsage = (seen.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
  const usage = { prompt_tokens: seen.tokens, completion_tokens: 7, total_tokens: seen.tokens + 7 };
  return [
    chunk({ role: 'assistant', content: '', refusal: null }, null),
    ...pieces(thinking ?? '').map((piece) => chunk({ reasoning_content: piece }, null)),
    ...pieces(text ?? '').map((piece) => chunk({ content: piece }, null)),
    ...calls.flatMap((call, index) => {
      const { id, type, function: called } = chatCall(call);
      const first = { index, id, type, function: { name: called.name, arguments: '' } };
      return [
        chunk({ tool_calls: [first] }, null),
        ...pieces(called.arguments).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }, null),
        ),
      ];
    }),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    ...(wantsUsage ? [chunk(undefined, null, usage)] : []),
    'data: [DONE]\n\n',
  ];
}

const named = (event: { type: string; [member: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function messagesStream(seen: Seen, answer: Answer, number: number): string[] {
  const whole = wholeOf(seen, answer, number);
  const usage = { input_tokens: seen.tokens, output_tokens: 1 };
  const blocks = blocksOf(answer).flatMap((block, index) => {
    const delta = (given: object) => named({ type: 'content_block_delta', index, delta: given });
    const [empty, deltas] =
      block.type === 'text'
        ? [
            { type: 'text', text: '' },
            pieces(String(block.text)).map((text) => delta({ type: 'text_delta', text })),
          ]
        : block.type === 'thinking'
          ? [
              { type: 'thinking', thinking: '', signature: '' },
              [
                ...pieces(String(block.thinking)).map((thinking) =>
                  delta({ type: 'thinking_delta', thinking }),
                ),
                delta({ type: 'signature_delta', signature: block.signature }),
              ],
            ]
          : [
              { ...block, input: {} },
              ['', ...pieces(JSON.stringify(block.input))].map((partial_json) =>
                delta({ type: 'input_json_delta', partial_json }),
              ),
            ];
    return [
      named({ type: 'content_block_start', index, content_block: empty }),
      ...(index === 0 ? [named({ type: 'ping' })] : []),
      ...deltas,
      named({ type: 'content_block_stop', index }),
    ];
  });
  const { stop_reason } = whole as { stop_reason: string };
  return [
    named({ type: 'message_start', message: { ...whole, content: [], stop_reason: null, usage } }),
    ...blocks,
    named({
      ...{ type: 'message_delta', delta: { stop_reason, stop_sequence: null } },
      usage: { output_tokens: 7 },
    }),
    named({ type: 'message_stop' }),
  ];
}

function responsesStream(seen: Seen, answer: Answer, number: number): string[] {
  const response = responseOf(seen, answer, number);
  let sequence_number = 0;
  const event = (type: string, members: object) => {
    sequence_number += 1;
    return named({ type, sequence_number, ...members });
  };
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  const items = (response.output as { type: string; id: string; [member: string]: unknown }[]).flatMap(
    (item, output_index) => {
      const place = { item_id: item.id, output_index };
      const first = { ...item, ...(item.type === 'message' && { content: [], status: 'in_progress' }) };
      const part = { ...place, content_index: 0 };
      const deltas =
        item.type === 'message'
          ? [
              event('response.content_part.added', {
                ...part,
                part: { type: 'output_text', text: '', annotations: [] },
              }),
              ...pieces(answer.text ?? '').map((delta) =>
                event('response.output_text.delta', { ...part, delta, logprobs: [] }),
              ),
              event('response.output_text.done', { ...part, text: answer.text, logprobs: [] }),
              event('response.content_part.done', {
                ...part,
                part: { type: 'output_text', text: answer.text, annotations: [] },
              }),
            ]
          : item.type === 'function_call'
            ? [
                ...pieces(String(item.arguments)).map((delta) =>
                  event('response.function_call_arguments.delta', { ...place, delta }),
                ),
                event('response.function_call_arguments.done', { ...place, arguments: item.arguments }),
              ]
            : [];
      return [
        event('response.output_item.added', {
          output_index,
          item: item.type === 'function_call' ? { ...first, arguments: '', status: 'in_progress' } : first,
        }),
        ...deltas,
        event('response.output_item.done', { output_index, item }),
      ];
    },
  );
  return [
    event('response.created', { response: started }),
    event('response.in_progress', { response: started }),
    ...items,
    event('response.completed', { response }),
  ];
}
