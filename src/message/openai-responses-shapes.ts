/**
 * The item shapes of the OpenAI responses API, written structurally. Items of other kinds (searches, images, MCP)
 * and unknown members are allowed everywhere and kept.
 */
export type ResponsesInputBlock =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url?: string | null; file_id?: string | null; detail?: string }
  | {
      type: 'input_file';
      file_data?: string;
      file_url?: string;
      file_id?: string | null;
      filename?: string;
    };
export type ResponsesOutputBlock =
  | { type: 'output_text'; text: string; annotations?: unknown[]; logprobs?: unknown[] }
  | { type: 'refusal'; refusal: string };

export type ResponsesMessage = {
  type?: 'message';
  role: 'system' | 'developer' | 'user' | 'assistant';
  content: string | (ResponsesInputBlock | ResponsesOutputBlock)[];
  id?: string;
  status?: string;
};
export type ResponsesFunctionCall = {
  type: 'function_call';
  call_id: string;
  name: string;
  arguments: string;
  id?: string;
  status?: string;
};
export type ResponsesCustomCall = {
  type: 'custom_tool_call';
  call_id: string;
  name: string;
  input: string;
  id?: string;
  status?: string;
};
export type ResponsesCallOutput = {
  type: 'function_call_output' | 'custom_tool_call_output';
  call_id: string;
  output: string | ResponsesInputBlock[];
  id?: string;
  status?: string;
};
export type ResponsesReasoning = {
  type: 'reasoning';
  summary: { type: 'summary_text'; text: string }[];
  content?: { type: 'reasoning_text'; text: string }[] | null;
  encrypted_content?: string | null;
  id?: string;
  status?: string;
};
/** Local shell calls and their outputs, searches, generated images, MCP calls, and what may come. */
export type ResponsesOtherItem = { type: string; [member: string]: unknown };
export type ResponsesItem =
  | ResponsesMessage
  | ResponsesFunctionCall
  | ResponsesCustomCall
  | ResponsesCallOutput
  | ResponsesReasoning
  | ResponsesOtherItem;

export type ResponsesPrompt = { instructions?: string; input: ResponsesItem[] };
