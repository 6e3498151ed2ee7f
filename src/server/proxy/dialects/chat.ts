/** OpenAI chat completions, also spoken by many other servers. */
import { toOpenAI } from '../../../context/convert.ts';
import { readConversation } from '../../../integrations/resent/conversation.ts';
import type { Role } from '../../../message/message.ts';
import { fromOpenAIChat } from '../../../message/openai-chat.ts';
import type { OpenAIChatMessage } from '../../../message/openai-chat-shapes.ts';
import { isObject, parseObject, type Source } from '../../../message/provider-fields.ts';
import type { Dialect, ReplyCollector, Usage } from './dialect.ts';
import { countOf, figure, listOf, objectOf, onlyText, stringOf, textSize } from './fields.ts';

const roles: { [role: string]: Role } = { developer: 'system', function: 'tool' };

function roleOf(message: unknown): Role {
  const role = stringOf(objectOf(message).role) ?? 'user';
  return roles[role] ?? (role as Role);
}

function readMessage(message: unknown, index: number) {
  return fromOpenAIChat(message as OpenAIChatMessage, { field: `messages[${index}]` });
}

export const chatDialect: Dialect = {
  read(body) {
    const { messages } = body;
    if (!Array.isArray(messages) || messages.length === 0) return undefined;
    const first = messages.findIndex((message) => roleOf(message) !== 'system');
    const start = first === -1 ? messages.length : first;
    const said = messages.slice(start);
    const format = objectOf(body.response_format);
    return {
      model: stringOf(body.model) ?? '',
      streams: body.stream === true,
      system: messages.slice(0, start).map(readMessage),
      conversation: readConversation({
        length: said.length,
        read: (index) => readMessage(said[index], start + index),
        roleAt: (index) => roleOf(said[index]),
        textAt: (index) => onlyText(said[index]),
      }),
      sizeAt: (index) => (roleOf(said[index]) === 'tool' ? 0 : textSize(objectOf(said[index]).content)),
      outputTokens: countOf(body.max_completion_tokens) ?? countOf(body.max_tokens),
      tools: [...listOf(body.tools), ...listOf(body.functions)],
      schema: format.json_schema,
      previousId: undefined,
    };
  },
  write: (body, { context, system }) => ({ ...body, messages: toOpenAI([...system, ...context.content]) }),
  readReply(body) {
    const choice = objectOf(listOf(body.choices)[0]);
    const message = isObject(choice.message) ? choice.message : undefined;
    return {
      message: message && fromOpenAIChat({ role: 'assistant', ...message } as OpenAIChatMessage),
      text: stringOf(message?.content) ?? '',
      complete: message !== undefined,
      usage: usageOf(body.usage),
      id: undefined,
    };
  },
  collect: collectChat,
};

function usageOf(value: unknown): Usage | undefined {
  const usage = objectOf(value);
  const inputTokens = countOf(usage.prompt_tokens);
  if (inputTokens === undefined) return undefined;
  return {
    inputTokens,
    ...figure('cachedTokens', objectOf(usage.prompt_tokens_details).cached_tokens),
    ...figure('outputTokens', usage.completion_tokens),
  };
}

type Call = { id: string; type: string; name: string; arguments: string; rest: Source };

/** Collects only the first choice: further choices are for the client to choose from, not part of the conversation. */
function collectChat(): ReplyCollector {
  const texts: { [field: string]: string } = {};
  const calls = new Map<number, Call>();
  let functionCall: { name: string; arguments: string } | undefined;
  let complete = false;
  let over = false;
  let usage: Usage | undefined;

  const addCall = (value: unknown, place: number): void => {
    const delta = objectOf(value);
    const { id, index, type, function: called, custom: _custom, ...rest } = delta;
    const key = countOf(index) ?? place;
    const call = calls.get(key) ?? { id: '', type: 'function', name: '', arguments: '', rest: {} };
    const said = objectOf(called);
    calls.set(key, {
      id: call.id || (stringOf(id) ?? ''),
      type: stringOf(type) ?? call.type,
      name: call.name + (stringOf(said.name) ?? ''),
      arguments: call.arguments + (stringOf(said.arguments) ?? ''),
      rest: { ...call.rest, ...rest },
    });
  };

  return {
    add(data) {
      if (data === '[DONE]') {
        [complete, over] = [true, true];
        return;
      }
      const chunk = parseObject(data);
      if (chunk === undefined) return;
      usage = usageOf(chunk.usage) ?? usage;
      const choice = listOf(chunk.choices)
        .map(objectOf)
        .find(({ index = 0 }) => index === 0);
      if (choice === undefined) return;
      const delta = objectOf(choice.delta);
      for (const field of ['content', 'reasoning_content', 'reasoning', 'refusal']) {
        const piece = stringOf(delta[field]);
        if (piece !== undefined) texts[field] = (texts[field] ?? '') + piece;
      }
      listOf(delta.tool_calls).forEach(addCall);
      if (isObject(delta.function_call)) {
        const { name, arguments: argumentsDelta } = delta.function_call;
        functionCall = {
          name: (functionCall?.name ?? '') + (stringOf(name) ?? ''),
          arguments: (functionCall?.arguments ?? '') + (stringOf(argumentsDelta) ?? ''),
        };
      }
      if (stringOf(choice.finish_reason) !== undefined) complete = true;
    },
    isOver: () => over,
    reply() {
      const { content: said = '', ...others } = texts;
      const called = [...calls.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, { rest, id, type, name, arguments: callArguments }]) => ({
          ...rest,
          id,
          type,
          function: { name, arguments: callArguments },
        }));
      // Some servers send an empty text before the first tool call: it is left out.
      const content = said === '' ? null : said;
      const message = {
        role: 'assistant',
        content,
        ...others,
        ...(called.length > 0 && { tool_calls: called }),
        ...(functionCall && { function_call: functionCall }),
      };
      const isEmpty =
        content === null && Object.keys(others).length === 0 && called.length === 0 && !functionCall;
      return {
        message: isEmpty ? undefined : fromOpenAIChat(message as OpenAIChatMessage),
        text: said,
        complete,
        usage,
        id: undefined,
      };
    },
  };
}
