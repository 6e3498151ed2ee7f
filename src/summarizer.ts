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
  /** Speaker's name where the message has one. */
  name?: string;
  text: string;
  at: string;
  tokens: number;
};

export type SummaryPart = {
  /** The shape of the whole, which says what to look for in a part. */
  of: SummaryShape;
  /** What came before the part: the goal, and the last things said. Empty for the first. */
  before: string;
};

/** The limits are already those of the detail that was asked for. */
export type SummaryRequest = SummaryWishes & {
  shape: SummaryShape;
  /** The summary this one replaces, or the ones it merges, oldest first. */
  previous: { text: string; record: StructuredRecord | null; from: number; to: number }[];
  transcript: TranscriptEntry[];
  /** Exact facts of the sources, most important first: what should survive. */
  facts: Fact[];
  limits: SummaryLimits;
  /** What code read from the tool calls, as text with message numbers: set where there is work in the sources. */
  work?: string;
  /** The models to ask, in this order, by the names the summarizer knows them by; all of its own where left out. */
  models?: readonly string[];
  /** Set where the result is an intermediate part of a larger summary, never shown by itself. */
  part?: SummaryPart;
  /** The call that was made last with the context of these messages' thread, where a wrapped model made one. */
  sent?: SentCall;
  /** Opens the prompt of R-23. */
  meta: { totalMessages: number; totalTokens: number; depth: number; strategy: string };
  signal: AbortSignal;
};

/** A call of a model of the AI SDK, as far as it is made once more; nothing of the SDK is loaded for it. */
export type SentCall = {
  /** The very model it was made to: another object may belong to another account. */
  model: object;
  params: { prompt: readonly { role: string; content: unknown }[]; maxOutputTokens?: number | undefined };
  /** Milliseconds since 1970. */
  at: number;
  /** Whether no recognized secret is in it: only then may a summarizer see it (I-10). */
  isClean(): Promise<boolean>;
};

export type SummarizerUsage = { inputTokens: number; outputTokens: number; costUsd: number };

export type UsageTotals = {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Of the calls whose price is known. */
  costUsd: number;
  /** Tokens, in and out, of calls whose price is not. */
  unpricedTokens: number;
};

/** A call that used tokens and cost nothing has no price that anyone told us. */
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
  /** True where it was asked for in a language that need not be its source's; otherwise such a text is refused. */
  anyLanguage?: boolean;
  calls: SummarizerCall[];
  /** What the model answered, before anything was taken off; kept where `keepRaw` says so. */
  raw?: string;
};

/** One call that was made on the way, failed ones included: what it cost must be known. */
export type SummarizerCall = SummarizerUsage & {
  model: string;
  rung: SummaryRung;
  milliseconds: number;
  outcome: 'ok' | 'rejected' | 'failed';
  /** Redacted, at most 200 characters. May hold the beginning of an answer that was not used. */
  detail?: string;
  /** Why it failed, with the provider's own message: redacted, at most 200 characters, never an answer's text. */
  reason?: string;
};

export type Summarizer = {
  readonly name: string;
  /** Largest transcript plus previous text in tokens it takes in one call; larger input is split first. */
  readonly maxInputTokens: number;
  /** The models it can be asked for by name; left out where it takes any name, or none. */
  readonly models?: readonly string[];
  /** Changes with what it asks a model: equal requests are answered from the cache only within one version. */
  readonly version?: string;
  /** Rejects with a SummarizerFailure; never resolves to text that says it failed. */
  summarize(request: SummaryRequest): Promise<SummaryResult>;
};

/** What is known of a summarizer besides what it does: for one that stands before another. */
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
 * transport: the call did not get an answer. terminal: it never will (401, 404). malformed: an answer that
 * cannot be used. unavailable: not tried, because a guard or an open circuit breaker forbids it.
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
