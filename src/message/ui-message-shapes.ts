/** The messages of an app with the AI SDK (`UIMessage`, version 7) as structural types that its hooks accept. */
import type { ProviderOptions } from './ai-sdk-shapes.ts';

type Metadata = { providerMetadata?: ProviderOptions };

export type UITextPart = Metadata & { type: 'text'; text: string };
export type UIReasoningPart = Metadata & { type: 'reasoning'; text: string };
/** `url` may be a data URL. */
export type UIFilePart = Metadata & { type: 'file'; mediaType: string; url: string; filename?: string };
export type UIStepStart = { type: 'step-start' };
export type UIToolPart = { type: `tool-${string}`; toolCallId: string; input: unknown } & (
  | { state: 'input-available' }
  | { state: 'approval-requested'; approval: { id: string } }
  | { state: 'approval-responded'; approval: { id: string; approved: boolean; reason?: string } }
  | { state: 'output-available'; output: unknown }
  | { state: 'output-error'; errorText: string }
  | { state: 'output-denied'; approval: { id: string; approved: false; reason?: string } }
);
export type UIMessagePart = UITextPart | UIReasoningPart | UIFilePart | UIStepStart | UIToolPart;

export type UIMessage = {
  id: string;
  role: 'system' | 'user' | 'assistant';
  metadata?: unknown;
  parts: UIMessagePart[];
};
