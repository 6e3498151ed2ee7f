/**
 * The message shapes of the Anthropic messages API as structural types that its client accepts. Members and blocks that
 * are not named here (server tools, citations, and future ones) are kept and given back too.
 */
export type CacheControl = { type: 'ephemeral'; ttl?: '5m' | '1h' };
type Cached = { cache_control?: CacheControl | null };

type UrlSource = { type: 'url'; url: string };
type FileSource = { type: 'file'; file_id: string };
export type AnthropicImageSource =
  | { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string }
  | UrlSource
  | FileSource;
export type AnthropicDocumentSource =
  | { type: 'base64'; media_type: 'application/pdf'; data: string }
  | { type: 'text'; media_type: 'text/plain'; data: string }
  | { type: 'content'; content: string | (AnthropicTextBlock | AnthropicImageBlock)[] }
  | UrlSource
  | FileSource;

export type AnthropicTextBlock = Cached & { type: 'text'; text: string };
export type AnthropicImageBlock = Cached & { type: 'image'; source: AnthropicImageSource };
export type AnthropicDocumentBlock = Cached & {
  type: 'document';
  source: AnthropicDocumentSource;
  title?: string | null;
  context?: string | null;
};
export type AnthropicToolUseBlock = Cached & { type: 'tool_use'; id: string; name: string; input: unknown };
export type AnthropicToolResultBlock = Cached & {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | (AnthropicTextBlock | AnthropicImageBlock | AnthropicDocumentBlock)[];
  is_error?: boolean;
};
export type AnthropicThinkingBlock = { type: 'thinking'; thinking: string; signature: string };
export type AnthropicRedactedThinkingBlock = { type: 'redacted_thinking'; data: string };
export type AnthropicBlock =
  | AnthropicTextBlock
  | AnthropicImageBlock
  | AnthropicDocumentBlock
  | AnthropicToolUseBlock
  | AnthropicToolResultBlock
  | AnthropicThinkingBlock
  | AnthropicRedactedThinkingBlock;

export type AnthropicMessage = { role: 'user' | 'assistant'; content: string | AnthropicBlock[] };
export type AnthropicSystem = string | AnthropicTextBlock[];
export type AnthropicPrompt = { system?: AnthropicSystem; messages: AnthropicMessage[] };
