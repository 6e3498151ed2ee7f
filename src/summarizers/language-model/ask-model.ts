/**
 * One call to one model: prompt in, text or record out, tidied and cut to the request's limits. Throws what the SDK
 * throws.
 */

import type { LanguageModel } from 'ai';
import type { StructuredRecord } from '../../records/summary.ts';
import type { SentCall, SummaryRequest } from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { repairedEnd, tidy } from '../answer-text.ts';
import { capTokens, capWords } from '../cap-text.ts';
import { type CheckedCitations, checkCitations } from '../citations.ts';
import type { FilledPrompt } from '../prompts.ts';
import { fitRecord, parseRecordText, recordRequestSchema, renderRecord, toRecord } from '../record-schema.ts';
import { missesSections, tidyHeadings } from '../work-frame.ts';
import type { AiSdk } from './ai-sdk.ts';
import { askAfterSent } from './ask-sent.ts';
import type { NamedChoice } from './model-choice.ts';

export type Answer = {
  text: string;
  record: StructuredRecord | null;
  usage: unknown;
  /** The unchanged answer. */
  raw: string;
  /** The length limit ended the answer before its first sentence was complete. */
  cut: boolean;
  /** Set if the form of the answer already shows that it cannot be used. */
  problem?: { ok: false; reason: string };
};

type Asking = {
  sdk: AiSdk;
  choice: NamedChoice;
  prompt: FilledPrompt;
  request: SummaryRequest;
  counter: TokenCounter;
  /** The earlier call in which the messages are read, instead of sending them again. */
  sent?: SentCall | undefined;
  signal: AbortSignal;
};

export function askModel(options: Asking): Promise<Answer> {
  const { request } = options;
  const wantsRecord = request.shape === 'record' && request.part === undefined;
  return wantsRecord ? askRecord(options) : askText(options);
}

function settingsOf({ choice, prompt, request, signal }: Asking) {
  return {
    model: choice.model as LanguageModel,
    instructions: prompt.instructions,
    prompt: prompt.input,
    maxOutputTokens: choice.maxOutputTokens ?? outputTokens(request, prompt),
    temperature: choice.temperature,
    reasoning: choice.reasoning,
    providerOptions: choice.providerOptions,
    // The caller decides about retries, because it counts them and uses the injected clock.
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { functionId: 'everthread.summarize', recordInputs: false, recordOutputs: false },
  };
}

async function askText(options: Asking): Promise<Answer> {
  const { sdk, choice, prompt, request, counter, sent, signal } = options;
  const settings = settingsOf(options);
  const { text, usage, finishReason } =
    sent === undefined
      ? await sdk.generateText(settings)
      : await askAfterSent({
          model: choice.model,
          call: sent,
          prompt,
          maxOutputTokens: settings.maxOutputTokens,
          signal,
        });
  const ended = repairedEnd(tidy(text), { cut: finishReason === 'length', nearCap: false });
  const framed = prompt.sections ? tidyHeadings(ended.text) : ended.text;
  const cited = checkCitations(framed, request);
  const problem = problemOf(finishReason, text) ?? formProblem(cited, { request, prompt });
  const capped = capText(cited.text, request, counter);
  return { text: capped, record: null, usage, raw: text, cut: ended.cut, problem };
}

async function askRecord(options: Asking): Promise<Answer> {
  const { sdk, request, counter } = options;
  const output = sdk.Output.object({ schema: recordRequestSchema, name: 'conversation_record' });
  let answer: { record: StructuredRecord | undefined; usage: unknown; text: string };
  try {
    const result = await sdk.generateText({ ...settingsOf(options), output });
    const { text, usage, finishReason } = result;
    const problem = problemOf(finishReason, text);
    if (problem !== undefined) return { text, record: null, usage, raw: text, cut: false, problem };
    answer = { record: toRecord(result.output), usage, text };
  } catch (error) {
    const salvaged = salvage(error);
    if (salvaged === undefined) throw error;
    answer = salvaged;
  }
  const { record: found, usage, text: raw } = answer;
  if (found === undefined) {
    const problem: Answer['problem'] = { ok: false, reason: 'no summary in the record' };
    return { text: raw, record: null, usage, raw, cut: false, problem };
  }
  const record = fitRecord(found, request.limits.maxOutputTokens, counter);
  return { text: renderRecord(record), record, usage, raw, cut: false };
}

/** Notes that are removed afterwards need extra room: a third of the answer, and enough for a few lines. */
function outputTokens({ limits }: SummaryRequest, { scratch }: FilledPrompt): number {
  const { maxOutputTokens } = limits;
  return scratch ? maxOutputTokens + Math.max(200, Math.ceil(maxOutputTokens / 3)) : maxOutputTokens;
}

/** A good record in a code fence, or one without an empty list, needs no second call. */
function salvage(error: unknown) {
  if (typeof error !== 'object' || error === null) return undefined;
  const { name, text, usage } = error as { [key: string]: unknown };
  if (name !== 'AI_NoObjectGeneratedError' || typeof text !== 'string') return undefined;
  const record = parseRecordText(text);
  return record === undefined ? undefined : { record, usage, text };
}

function problemOf(finishReason: string, text: string): Answer['problem'] {
  if (finishReason === 'content-filter') return { ok: false, reason: 'stopped by the content filter' };
  if (finishReason === 'error') return { ok: false, reason: 'the model reported an error' };
  if (finishReason === 'length' && text.trim() === '') {
    return { ok: false, reason: 'no text within maxOutputTokens' };
  }
  return undefined;
}

/** Rejects an answer with made-up citations, or without the sections needed to continue the work. */
function formProblem(
  { text, madeUp }: CheckedCitations,
  { request, prompt }: { request: SummaryRequest; prompt: FilledPrompt },
): Answer['problem'] {
  if (madeUp) return { ok: false, reason: 'wrong_citations' };
  // A part of a longer text may have nothing to say about how it ended.
  const needsSections = prompt.sections && request.part === undefined && text !== '';
  return needsSections && missesSections(text) ? { ok: false, reason: 'missing_sections' } : undefined;
}

function capText(text: string, request: SummaryRequest, counter: TokenCounter): string {
  const { maxWords, maxOutputTokens } = request.limits;
  const worded = maxWords === null ? text : capWords(text, maxWords);
  return capTokens(worded, maxOutputTokens, counter);
}
