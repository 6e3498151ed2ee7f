/**
 * The message shapes of the AI SDK (version 7) as structural types: the SDK is an optional peer, and its types are not
 * needed to use this package. A test compares them with the installed ones.
 */
type JsonValue =
  | null
  | string
  | number
  | boolean
  | { readonly [key: string]: JsonValue | undefined }
  | readonly JsonValue[];
export type ProviderOptions = { [provider: string]: { [option: string]: JsonValue | undefined } };
export type ProviderReference = { [provider: string]: string };
type Options = { providerOptions?: ProviderOptions };

export type InlineData = string | Uint8Array | ArrayBuffer;
export type TaggedData =
  | { type: 'data'; data: InlineData }
  | { type: 'url'; url: URL }
  | { type: 'reference'; reference: ProviderReference }
  | { type: 'text'; text: string };

export type ModelTextPart = Options & { type: 'text'; text: string };
export type ModelReasoningPart = Options & { type: 'reasoning'; text: string };
export type ModelImagePart = Options & {
  type: 'image';
  image: InlineData | URL | ProviderReference;
  mediaType?: string;
};
export type ModelFilePart = Options & {
  type: 'file';
  data: TaggedData | InlineData | URL | ProviderReference;
  filename?: string;
  mediaType: string;
};
export type ModelReasoningFilePart = Options & {
  type: 'reasoning-file';
  data: Extract<TaggedData, { type: 'data' | 'url' }> | InlineData | URL;
  mediaType: string;
};
export type ModelCustomPart = Options & { type: 'custom'; kind: `${string}.${string}` };
export type ModelToolCallPart = Options & {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
};
export type ModelToolResultPart = Options & {
  type: 'tool-result';
  toolCallId: string;
  toolName: string;
  output: ModelToolOutput;
};
export type ModelApprovalRequest = {
  type: 'tool-approval-request';
  approvalId: string;
  toolCallId: string;
  reason?: string;
  isAutomatic?: boolean;
  signature?: string;
  inputSchemaInput?: unknown;
};
export type ModelApprovalResponse = {
  type: 'tool-approval-response';
  approvalId: string;
  approved: boolean;
  reason?: string;
  providerExecuted?: boolean;
};

export type ModelToolOutput =
  | (Options & { type: 'text' | 'error-text'; value: string })
  | (Options & { type: 'json' | 'error-json'; value: JsonValue })
  | (Options & { type: 'execution-denied'; reason?: string })
  | { type: 'content'; value: ModelOutputItem[] };

export type ModelOutputItem = Options &
  (
    | { type: 'text'; text: string }
    | { type: 'file'; data: TaggedData; mediaType: string; filename?: string }
    | { type: 'file-data'; data: string; mediaType: string; filename?: string }
    | { type: 'file-url'; url: string; mediaType?: string }
    | { type: 'image-data'; data: string; mediaType: string }
    | { type: 'image-url'; url: string }
    | { type: 'file-id' | 'image-file-id'; fileId: string | ProviderReference }
    | { type: 'file-reference' | 'image-file-reference'; providerReference: ProviderReference }
    | { type: 'custom' }
  );

export type ModelUserPart = ModelTextPart | ModelImagePart | ModelFilePart;
export type ModelAssistantPart =
  | ModelTextPart
  | ModelCustomPart
  | ModelFilePart
  | ModelReasoningPart
  | ModelReasoningFilePart
  | ModelToolCallPart
  | ModelToolResultPart
  | ModelApprovalRequest;
export type ModelToolPart = ModelToolResultPart | ModelApprovalResponse;
export type ModelPart = ModelUserPart | ModelAssistantPart | ModelToolPart;

export type ModelMessage =
  | (Options & { role: 'system'; content: string })
  | (Options & { role: 'user'; content: string | ModelUserPart[] })
  | (Options & { role: 'assistant'; content: string | ModelAssistantPart[] })
  | (Options & { role: 'tool'; content: ModelToolPart[] });
