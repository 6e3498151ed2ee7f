/**
 * The item shapes of the OpenAI responses API as structural types that its client accepts. Members and items that are
 * not named here (searches, images, shells, MCP, and future ones) are kept and given back too.
 */
type Status = 'in_progress' | 'completed' | 'incomplete';

export type ResponsesInputBlock =
  | { type: 'input_text'; text: string }
  | {
      type: 'input_image';
      image_url?: string | null;
      file_id?: string | null;
      detail: 'auto' | 'low' | 'high';
    }
  | {
      type: 'input_file';
      file_data?: string;
      file_url?: string;
      file_id?: string | null;
      filename?: string;
    };
export type ResponsesOutputBlock =
  | {
      type: 'output_text';
      text: string;
      /** Given back unchanged. */
      annotations: never[];
    }
  | { type: 'refusal'; refusal: string };

export type ResponsesMessage =
  | {
      type?: 'message';
      role: 'system' | 'developer' | 'user' | 'assistant';
      content: string | ResponsesInputBlock[];
    }
  | { type: 'message'; role: 'assistant'; id: string; status: Status; content: ResponsesOutputBlock[] };
export type ResponsesFunctionCall = {
  type: 'function_call';
  call_id: string;
  name: string;
  arguments: string;
  id?: string;
  status?: Status;
};
export type ResponsesCustomCall = {
  type: 'custom_tool_call';
  call_id: string;
  name: string;
  input: string;
  id?: string;
};
export type ResponsesCallOutput = {
  type: 'function_call_output' | 'custom_tool_call_output';
  call_id: string;
  output: string | ResponsesInputBlock[];
  id?: string;
};
export type ResponsesReasoning = {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  content?: { type: 'reasoning_text'; text: string }[];
  encrypted_content?: string | null;
  status?: Status;
};
export type ResponsesItem =
  | ResponsesMessage
  | ResponsesFunctionCall
  | ResponsesCustomCall
  | ResponsesCallOutput
  | ResponsesReasoning;

export type ResponsesPrompt = { instructions?: string; input: ResponsesItem[] };
