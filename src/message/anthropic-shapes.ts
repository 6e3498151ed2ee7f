/**
 * The message shapes of the Anthropic messages API, written structurally. Unknown members and block types are
 * allowed everywhere and kept.
 */
export type CacheControl = { type: 'ephemeral'; ttl?: '5m' | '1h' };
type Cached = { cache_control?: CacheControl | null };

export type AnthropicImageSource =
  | { type: 'base64'; media_type: string; data: string }
  | { type: 'url'; url: string }
  | { type: 'file'; file_id: string };
export type AnthropicDocumentSource =
  | AnthropicImageSource
  | { type: 'text'; media_type: string; data: string }
  | { type: 'content'; content: string | AnthropicBlock[] };

export type AnthropicTextBlock = Cached & { type: 'text'; text: string; citations?: unknown };
export type AnthropicImageBlock = Cached & { type: 'image'; source: AnthropicImageSource };
export type AnthropicDocumentBlock = Cached & {
  type: 'document';
  source: AnthropicDocumentSource;
  title?: string | null;
  context?: string | null;
  citations?: unknown;
};
export type AnthropicToolUseBlock = Cached & { type: 'tool_use'; id: string; name: string; input: unknown };
export type AnthropicToolResultBlock = Cached & {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | AnthropicBlock[];
  is_error?: boolean;
};
export type AnthropicThinkingBlock = { type: 'thinking'; thinking: string; signature?: string };
/** Redacted thinking, server tools, search results, and what may come. */
export type AnthropicOtherBlock = {
  type:
    | 'redacted_thinking'
    | 'server_tool_use'
    | 'web_search_tool_result'
    | 'search_result'
    | (string & Record<never, never>);
  [member: string]: unknown;
};
export type AnthropicBlock =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicToolUseBlock
  | AnthropicToolResultBlock
  | AnthropicThinkingBlock
  | AnthropicOtherBlock;

export type AnthropicMessage = { role: 'user' | 'assistant'; content: string | AnthropicBlock[] };
export type AnthropicSystem = string | AnthropicBlock[];
export type AnthropicPrompt = { system?: AnthropicSystem; messages: AnthropicMessage[] };
