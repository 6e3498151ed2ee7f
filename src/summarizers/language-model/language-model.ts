/**
 * A summarizer that calls language models through the AI SDK, in order of preference. It retries what is worth
 * retrying, judges every answer, and accounts for every call. map-reduce.ts splits large input; ladder.ts continues
 * after the last model.
 */

import { checkPricing, type Pricing } from '../../cost/prices.ts';
import { invalidOption } from '../../errors.ts';
import type { AiSdkLanguageModel } from '../../input/ai-sdk-models.ts';
import { checkOptions, readGiven } from '../../input/foreign-values.ts';
import { createRedactor } from '../../redaction/redaction.ts';
import { type Runtime, systemRuntime } from '../../runtime.ts';
import {
  type SentCall,
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
  type SummarizerFailureKind,
  type SummaryRequest,
  type SummaryResult,
} from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { callTokensFor } from '../../tokens/windows.ts';
import { createPrompts, type FilledPrompt, type PromptOverrides } from '../prompts.ts';
import { judgeSummary } from '../quality.ts';
import { sourceTokensOf } from '../source-tokens.ts';
import { type AiSdk, loadAiSdk } from './ai-sdk.ts';
import { type Answer, askModel } from './ask-model.ts';
import { callDetail } from './call-detail.ts';
import { type ClassifiedError, classifyError } from './classify-error.ts';
import {
  chooseModels,
  type ModelChoice,
  modelIdOf,
  type NamedChoice,
  namesOf,
  requirePositive,
  requireWhole,
  takesAnyName,
  toChoice,
} from './model-choice.ts';
import { usageOf } from './pricing.ts';
import { readingOfSent } from './read-sent.ts';
import { withTimeLimit } from './time-limit.ts';

/** Anthropic's alias of the small model recommended for summaries: `anthropic(defaultAnthropicModel)`. */
export const defaultAnthropicModel = 'claude-haiku-4-5';

export type RetryOptions = {
  /** Further calls to the same model after a transport error. */
  retries?: number;
  /** Wait before the first retry; doubles with each further one. */
  delayMs?: number;
  /** If a provider asks for a longer wait, the next model is used. */
  maxDelayMs?: number;
};

export type ModelFallback = { from: string; to: string; reason: string };

export type LanguageModelOptions = {
  /** In order of preference: any AI SDK model, or the name of a gateway model. */
  models: readonly (AiSdkLanguageModel | ModelChoice)[];
  /** Time limit of one call. */
  timeoutMs?: number;
  retry?: RetryOptions;
  prompts?: PromptOverrides;
  /** Prices by model name, for choices without their own. Default: list prices; calls of unknown models cost 0. */
  pricing?: { readonly [model: string]: Pricing };
  /** Largest transcript in one call. Default: half of the smallest window among the models, at most 32,000. */
  maxInputTokens?: number;
  /**
   * Reads messages in the last request of a wrapped model, if that is the same model, the provider's cache still holds
   * the request, and this is cheaper than sending the messages again. Default: true.
   */
  readsSent?: boolean;
  /** Applied to texts of errors and rejected answers that are kept with a call. Default: the built-in redactor. */
  redactLog?: (text: string) => string;
  onFallback?: (fallback: ModelFallback) => void;
  counter?: TokenCounter;
  runtime?: Runtime;
  /** Loads the AI SDK, if `import('ai')` cannot be used. */
  loadSdk?: () => Promise<object>;
};

type Attempt =
  | { ok: true; answer: Answer; call: SummarizerCall }
  | { ok: false; error: ClassifiedError; call: SummarizerCall };

export function languageModel(options: LanguageModelOptions): Summarizer {
  checkOptions<LanguageModelOptions>(options, {
    ...{ models: null, timeoutMs: null, retry: null, prompts: null, pricing: null, maxInputTokens: null },
    ...{ readsSent: null, redactLog: null, onFallback: null, counter: null, runtime: null, loadSdk: null },
  });
  return readGiven('options', () => createLanguageModel(options));
}

function createLanguageModel({
  models,
  timeoutMs = 60_000,
  retry: { retries = 1, delayMs = 250, maxDelayMs = 20_000 } = {},
  prompts: overrides = {},
  pricing = {},
  maxInputTokens: wantedInputTokens,
  readsSent = true,
  redactLog = createRedactor().redact,
  onFallback,
  counter = createTokenCounter(),
  runtime = systemRuntime,
  loadSdk,
}: LanguageModelOptions): Summarizer {
  if (!Array.isArray(models) || models.length === 0) {
    throw invalidOption('models', 'a list of at least one language model', models);
  }
  requirePositive('timeoutMs', timeoutMs);
  if (wantedInputTokens !== undefined) requirePositive('maxInputTokens', wantedInputTokens);
  if (typeof readsSent !== 'boolean') throw invalidOption('readsSent', 'true or false', readsSent);
  requireWhole('retry.retries', retries);
  requireWhole('retry.delayMs', delayMs);
  requireWhole('retry.maxDelayMs', maxDelayMs);
  for (const [model, price] of Object.entries(pricing)) checkPricing(price, `pricing.${model}`);
  const choices = models.map((model, index) => toChoice({ model, index, pricing }));
  const maxInputTokens =
    wantedInputTokens ?? Math.min(...choices.map((choice) => callTokensFor(modelIdOf(choice))));
  const prompts = createPrompts({ overrides });
  let sdk: Promise<AiSdk> | undefined;

  function getSdk(): Promise<AiSdk> {
    sdk ??= loadAiSdk(loadSdk).catch((error) => {
      sdk = undefined;
      throw error;
    });
    return sdk;
  }

  async function attempt(options: {
    sdk: AiSdk;
    choice: NamedChoice;
    prompt: FilledPrompt;
    request: SummaryRequest;
    sourceTokens: number;
    sent?: SentCall;
  }): Promise<Attempt> {
    const { choice, request, sourceTokens } = options;
    const startedAt = runtime.now();
    const outcome = await withTimeLimit({
      timeoutMs: choice.timeoutMs ?? timeoutMs,
      signal: request.signal,
      runtime,
      work: (signal) => askModel({ ...options, counter, signal }),
    });
    const base = {
      model: choice.name,
      rung: 'model' as const,
      milliseconds: Math.max(0, runtime.now() - startedAt),
    };
    if (outcome.ended !== 'returned') {
      const error = classifyError(outcome.ended === 'threw' ? outcome.error : undefined, {
        aborted: outcome.ended === 'aborted',
        timedOut: outcome.ended === 'timeout',
        now: runtime.now(),
      });
      const withReason = (...texts: (string | undefined)[]) => {
        const joined = texts.filter((text) => text !== undefined && text !== '').join(' | ');
        return callDetail(joined === '' ? error.reason : `${error.reason}: ${joined}`, redactLog);
      };
      return {
        ok: false,
        error,
        call: {
          ...base,
          ...usageOf(error.usage, choice.pricing),
          outcome: error.kind === 'malformed' ? 'rejected' : 'failed',
          detail: withReason(error.detail, error.text),
          // The provider's own messages are passed on. A model's answer stays in the log.
          reason: error.kind === 'malformed' ? error.reason : withReason(error.detail),
          failure: { name: error.reason, ...(error.status !== undefined && { status: error.status }) },
        },
      };
    }
    const answer = outcome.value;
    const usage = usageOf(answer.usage, choice.pricing);
    const tokens = counter.count(answer.text);
    const judgement =
      answer.problem ??
      judgeSummary({ ...answer, anyLanguage: options.prompt.anyLanguage, request, sourceTokens, tokens });
    if (!judgement.ok) {
      const error: ClassifiedError = { kind: 'malformed', retryable: false, reason: judgement.reason };
      const detail = callDetail(`${judgement.reason}: ${answer.text}`, redactLog);
      const reason = callDetail(judgement.reason, redactLog);
      const failure = { name: judgement.reason };
      return { ok: false, error, call: { ...base, ...usage, outcome: 'rejected', detail, reason, failure } };
    }
    return { ok: true, answer, call: { ...base, ...usage, outcome: 'ok' } };
  }

  async function summarize(request: SummaryRequest): Promise<SummaryResult> {
    const calls: SummarizerCall[] = [];
    if (request.signal.aborted) throw abortedFailure(calls);
    let sdkNow: AiSdk;
    try {
      sdkNow = await getSdk();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : 'The summarizer could not be set up.';
      throw new SummarizerFailure({ kind: 'terminal', message, cause });
    }
    const prompt = prompts.fill(request);
    const sourceTokens = sourceTokensOf(request, counter);
    const failures: { model: string; error: ClassifiedError; reason: string }[] = [];
    const chosen = chooseModels({ choices, names: request.models, pricing });

    const written = ({ text, record, raw }: Answer, choice: NamedChoice): SummaryResult => {
      const { version: promptVersion, anyLanguage } = prompt;
      return { text, record, model: choice.name, rung: 'model', promptVersion, anyLanguage, calls, raw };
    };

    for (const [index, choice] of chosen.entries()) {
      const common = { sdk: sdkNow, choice, request, sourceTokens };
      const reading = readsSent
        ? await readingOfSent({ choice, request, prompts, now: runtime.now() })
        : undefined;
      if (reading !== undefined) {
        // If this fails, the messages can still be sent.
        const result = await attempt({ ...common, prompt: reading.prompt, sent: reading.call });
        calls.push(result.call);
        if (result.ok) return written(result.answer, choice);
        if (result.error.kind === 'aborted') throw abortedFailure(calls);
      }
      for (let attempts = 0; ; attempts += 1) {
        const result = await attempt({ ...common, prompt });
        calls.push(result.call);
        if (result.ok) return written(result.answer, choice);
        const { error } = result;
        if (error.kind === 'aborted') throw abortedFailure(calls);
        const waitMs = Math.max(delayMs * 2 ** attempts, error.retryAfterMs ?? 0);
        if (!error.retryable || attempts >= retries || waitMs > maxDelayMs) {
          failures.push({ model: choice.name, error, reason: result.call.reason ?? error.reason });
          break;
        }
        try {
          await runtime.sleep(waitMs, request.signal);
        } catch {
          throw abortedFailure(calls);
        }
      }
      const next = chosen[index + 1];
      if (next !== undefined) {
        onFallback?.({ from: choice.name, to: next.name, reason: failures.at(-1)!.reason });
      }
    }
    const waits = failures.map(({ error }) => error.retryAfterMs).filter((wait) => wait !== undefined);
    throw new SummarizerFailure({
      kind: worstKind(failures.map(({ error }) => error.kind)),
      message: `No model gave a summary: ${failures.map(({ model, reason }) => `${model}: ${reason}`).join('; ')}.`,
      retryAfterMs: waits.length === 0 ? undefined : Math.min(...waits),
      calls,
    });
  }

  return {
    name: `language-model(${choices.map(({ name }) => name).join(', ')})`,
    maxInputTokens,
    version: prompts.version,
    ...(takesAnyName(choices) ? {} : { models: choices.flatMap(namesOf) }),
    summarize,
  };
}

/** The most informative kind: that the failure may pass, or that there was an unusable answer. */
function worstKind(kinds: readonly SummarizerFailureKind[]): SummarizerFailureKind {
  for (const kind of ['transport', 'malformed'] as const) {
    if (kinds.includes(kind)) return kind;
  }
  return 'terminal';
}

function abortedFailure(calls: SummarizerCall[]): SummarizerFailure {
  return new SummarizerFailure({ kind: 'aborted', message: 'The summary was aborted.', calls });
}
