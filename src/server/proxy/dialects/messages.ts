/** The Anthropic messages API. */
import { mostCacheMarks } from '../../../context/cache-marks.ts';
import { createContext } from '../../../context/render.ts';
import { readConversation } from '../../../integrations/resent/conversation.ts';
import { fromAnthropic, fromAnthropicSystem } from '../../../message/anthropic.ts';
import type { AnthropicMessage, AnthropicSystem } from '../../../message/anthropic-shapes.ts';
import type { Role } from '../../../message/message.ts';
import { isObject, parseObject, type Source } from '../../../message/provider-fields.ts';
import type { Dialect, Reply, ReplyCollector, Usage } from './dialect.ts';
import { countOf, figure, listOf, objectOf, onlyText, stringOf, textSize } from './fields.ts';

function roleOf(message: unknown): Role {
  const { role, content } = objectOf(message);
  if (role !== 'user') return role as Role;
  const blocks = listOf(content);
  const onlyResults = blocks.length > 0 && blocks.every((block) => objectOf(block).type === 'tool_result');
  return onlyResults ? 'tool' : 'user';
}

export const messagesDialect: Dialect = {
  read(body) {
    const { messages, system } = body;
    if (!Array.isArray(messages) || messages.length === 0) return undefined;
    const hasSystem = typeof system === 'string' || (Array.isArray(system) && system.length > 0);
    const format = objectOf(objectOf(body.output_config).format ?? body.output_format);
    return {
      model: stringOf(body.model) ?? '',
      streams: body.stream === true,
      system: hasSystem ? [fromAnthropicSystem(system as AnthropicSystem)] : [],
      conversation: readConversation({
        length: messages.length,
        read: (index) => fromAnthropic(messages[index] as AnthropicMessage, { field: `messages[${index}]` }),
        roleAt: (index) => roleOf(messages[index]),
        textAt: (index) => onlyText(messages[index]),
      }),
      sizeAt: (index) => textSize(objectOf(messages[index]).content),
      outputTokens: countOf(body.max_tokens),
      tools: listOf(body.tools),
      schema: format.schema,
      previousId: undefined,
    };
  },
  write(body, { context, system }) {
    const cacheMarks = Math.max(0, mostCacheMarks - marksBeside(body));
    const own = system.length;
    const shown = createContext({
      ...context,
      content: [...system, ...context.content],
      contentTokens: [...system.map(() => 0), ...context.contentTokens],
      boundaries: context.boundaries.map((end) => end + own),
      stable: context.stable + own,
    });
    const { system: instructions, messages } = shown.toAnthropic({ cacheMarks });
    const { system: _given, ...rest } = body;
    return { ...rest, ...(instructions !== undefined && { system: instructions }), messages };
  },
  readReply(body) {
    return {
      ...replyOf(listOf(body.content).map(objectOf)),
      complete: body.role === 'assistant' && Array.isArray(body.content),
      usage: usageOf(body.usage),
    };
  },
  collect: collectMessages,
};

/**
 * Number of cache marks that the client set on tools or on the request as a whole. Marks in the system prompt are
 * counted elsewhere.
 */
function marksBeside({ tools, cache_control }: Source): number {
  const marked = listOf(tools).filter((tool) => objectOf(tool).cache_control != null).length;
  return marked + (cache_control == null ? 0 : 1);
}

function usageOf(value: unknown): Usage | undefined {
  const usage = objectOf(value);
  const inputTokens = countOf(usage.input_tokens);
  if (inputTokens === undefined) return undefined;
  const read = countOf(usage.cache_read_input_tokens) ?? 0;
  const written = countOf(usage.cache_creation_input_tokens) ?? 0;
  return {
    inputTokens: inputTokens + read + written,
    ...figure('cachedTokens', usage.cache_read_input_tokens),
    ...figure('cacheWriteTokens', usage.cache_creation_input_tokens),
    ...figure('outputTokens', usage.output_tokens),
  };
}

function replyOf(blocks: readonly Source[]): Pick<Reply, 'message' | 'text' | 'id'> {
  const message = { role: 'assistant', content: blocks } as unknown as AnthropicMessage;
  return {
    message: blocks.length === 0 ? undefined : fromAnthropic(message),
    text: blocks.map((block) => (block.type === 'text' ? (stringOf(block.text) ?? '') : '')).join(''),
    id: undefined,
  };
}

function collectMessages(): ReplyCollector {
  const blocks = new Map<number, { [member: string]: unknown }>();
  const inputs = new Map<number, string>();
  let complete = false;
  let used: Source = {};

  const addDelta = (index: number, delta: Source): void => {
    const block = blocks.get(index);
    if (block === undefined) return;
    const join = (field: string, piece: unknown) => {
      block[field] = (stringOf(block[field]) ?? '') + (stringOf(piece) ?? '');
    };
    switch (delta.type) {
      case 'text_delta':
        join('text', delta.text);
        return;
      case 'thinking_delta':
        join('thinking', delta.thinking);
        return;
      case 'signature_delta':
        join('signature', delta.signature);
        return;
      case 'input_json_delta':
        inputs.set(index, (inputs.get(index) ?? '') + (stringOf(delta.partial_json) ?? ''));
        return;
      case 'citations_delta':
        block.citations = [...listOf(block.citations), delta.citation];
    }
  };

  const add = (event: Source): void => {
    const index = countOf(event.index) ?? 0;
    switch (event.type) {
      case 'message_start':
        used = objectOf(objectOf(event.message).usage);
        return;
      case 'content_block_start':
        blocks.set(index, { ...objectOf(event.content_block) });
        return;
      case 'content_block_delta':
        addDelta(index, objectOf(event.delta));
        return;
      case 'message_delta':
        used = { ...used, ...objectOf(event.usage) };
        return;
      case 'message_stop':
        complete = true;
    }
  };

  return {
    add(data) {
      const event = parseObject(data);
      if (event !== undefined) add(event);
    },
    isOver: () => complete,
    reply() {
      const whole = [...blocks.entries()]
        .sort(([a], [b]) => a - b)
        .map(([index, block]) => {
          const input = inputs.get(index);
          return input === undefined ? block : { ...block, input: parseInput(input) };
        });
      return { ...replyOf(whole), complete, usage: usageOf(used) };
    },
  };
}

function parseInput(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
