/** Short names for the model interface of the AI SDK (version 7). Types only: nothing of the SDK is loaded. */
import type { LanguageModel, LanguageModelMiddleware } from 'ai';

export type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
export type Middleware = LanguageModelMiddleware;
export type CallOptions = Parameters<Model['doGenerate']>[0];
export type Prompt = CallOptions['prompt'];
export type PromptMessage = Prompt[number];
export type SystemMessage = Extract<PromptMessage, { role: 'system' }>;
export type GenerateResult = Awaited<ReturnType<Model['doGenerate']>>;
export type StreamResult = Awaited<ReturnType<Model['doStream']>>;
export type StreamPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never;
export type ReplyPart = GenerateResult['content'][number];
export type Usage = GenerateResult['usage'];
