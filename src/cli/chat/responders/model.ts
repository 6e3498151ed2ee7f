/**
 * Answers with a language model: sends the context of the thread and passes on the reply piece by piece. The model
 * libraries are loaded with the first message. A failure of the provider is described in the reply, never thrown.
 */
import type { Context } from '../../../context/render.ts';
import { isEverthreadError } from '../../../errors.ts';
import type { Everthread } from '../../../everthread.ts';
import { textOf } from '../../../message/message.ts';
import type { Runtime } from '../../../runtime.ts';
import { type ClassifiedError, classifyError } from '../../../summarizers/language-model/classify-error.ts';
import type { BudgetOption } from '../../../tokens/windows.ts';
import type { ContextOptions } from '../../../turn/context-options.ts';
import type { ChosenProvider } from '../../models/choose-provider.ts';
import type { LoadedModel } from '../../models/load-model.ts';
import type { Usage } from '../chat-event.ts';
import type { Problem, Reply, ReplyRequest, Responder } from '../responder.ts';
import { describeFailure } from './provider-problem.ts';

type Choice = Exclude<ChosenProvider, { provider: 'none' }>;

/** A pause that the provider asks for is waited out once, unless it is longer than this. */
const longestWaitMs = 20_000;
const retryDelayMs = 500;
/** The SDK's errors for a stream that ends before the model has finished. */
const endedEarly = new Set(['AI_NoOutputGeneratedError', 'AI_InvalidResponseDataError']);

export function modelResponder(options: {
  everthread: Everthread;
  choice: Choice;
  system: string | undefined;
  /** Set if it differs from the budget that the threads were opened with. */
  budget?: BudgetOption;
  runtime: Runtime;
  /** A provider that sends nothing for this long counts as hanging. */
  silenceMs: number;
}): Responder {
  const { everthread, choice, system, budget, runtime, silenceMs } = options;
  let loading: Promise<{ loaded: LoadedModel; sdk: Pick<typeof import('ai'), 'streamText'> }> | undefined;
  let name = choice.model ?? null;

  async function load() {
    const { loadModel } = await import('../../models/load-model.ts');
    const loaded = await loadModel({ choice });
    name = loaded.name;
    const sdk: Pick<typeof import('ai'), 'streamText'> = await import('ai');
    return { loaded, sdk };
  }

  const contextOptions = (): ContextOptions => ({
    // Only threads with an owner have a profile.
    profile: true,
    ...(name === null ? {} : { model: name }),
    ...(system === undefined ? {} : { system }),
    ...(budget === undefined ? {} : { budget }),
  });

  async function reply(request: ReplyRequest): Promise<Reply> {
    const { thread, message, instead, signal, onWait } = request;
    let ready: Awaited<ReturnType<typeof load>>;
    let context: Context;
    try {
      loading ??= load();
      ready = await loading;
      context = await thread.context({
        ...contextOptions(),
        // Passages are recalled for the question, although an unfinished answer follows it.
        ...(instead === undefined ? {} : { query: textOf(message.parts) }),
      });
    } catch (error) {
      loading = undefined;
      return failed('', setUpProblem(error));
    }
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await stream({ ...ready, context, request });
      if (outcome.error === undefined) {
        if (outcome.usage !== null && outcome.usage.inputTokens > 0) {
          await everthread
            .observeUsage({
              model: ready.loaded.name,
              threadId: thread.id,
              contextTokens: context.tokens,
              reportedTokens: outcome.usage.inputTokens,
              outputTokens: outcome.usage.outputTokens,
              ...(outcome.usage.cachedTokens === undefined
                ? {}
                : { cachedTokens: outcome.usage.cachedTokens }),
            })
            // The reply matters more than what its usage teaches.
            .catch(() => undefined);
        }
        return { kind: 'model', end: outcome.end, text: outcome.text, usage: outcome.usage };
      }
      const { error, text } = outcome;
      const pause = Math.max(retryDelayMs, error.retryAfterMs ?? 0);
      if (
        attempt > 0 ||
        text !== '' ||
        !error.retryable ||
        error.reason === 'timeout' ||
        pause > longestWaitMs
      ) {
        return failed(text, describeFailure({ error, choice, model: ready.loaded.name }));
      }
      onWait(error.reason, pause);
      try {
        await runtime.sleep(pause, signal);
      } catch {
        return { kind: 'model', end: 'interrupted', text: '', usage: null };
      }
    }
  }

  async function stream(options: {
    loaded: LoadedModel;
    sdk: Pick<typeof import('ai'), 'streamText'>;
    context: Context;
    request: ReplyRequest;
  }) {
    const { loaded, sdk, context, request } = options;
    const { signal, onText } = request;
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    let text = '';
    let usage: Usage | null = null;
    let finished = false;
    let cut = false;
    let failure: { error: unknown } | undefined;
    try {
      const result = sdk.streamText({
        model: loaded.model,
        ...(request.instead === undefined ? context.toAiSdk() : withoutLastAnswer(context.toAiSdk())),
        maxOutputTokens: context.budget.responseTokens,
        // Retries are made here, so that the user is told of them.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, silence.signal]),
        telemetry: { functionId: 'everthread.chat', recordInputs: false, recordOutputs: false },
        // Without a handler the SDK prints the error.
        onError: () => undefined,
      });
      for await (const part of result.fullStream) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        if (part.type === 'text-delta' && part.text !== '') {
          text += part.text;
          onText(part.text);
        } else if (part.type === 'error') failure ??= { error: part.error };
        else if (part.type === 'finish') {
          // A stream that gives no reason for its end was broken off by the connection.
          finished = part.finishReason !== 'other' && part.finishReason !== 'error';
          const { inputTokens = 0, outputTokens = 0, inputTokenDetails } = part.totalUsage;
          cut = part.finishReason === 'length';
          const { cacheReadTokens: cachedTokens, cacheWriteTokens: writtenTokens } = inputTokenDetails ?? {};
          usage = {
            inputTokens,
            outputTokens,
            ...(cachedTokens !== undefined && { cachedTokens }),
            ...(writtenTokens !== undefined && { writtenTokens }),
          };
        }
      }
    } catch (error) {
      failure ??= { error };
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return { end: 'interrupted' as const, text, usage };
    if (failure === undefined && finished && text.trim() !== '')
      return { end: cut ? ('cut' as const) : ('complete' as const), text, usage };
    if (silence.signal.aborted) {
      return { end: 'failed' as const, text, usage, error: classifyError(undefined, { timedOut: true }) };
    }
    // The SDK has several errors for a stream that ended too early.
    const silent = failure === undefined || endedEarly.has((failure.error as Error | null)?.name ?? '');
    const classified = silent ? undefined : classifyError(failure?.error, { now: runtime.now() });
    const broken =
      classified === undefined || classified.reason === 'empty body' || classified.reason === 'no connection';
    const error: ClassifiedError =
      broken && text !== ''
        ? { kind: 'transport', retryable: true, reason: 'connection ended' }
        : (classified ?? { kind: 'transport', retryable: true, reason: 'empty body' });
    return { end: 'failed' as const, text, usage, error };
  }

  return {
    get model() {
      return name ?? choice.provider;
    },
    provider: choice.provider,
    originOf: () => undefined,
    contextOptions,
    reply,
  };
}

function withoutLastAnswer(prompt: ReturnType<Context['toAiSdk']>): ReturnType<Context['toAiSdk']> {
  const last = prompt.messages.findLastIndex(({ role }) => role === 'assistant');
  return { ...prompt, messages: prompt.messages.toSpliced(last, last === -1 ? 0 : 1) };
}

function failed(text: string, trouble: Problem): Reply {
  return { kind: 'model', end: 'failed', text, usage: null, trouble };
}

function setUpProblem(error: unknown): Problem {
  if (!isEverthreadError(error)) {
    const code = (error as { code?: unknown } | null)?.code;
    if (code === 'ERR_MODULE_NOT_FOUND') {
      return { problem: 'The package "ai" could not be loaded.', next: 'Run `npm install ai`, then /retry.' };
    }
    throw error;
  }
  const next = error.code === 'context_overflow' ? 'Give it a larger --budget.' : 'Then /retry asks again.';
  return { problem: error.message, next };
}
