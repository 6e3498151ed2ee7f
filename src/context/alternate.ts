/** OpenAI chat messages for templates that require user and assistant to alternate. */
import type { ChatTextBlock, OpenAIChatMessage } from '../message/openai-chat-shapes.ts';

type Joined = OpenAIChatMessage & { content?: unknown; tool_calls?: unknown[]; name?: string };

/**
 * Joins neighbours of one role, except results of tools, so that at most one system message stands at the start. If the
 * user does not speak first, adds a user message with the text `opening`.
 */
export function alternating(messages: readonly OpenAIChatMessage[], opening: string): OpenAIChatMessage[] {
  const joined: OpenAIChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isSameRole = last?.role === message.role && message.role !== 'tool' && message.role !== 'function';
    if (isSameRole) joined[joined.length - 1] = join(last, message);
    else joined.push(message);
  }
  const first = joined.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  if (first !== -1 && joined[first]!.role !== 'user') {
    joined.splice(first, 0, { role: 'user', content: opening });
  }
  return joined;
}

function join(first: Joined, second: Joined): OpenAIChatMessage {
  const { name, ...rest } = first;
  const calls = [...(first.tool_calls ?? []), ...(second.tool_calls ?? [])];
  return {
    ...rest,
    ...(name !== undefined && name === second.name && { name }),
    content: joinContent(first.content, second.content),
    ...(calls.length > 0 && { tool_calls: calls }),
  } as OpenAIChatMessage;
}

function joinContent(first: unknown, second: unknown): unknown {
  if (first === undefined || first === null || first === '') return second ?? null;
  if (second === undefined || second === null || second === '') return first;
  if (typeof first === 'string' && typeof second === 'string') return `${first}\n\n${second}`;
  return [...blocksOf(first), ...blocksOf(second)];
}

function blocksOf(content: unknown): readonly unknown[] {
  return typeof content === 'string'
    ? [{ type: 'text', text: content } satisfies ChatTextBlock]
    : (content as readonly unknown[]);
}
