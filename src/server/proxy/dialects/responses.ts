/** The OpenAI responses API. A model's turn is several items there, but one message of the conversation. */
import { toOpenAIResponses } from '../../../context/convert.ts';
import { readConversation } from '../../../integrations/resent/conversation.ts';
import type { MessageContent, Role } from '../../../message/message.ts';
import { fromOpenAIResponses } from '../../../message/openai-responses.ts';
import type { ResponsesItem } from '../../../message/openai-responses-shapes.ts';
import { isObject, parseObject, type Source } from '../../../message/provider-fields.ts';
import type { Dialect, ProxyRequest, Reply, ReplyCollector, Usage } from './dialect.ts';
import { countOf, figure, listOf, objectOf, stringOf, textSize } from './fields.ts';

function roleOf(item: unknown): Role {
  const { role, type } = objectOf(item);
  if (role === 'developer' || role === 'system') return 'system';
  if (role === 'user' || type === 'mcp_approval_response') return 'user';
  return typeof type === 'string' && /_output$/u.test(type) ? 'tool' : 'assistant';
}

/** Index of the first item of each message, and the end of the last message. */
function messageStarts(items: readonly unknown[]): number[] {
  const starts: number[] = [];
  items.forEach((item, index) => {
    const goesOn = index > 0 && roleOf(item) === 'assistant' && roleOf(items[index - 1]) === 'assistant';
    if (!goesOn) starts.push(index);
  });
  return [...starts, items.length];
}

function readItems(items: readonly unknown[], field: string): MessageContent[] {
  return fromOpenAIResponses(items as readonly ResponsesItem[], { field });
}

export const responsesDialect: Dialect = {
  read(body): ProxyRequest | undefined {
    const { input, instructions } = body;
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
    // Messages that the provider keeps under its own id are unknown to the proxy.
    if (items.length === 0 || (body.conversation ?? null) !== null || (body.prompt ?? null) !== null)
      return undefined;
    const first = items.findIndex((item) => roleOf(item) !== 'system');
    const start = first === -1 ? items.length : first;
    const said = items.slice(start);
    const starts = messageStarts(said);
    const format = objectOf(objectOf(body.text).format);
    const own: MessageContent[] =
      typeof instructions === 'string' && instructions !== ''
        ? [{ role: 'system', parts: [{ type: 'text', text: instructions }] }]
        : [];
    const itemsOf = (index: number) => said.slice(starts[index], starts[index + 1]);
    return {
      model: stringOf(body.model) ?? '',
      streams: body.stream === true,
      system: [...own, ...readItems(items.slice(0, start), 'input')],
      conversation: readConversation({
        length: starts.length - 1,
        read: (index) => readItems(itemsOf(index), `input[${start + starts[index]!}…]`)[0]!,
        roleAt: (index) => roleOf(said[starts[index]!]),
      }),
      sizeAt: (index) => itemsOf(index).reduce<number>((sum, item) => sum + sizeOf(item), 0),
      nameAt: (index) => nameOf(itemsOf(index)),
      outputTokens: countOf(body.max_output_tokens),
      tools: listOf(body.tools),
      schema: format.schema,
      previousId: stringOf(body.previous_response_id),
    };
  },
  write(body, { context, system }) {
    const { instructions, input } = toOpenAIResponses([...system, ...context.content]);
    const { instructions: _given, previous_response_id: _previous, ...rest } = body;
    return { ...rest, ...(instructions !== undefined && { instructions }), input };
  },
  readReply: replyOf,
  collect: collectResponses,
};

function sizeOf(item: unknown): number {
  return roleOf(item) === 'tool' ? 0 : textSize(objectOf(item).content);
}

function usageOf(value: unknown): Usage | undefined {
  const usage = objectOf(value);
  const inputTokens = countOf(usage.input_tokens);
  if (inputTokens === undefined) return undefined;
  return {
    inputTokens,
    ...figure('cachedTokens', objectOf(usage.input_tokens_details).cached_tokens),
    ...figure('outputTokens', usage.output_tokens),
  };
}

/**
 * A name for a message made of the ids of its texts and calls. Reasoning is left out because some clients omit it.
 * Calls count by `call_id` if the client repeats them, or by the item's id if the client only refers to them. Undefined
 * if an item has no id.
 */
function nameOf(items: readonly unknown[], callId: 'call_id' | 'id' = 'call_id'): string | undefined {
  const said = items.map(objectOf).filter(({ type, id }) => type !== 'reasoning' && !isThought(id));
  const ids = said.map((item) => stringOf(item[callId]) ?? stringOf(item.id));
  return ids.length > 0 && ids.every((id) => id !== undefined) ? ids.join(' ') : undefined;
}

function isThought(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('rs_');
}

const whole = ['completed', 'incomplete'];

function replyOf(response: Source): Reply {
  const items = listOf(response.output).filter(isObject);
  return {
    message: items.length === 0 ? undefined : readItems(items, 'output')[0],
    text: items.map(spokenText).join(''),
    complete: whole.includes(stringOf(response.status) ?? ''),
    usage: usageOf(response.usage),
    id: stringOf(response.id),
    names: [nameOf(items), nameOf(items, 'id')].filter((name) => name !== undefined),
  };
}

function spokenText({ type, content }: Source): string {
  if (type !== 'message') return '';
  return listOf(content)
    .map((block) => stringOf(objectOf(block).text) ?? '')
    .join('');
}

/** The last event holds the whole answer; until it arrives, the text is collected. */
function collectResponses(): ReplyCollector {
  let text = '';
  let last: Reply | undefined;
  return {
    add(data) {
      const event = parseObject(data);
      if (event?.type === 'response.output_text.delta') text += stringOf(event.delta) ?? '';
      if (event?.type === 'response.completed' || event?.type === 'response.incomplete')
        last = replyOf(objectOf(event.response));
    },
    isOver: () => last !== undefined,
    reply: () => last ?? { message: undefined, text, complete: false, usage: undefined, id: undefined },
  };
}
