/**
 * One call of a wrapped model. Before the call the prompt is stored in the thread and replaced by a context. Afterwards
 * the answer is stored, and the reported usage calibrates the token counter.
 *
 * If the thread cannot be read or written, a call that brought its whole conversation is made unchanged: the model
 * answers, and the next call brings the thread up to date. A call that brought only its newest message fails with the
 * store's error, because the model would answer without the conversation.
 */
import type { Context } from '../../context/render.ts';
import { sentCallsOf } from '../../engine/sent-calls.ts';
import { EverthreadError, isEverthreadError } from '../../errors.ts';
import { readGiven, snapshot } from '../../input/foreign-values.ts';
import { type MessageContent, textOf } from '../../message/message.ts';
import { systemRuntime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import type { ContextOptions } from '../../turn/context-options.ts';
import { createKeyedQueue, type KeyedQueue } from '../resent/keyed-queue.ts';
import { createRequestCounter } from '../resent/request-tokens.ts';
import { withCacheMarks } from './cache-marks.ts';
import { composePrompt, openingMessage, systemText } from './compose-prompt.ts';
import type { CallOptions, Model, Prompt, Usage } from './model-types.ts';
import { type EverthreadModelOptions, type Problem, readCallOptions } from './options.ts';
import { ownBudget } from './own-budget.ts';
import { fromPromptMessage, splitPrompt } from './prompt-messages.ts';
import { type ReadPrompt, readPrompt } from './read-prompt.ts';
import { type RecordedPrompt, recordPrompt } from './record-prompt.ts';
import { requestParts } from './request-tokens.ts';

export type PreparedCall = {
  /** The parameters for the model. */
  params: CallOptions;
  /** Called once with the model's answer; never fails. */
  finish(answer: { reply?: MessageContent | undefined; usage?: Usage | undefined }): Promise<void>;
};

export type PrepareCall = (params: CallOptions, model: Model) => Promise<PreparedCall>;

/** One queue for each Everthread instance, shared by all wrapped models. */
const queues = new WeakMap<object, KeyedQueue>();

export function createPrepareCall(options: EverthreadModelOptions): PrepareCall {
  const { everthread, onProblem = createWarner() } = options;
  const counter = options.tokenCounter ?? createTokenCounter();
  const requestTokens = createRequestCounter(counter);
  const budgetFor = ownBudget(options.budget, everthread);
  const openingTokens = counter.message(fromPromptMessage(openingMessage));
  const queue = queues.get(everthread) ?? createKeyedQueue();
  queues.set(everthread, queue);

  return async (rawParams, model) => {
    const { threadId, mode, params } = readGiven('providerOptions', () =>
      readCallOptions(rawParams, options),
    );
    const { system, messages } = readGiven('prompt', () => splitPrompt(params.prompt));
    const prompt = readGiven('prompt', () => readPrompt(messages));
    if (prompt.length === 0) return { params, finish: async () => undefined };
    let queueKey: string;
    let recorded: RecordedPrompt;
    let sent: { prompt: Prompt; tokens: number; stableEnd: string | undefined };
    try {
      queueKey = threadId === undefined ? `chain ${prompt.keyAt(0)}` : `thread ${threadId}`;
      [recorded, sent] = await queue(queueKey, async () => {
        const written = await recordPrompt({ everthread, prompt, threadId, mode });
        try {
          return [written, await assemble({ thread: written.thread, prompt })] as const;
        } catch (error) {
          await written.finish(undefined);
          throw error;
        }
      });
    } catch (error) {
      if (mode === 'append' || isCallersOwn(error)) throw aboutTools(error);
      onProblem({ threadId, error, consequence: 'The call was made unchanged.' });
      return { params, finish: async () => undefined };
    }

    const { prompt: composed, stableEnd } = sent;
    const marked = withCacheMarks({ prompt: composed, stableEnd, model, tools: params.tools });
    const made = { ...params, prompt: marked };
    return {
      params: made,
      async finish({ reply, usage }) {
        // The provider has this call in its cache now, so a summarizer that uses the same model can read it from there.
        if (usage !== undefined) {
          const { abortSignal: _ended, ...again } = made;
          const call = { model, params: again, at: systemRuntime.now() };
          sentCallsOf(everthread)?.remember(recorded.thread.id, call);
        }
        try {
          await queue(queueKey, () => recorded.finish(reply));
        } catch (error) {
          onProblem({ threadId, error, consequence: 'The answer was given, but not stored.' });
        }
        await observe(usage).catch((error: unknown) => {
          onProblem({
            threadId,
            error,
            consequence: 'The reported usage was not used to calibrate token counts.',
          });
        });
      },
    };

    async function assemble({ thread, prompt }: { thread: Thread; prompt: ReadPrompt }) {
      const { context: additions = {} } = options;
      const added =
        typeof additions === 'function' ? await additions({ threadId: thread.id, messages }) : additions;
      const needed = requestTokens(requestParts(params)) + openingTokens;
      const { budget, reserve } = await budgetFor(thread);
      const context = await thread.context({
        ...snapshot(added, 'context'),
        model: model.modelId,
        ...systemOption(systemText(system)),
        ...(budget === undefined ? {} : { budget }),
        reserve: {
          ...reserve,
          requestTokens: needed,
          ...(params.maxOutputTokens === undefined ? {} : { responseTokens: params.maxOutputTokens }),
        },
      });
      return {
        prompt: composePrompt({ context, system, prompt }),
        stableEnd: stableEndOf(context),
        tokens: context.tokens + (context.budget.requestTokens ?? 0),
      };
    }

    async function observe(usage: Usage | undefined): Promise<void> {
      const reportedTokens = usage?.inputTokens.total;
      // Built-in tools of a provider add text of their own to the request.
      const isComparable = params.tools?.every(({ type }) => type === 'function') ?? true;
      if (reportedTokens === undefined || reportedTokens <= 0) return;
      await everthread.observeUsage({
        model: model.modelId,
        threadId: recorded.thread.id,
        contextTokens: sent.tokens,
        reportedTokens,
        ...(isComparable ? {} : { comparable: false }),
        ...figure('cachedTokens', usage?.inputTokens.cacheRead),
        ...figure('cacheWriteTokens', usage?.inputTokens.cacheWrite),
        ...figure('outputTokens', usage?.outputTokens.total),
      });
    }
  };
}

/** Text of the message that ends the stable part of the context. */
function stableEndOf({ content, boundaries }: Context): string | undefined {
  const end = content[(boundaries.at(-1) ?? 0) - 1];
  return end?.role === 'user' ? textOf(end.parts) : undefined;
}

function figure(name: string, value: number | undefined): { [name: string]: number } {
  return value === undefined ? {} : { [name]: value };
}

function systemOption(system: string): Pick<ContextOptions, 'system'> {
  return system.trim() === '' ? {} : { system };
}

/** Errors that the caller can and must fix. All other errors are no reason to withhold an answer. */
function isCallersOwn(error: unknown): boolean {
  return isEverthreadError(error, 'context_overflow') || isEverthreadError(error, 'closed');
}

/** Rewords an overflow error in terms of the call's own options. */
function aboutTools(error: unknown): unknown {
  if (!isEverthreadError(error, 'context_overflow') || error.field !== 'reserve.requestTokens') return error;
  const { size, available } = error.details;
  return new EverthreadError({
    code: 'context_overflow',
    field: 'tools',
    message: `tools and schemas of this call need ${size} tokens, but only ${available} are available for the whole request. Send fewer or shorter tools, or raise budget.tokens.`,
    details: { section: 'tools', size, available },
    cause: error,
  });
}

/** Warns only once: with a store that is down, every call would warn again. */
function createWarner(): (problem: Problem) => void {
  let warned = false;
  return ({ error, consequence }) => {
    if (warned) return;
    warned = true;
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${consequence} ${reason}`, 'EverthreadWarning');
  };
}
