/**
 * The contract of a summarizer: a bounded transcript in, a summary out. Splitting what is too large,
 * retries, the fallback ladder and the checks on the output are compositions of summarizers, each
 * of which meets this same contract. Implementations are in summarizers/.
 */
import type { Fact } from './records/fact.ts';
import type {
  StructuredRecord,
  SummaryLimits,
  SummaryRung,
  SummaryShape,
  SummaryWishes,
} from './records/summary.ts';

/** A message as a summarizer sees it: rendered to text, secrets replaced, tool output trimmed. */
export type TranscriptEntry = {
  seq: number;
  role: string;
  /** The speaker's name, where the message has one. */
  name?: string;
  text: string;
  at: string;
  tokens: number;
};

export type SummaryPart = {
  /** The shape of the whole summary, which tells what to look for in a part. */
  of: SummaryShape;
  /** What came before the part: the goal, and the last things said. Empty for the first part. */
  before: string;
};

/** `limits` already follow from the requested detail. */
export type SummaryRequest = SummaryWishes & {
  shape: SummaryShape;
  /** The summary that the new one replaces, or the summaries it merges, oldest first. */
  previous: { text: string; record: StructuredRecord | null; from: number; to: number }[];
  transcript: TranscriptEntry[];
  /** Exact facts of the sources that should survive, most important first. */
  facts: Fact[];
  limits: SummaryLimits;
  /**
   * The work record that code read from the tool calls, as text with message numbers; set when the sources contain work
   * (R-66).
   */
  work?: string;
  /** The models to ask, in this order, by the names the summarizer knows. Default: all of its own. */
  models?: readonly string[];
  /** Set when the result is an intermediate part of a larger summary, never shown by itself. */
  part?: SummaryPart;
  /** The thread whose messages are summarized, if they are in one. */
  threadId?: string;
  /** The last model call with this thread's context, if a wrapped model made one. */
  sent?: SentCall;
  /** Opens the prompt of R-23. */
  meta: { totalMessages: number; totalTokens: number; depth: number; strategy: string };
  signal: AbortSignal;
};

/** A call of an AI SDK model, with what is needed to repeat it. Does not load the SDK. */
export type SentCall = {
  /** The same model object that was called: another object may use another account. */
  model: object;
  params: { prompt: readonly { role: string; content: unknown }[]; maxOutputTokens?: number | undefined };
  /** Milliseconds since 1970. */
  at: number;
  /** Whether it contains no recognized secret. Only then may a summarizer see it (I-10). */
  isClean(): Promise<boolean>;
};

export type SummarizerUsage = { inputTokens: number; outputTokens: number; costUsd: number };

export type UsageTotals = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Of calls with a known price. */
  costUsd: number;
  /** Input and output tokens of calls without a known price. */
  unpricedTokens: number;
};

/** A call that used tokens and cost nothing has no known price. */
export function unpricedTokensOf({ inputTokens, outputTokens, costUsd }: SummarizerUsage): number {
  return costUsd > 0 ? 0 : inputTokens + outputTokens;
}

export type SummaryResult = {
  text: string;
  /** Set for shape `record`. */
  record: StructuredRecord | null;
  model: string;
  rung: SummaryRung;
  promptVersion: string;
  /**
   * True when the text was asked for in a language that may differ from its source's. Otherwise such a text is refused
   * (R-55).
   */
  anyLanguage?: boolean;
  calls: SummarizerCall[];
  /** The model's answer before anything was removed; kept only with `keepRaw`. */
  raw?: string;
};

/** One model call, failed ones included, because its cost must be known. */
export type SummarizerCall = SummarizerUsage & {
  model: string;
  rung: SummaryRung;
  milliseconds: number;
  outcome: 'ok' | 'rejected' | 'failed';
  /** Redacted, at most 200 characters. May hold the beginning of a rejected answer. */
  detail?: string;
  /**
   * Why the call failed, with the provider's own message: redacted, at most 200 characters, never text of an answer.
   */
  reason?: string;
  /** The same for code: equal for equal trouble, without anybody's words. */
  failure?: CallFailure;
};

export type CallFailure = {
  /** `timeout`, `HTTP 429`. */
  name: string;
  /** The provider's HTTP status. */
  status?: number;
};

/** The trouble that the last failed of these calls had. */
export function failureOf(calls: readonly SummarizerCall[]): CallFailure | undefined {
  return calls.findLast(({ failure }) => failure !== undefined)?.failure;
}

export type Summarizer = {
  readonly name: string;
  /** Most tokens of transcript and previous text in one call. Larger input is split first. */
  readonly maxInputTokens: number;
  /** The models that can be requested by name; left out when the summarizer takes any name, or none. */
  readonly models?: readonly string[];
  /** Changes when the prompts change: a cached answer is used only for the same version. */
  readonly version?: string;
  /** Rejects with a SummarizerFailure; never resolves to text that says it failed. */
  summarize(request: SummaryRequest): Promise<SummaryResult>;
};

/** Everything about a summarizer except its function, for one that wraps another. */
export function descriptionOf(summarizer: Summarizer): Omit<Summarizer, 'summarize'> {
  const { name, maxInputTokens, models, version } = summarizer;
  return {
    name,
    maxInputTokens,
    ...(models !== undefined && { models }),
    ...(version !== undefined && { version }),
  };
}

/**
 * transport: the call got no answer. terminal: it never will (401, 404). malformed: the answer cannot be used.
 * unavailable: not tried, because a guard or an open circuit breaker forbids it.
 */
export type SummarizerFailureKind = 'transport' | 'terminal' | 'malformed' | 'unavailable' | 'aborted';

const marker = Symbol.for('everthread.summarizer-failure');

export class SummarizerFailure extends Error {
  readonly kind: SummarizerFailureKind;
  readonly retryAfterMs: number | undefined;
  readonly calls: SummarizerCall[];
  readonly [marker] = true;

  constructor(options: {
    kind: SummarizerFailureKind;
    message: string;
    retryAfterMs?: number;
    calls?: SummarizerCall[];
    cause?: unknown;
  }) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SummarizerFailure';
    this.kind = options.kind;
    this.retryAfterMs = options.retryAfterMs;
    this.calls = options.calls ?? [];
  }
}

export function isSummarizerFailure(error: unknown): error is SummarizerFailure {
  return typeof error === 'object' && error !== null && marker in error;
}
