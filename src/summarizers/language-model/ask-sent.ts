/**
 * Repeats the last request with the summary instructions as its last message, so that everything before it is read from
 * the provider's cache.
 */
import type { SentCall } from '../../summarizer.ts';
import type { FilledPrompt } from '../prompts.ts';
import type { ModelChoice } from './model-choice.ts';

type Generated = { text: string; usage: unknown; finishReason: string };

type Result = {
  content: readonly { type: string; text?: string }[];
  finishReason: string | { unified: string };
  usage?: {
    inputTokens?: { total?: number; cacheRead?: number; cacheWrite?: number };
    outputTokens?: { total?: number };
  };
};

export async function askAfterSent(options: {
  model: ModelChoice['model'];
  call: SentCall;
  prompt: Pick<FilledPrompt, 'instructions' | 'input'>;
  maxOutputTokens: number;
  signal: AbortSignal;
}): Promise<Generated> {
  const { call, prompt, maxOutputTokens, signal } = options;
  const { params } = call;
  const instructions = { type: 'text', text: `${prompt.instructions}\n\n${prompt.input}` };
  const model = options.model as unknown as { doGenerate(options: unknown): PromiseLike<Result> };
  const { content, finishReason, usage } = await model.doGenerate({
    ...params,
    prompt: [...params.prompt, { role: 'user', content: [instructions] }],
    // A model that reasons first needs the room it had for that, too.
    maxOutputTokens: Math.max(maxOutputTokens, params.maxOutputTokens ?? 0),
    abortSignal: signal,
  });
  const reason = typeof finishReason === 'string' ? finishReason : finishReason.unified;
  return {
    // A tool call belongs to the conversation, so text beside it is not a summary.
    text: content.some(({ type }) => type === 'tool-call')
      ? ''
      : content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join(''),
    finishReason: reason,
    usage: {
      inputTokens: usage?.inputTokens?.total,
      outputTokens: usage?.outputTokens?.total,
      inputTokenDetails: {
        cacheReadTokens: usage?.inputTokens?.cacheRead,
        cacheWriteTokens: usage?.inputTokens?.cacheWrite,
      },
    },
  };
}
