/**
 * Recognizes the format of a message by its shape:
 *
 * | shape | format |
 * | --- | --- |
 * | a list `parts` with members that only apps have (`metadata`, `tool-…`, `step-start`, states …) | ui-message |
 * | a list `parts` without types, or role `model` | gemini |
 * | any other list `parts`, or a block with `callId` | Everthread's own |
 * | an item `type` `human`, `ai` … and no role, or LangChain's serialized form | langchain |
 * | an item `type` such as `function_call`, `reasoning`, `…_call`, `…_call_output`, and no role | openai-responses |
 * | `tool_call_id`, `tool_calls`, `function_call`, `refusal`, `reasoning_content`, role `function` | openai-chat |
 * | `providerOptions` | ai-sdk |
 * | `stop_reason` or `stop_sequence` | anthropic |
 * | a block that only one format has (`tool_use`, `input_text`, `image_url`, `tool-call` …) | that format |
 * | `type: 'message'` with none of the above, or with a refusal, which two formats have | openai-responses |
 * | role `developer`, content null, or unknown members | openai-chat |
 * | a string, or blocks of plain text | Everthread's own |
 *
 * Undefined if a block has a type that no format knows.
 */
import { isGemini } from './gemini.ts';
import { isLangChain } from './langchain.ts';
import type { MessageFormat } from './message.ts';
import { isObject, type Source } from './provider-fields.ts';
import { isUIMessage } from './ui-message.ts';

/** Formats that are only read: nothing is written in them. */
export type DetectedFormat = MessageFormat | 'everthread' | 'gemini' | 'langchain';

const chatMembers = ['tool_call_id', 'tool_calls', 'function_call', 'refusal', 'reasoning_content', 'audio'];
const ownMembers = ['role', 'content', 'name', 'id', 'createdAt', 'created_at', 'timestamp', 'type'];

const textMembers = ['type', 'text', 'extra'];

const anthropicBlocks = [
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'search_result',
  'server_tool_use',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
];
const responsesBlocks = [
  'input_text',
  'input_image',
  'input_file',
  'output_text',
  'summary_text',
  'reasoning_text',
];
const chatBlocks = ['image_url', 'input_audio'];
/** Blocks that messages of chat completions and items of responses have in the same form. */
const sharedBlocks = ['refusal'];
const modelBlocks = [
  'tool-call',
  'tool-result',
  'reasoning',
  'reasoning-file',
  'custom',
  'tool-approval-request',
  'tool-approval-response',
];

/** Types of content blocks that identify a format, for error messages. */
export const blockTypes = [
  'text',
  'image',
  'file',
  ...modelBlocks,
  ...anthropicBlocks,
  ...chatBlocks,
  ...sharedBlocks,
  ...responsesBlocks,
];

export function detectFormat(message: Source): DetectedFormat | undefined {
  if (isGemini(message)) return 'gemini';
  if (isUIMessage(message)) return 'ui-message';
  if (Array.isArray(message.parts)) return 'everthread';
  if (isLangChain(message)) return 'langchain';
  if (message.role === undefined && typeof message.type === 'string') return 'openai-responses';
  if (message.role === 'function' || chatMembers.some((member) => message[member] !== undefined))
    return 'openai-chat';
  if (message.providerOptions !== undefined) return 'ai-sdk';
  if ('stop_reason' in message || 'stop_sequence' in message) return 'anthropic';
  const formats = Array.isArray(message.content) ? message.content.map(formatOfBlock) : [];
  if (formats.includes('unknown')) return undefined;
  const found = formats.find((format) => format !== 'any' && format !== 'shared');
  if (found !== undefined && found !== 'unknown') return found;
  if (message.type === 'message') return 'openai-responses';
  const strange =
    message.role === 'developer' ||
    formats.includes('shared') ||
    Object.keys(message).some((member) => !ownMembers.includes(member));
  return strange ? 'openai-chat' : 'everthread';
}

function formatOfBlock(block: unknown): DetectedFormat | 'any' | 'shared' | 'unknown' {
  if (!isObject(block) || typeof block.type !== 'string') return 'unknown';
  const { type } = block;
  if (typeof block.callId === 'string' || type === 'resource' || type === 'opaque') return 'everthread';
  if (type === 'text') {
    if (block.cache_control !== undefined || block.citations !== undefined) return 'anthropic';
    if (block.providerOptions !== undefined) return 'ai-sdk';
    return Object.keys(block).every((member) => textMembers.includes(member)) ? 'any' : 'openai-chat';
  }
  if (type === 'image') return isObject(block.source) ? 'anthropic' : 'ai-sdk';
  if (type === 'file') return formatOfFile(block);
  if (anthropicBlocks.includes(type) || type.endsWith('_tool_result')) return 'anthropic';
  if (responsesBlocks.includes(type)) return 'openai-responses';
  if (sharedBlocks.includes(type)) return 'shared';
  if (chatBlocks.includes(type)) return 'openai-chat';
  return modelBlocks.includes(type) ? 'ai-sdk' : 'unknown';
}

/** Base64 under `data` looks the same in both; only the AI SDK has it tagged or without a `url` beside it. */
function formatOfFile(block: Source): DetectedFormat {
  if (isObject(block.file)) return 'openai-chat';
  return typeof block.url === 'string' ? 'everthread' : 'ai-sdk';
}
