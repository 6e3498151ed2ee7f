/**
 * What a provider's API refuses although a server, a model or an app once wrote it (I-8): names of speakers and tools
 * with other characters than it takes, ids of calls that are too long for it, and arguments of a call that are no JSON
 * object. One such message would make every later request fail. What is stored stays as it came.
 */
import type { AnthropicMessage } from '../message/anthropic-shapes.ts';
import { sha256 } from '../message/hash.ts';
import type { OpenAIChatMessage } from '../message/openai-chat-shapes.ts';
import type { ResponsesItem } from '../message/openai-responses-shapes.ts';
import { isObject } from '../message/provider-fields.ts';
import { argumentObject, parseArguments } from '../message/tool-arguments.ts';

/** OpenAI's limit for names of all kinds, and Anthropic's for tools. */
const longest = { openAI: 64, anthropic: 128 };
/** OpenAI's limits for ids of calls. Other servers that speak its protocol make longer ones. */
const longestId = { chat: 40, responses: 64 };

/**
 * Names of tools stay as they are: servers that speak this protocol take others than OpenAI does, and the model has to
 * call a tool by the name that the request gives it.
 */
export function acceptedChat(messages: readonly OpenAIChatMessage[]): OpenAIChatMessage[] {
  return messages.map((message) => {
    const { name, tool_calls: calls, tool_call_id: answered } = message as { [member: string]: unknown };
    const named =
      typeof name === 'string'
        ? acceptedName(name, { refused: /[\s<|\\/>]+/gu, most: longest.openAI })
        : name;
    const called = Array.isArray(calls) ? mapped(calls, acceptedCall) : calls;
    return withChanges(message, {
      name: named,
      tool_calls: called,
      tool_call_id: acceptedId(answered, longestId.chat),
    });
  });
}

export function acceptedResponses(items: readonly ResponsesItem[]): ResponsesItem[] {
  return items.map((item) => {
    const { type, name, call_id: id, arguments: text } = item as { [member: string]: unknown };
    const identified = withChanges(item, { call_id: acceptedId(id, longestId.responses) });
    if (type !== 'function_call' || typeof name !== 'string' || typeof text !== 'string') return identified;
    return withChanges(identified, {
      name: toolName(name, longest.openAI),
      arguments: acceptedArguments(text),
    });
  });
}

export function acceptedAnthropic(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  return messages.map((message) => {
    if (typeof message.content === 'string') return message;
    const content = mapped(message.content, (block) => {
      const { type, name } = block as { type?: unknown; name?: unknown };
      return type === 'tool_use' && typeof name === 'string'
        ? withChanges(block, { name: toolName(name, longest.anthropic) })
        : block;
    });
    return withChanges(message, { content });
  });
}

function acceptedCall(call: unknown): unknown {
  if (!isObject(call) || !isObject(call.function)) return call;
  const text = call.function.arguments;
  const identified = withChanges(call, { id: acceptedId(call.id, longestId.chat) });
  if (typeof text !== 'string') return identified;
  return withChanges(identified, {
    function: withChanges(call.function, { arguments: acceptedArguments(text) }),
  });
}

/** A call and its result get the same id, in this request and in every later one. */
function acceptedId(id: unknown, most: number): unknown {
  return typeof id === 'string' && id.length > most ? `call_${sha256(id).slice(0, 24)}` : id;
}

function acceptedArguments(text: string): string {
  return isJsonObject(text) ? text : JSON.stringify(argumentObject(parseArguments(text).input));
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

function toolName(name: string, most: number): string {
  return acceptedName(name, { refused: /[^a-zA-Z0-9_-]+/gu, most });
}

function acceptedName(name: string, { refused, most }: { refused: RegExp; most: number }): string {
  return name.replace(refused, '_').slice(0, most) || '_';
}

/** The same list if nothing in it changes: a request is written often, and a change is rare. */
function mapped<Item>(list: readonly Item[], change: (item: Item) => Item): Item[] {
  const changed = list.map(change);
  return changed.some((item, index) => item !== list[index]) ? changed : (list as Item[]);
}

function withChanges<Value extends object>(value: Value, changes: { [member: string]: unknown }): Value {
  const given = value as { [member: string]: unknown };
  return Object.entries(changes).some(([member, changed]) => given[member] !== changed)
    ? { ...value, ...changes }
    : value;
}
