/**
 * The message shapes of the OpenAI chat completions API as structural types. Compatible servers add fields of their
 * own, so unknown members are allowed everywhere and kept.
 */
export type ChatTextBlock = { type: 'text'; text: string };
export type ChatRefusalBlock = { type: 'refusal'; refusal: string };
export type ChatImageBlock = {
  type: 'image_url';
  image_url: { url: string; detail?: 'auto' | 'low' | 'high' };
};
export type ChatAudioBlock = { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } };
export type ChatFileBlock = {
  type: 'file';
  file: { file_data?: string; file_id?: string; filename?: string };
};
export type ChatUserBlock = ChatTextBlock | ChatImageBlock | ChatAudioBlock | ChatFileBlock;

export type ChatFunctionCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
};
export type ChatCustomCall = { id: string; type: 'custom'; custom: { name: string; input: string } };

export type OpenAIChatMessage =
  | { role: 'system' | 'developer'; content: string | ChatTextBlock[]; name?: string }
  | { role: 'user'; content: string | ChatUserBlock[]; name?: string }
  | {
      role: 'assistant';
      content?: string | (ChatTextBlock | ChatRefusalBlock)[] | null;
      name?: string;
      refusal?: string | null;
      audio?: { id: string } | null;
      tool_calls?: (ChatFunctionCall | ChatCustomCall)[];
      function_call?: { name: string; arguments: string } | null;
    }
  | { role: 'tool'; content: string | ChatTextBlock[]; tool_call_id: string }
  | { role: 'function'; content: string | null; name: string };
