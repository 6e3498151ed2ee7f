/** A summary as stored: a text that stands for one contiguous range of messages, and how it was made. */
import type { Fact } from './fact.ts';
import type { WorkRecord } from './work-record.ts';

/** How a summary's text is laid out; every summarizer can produce each. */
export const summaryShapes = ['plain', 'bullets', 'record', 'condensed', 'compressed'] as const;
export type SummaryShape = (typeof summaryShapes)[number];

/** `verbatim`: the messages themselves, word for word, without a summarizer. */
export const recordShapes = [...summaryShapes, 'verbatim'] as const;
export type RecordShape = (typeof recordShapes)[number];

/**
 * live: shown. prepared: made ahead, shown when needed. replaced: folded into a newer one, kept for the record and for
 * expansion. partial: an intermediate result of a map-reduce over originals, never shown.
 */
export const summaryStatuses = ['live', 'prepared', 'replaced', 'partial'] as const;
export type SummaryStatus = (typeof summaryStatuses)[number];

/** The rung of the fallback ladder that made it; `person` and `copy` are not on the ladder. */
export const summaryRungs = ['model', 'extractive', 'truncation', 'person', 'copy'] as const;
export type SummaryRung = (typeof summaryRungs)[number];

export type ActionItem = { owner: string; task: string; due: string };

/** The structured record of R-23. Empty arrays stand for what is absent. */
export type StructuredRecord = {
  summary: string;
  keyPoints: string[];
  context: {
    participants: string[];
    decisions: string[];
    actionItems: ActionItem[];
    unresolved: string[];
    domainEntities: string[];
  };
};

/** A record with nothing but prose. */
export function recordOfProse(summary: string): StructuredRecord {
  return {
    summary,
    keyPoints: [],
    context: { participants: [], decisions: [], actionItems: [], unresolved: [], domainEntities: [] },
  };
}

/** What a `session` segment knows from the tool calls. */
export type SegmentDetails = {
  keyDecisions: string[];
  filesModified: string[];
  toolsUsed: { name: string; count: number; notable: string[] }[];
  commandsRun: number;
  topics: string[];
};

/** How long a summary may be: `targetTokens` is the aim, the others are limits. */
export type SummaryLimits = { targetTokens: number; maxWords: number | null; maxOutputTokens: number };

/** How much detail a summary should have. */
export const summaryDetails = ['short', 'medium', 'detailed'] as const;
export type SummaryDetail = (typeof summaryDetails)[number];

/** What a caller can ask of a summary. */
export type SummaryWishes = {
  /** A subject to emphasize, in words. */
  focus?: string;
  detail?: SummaryDetail;
};

export type SummaryRecord = {
  id: string;
  threadId: string;
  status: SummaryStatus;
  /** First and last message it covers. */
  from: number;
  to: number;
  messagesCovered: number;
  startMessageId: string;
  endMessageId: string;
  /** `condensed`, `compressed`, `segment`, `leaf`, `merge-1` …: how compressed it is, named by the strategy. */
  level: string;
  /** 0 for summaries made from new messages, one more for each merge. */
  tier: number;
  /** Distance from the root of its chain. */
  depth: number;
  parentId: string | null;
  /** The summaries it was folded from, in order. `readFrom` … `readTo`: messages it read itself. */
  sourceIds: string[];
  readFrom: number | null;
  readTo: number | null;
  /** Proves which sources it was made from; see source-hash.ts. */
  sourceHash: string;
  shape: RecordShape;
  text: string;
  tokens: number;
  /** Tokens of the original messages that it covers. */
  sourceTokens: number;
  record: StructuredRecord | null;
  /** The model's answer word for word; only with `keepRaw`. */
  raw?: string;
  /** For `record` shapes: ids and hashes of the messages read for it. */
  originals: { id: string; hash: string }[];
  segment: SegmentDetails | null;
  /** The work done in its range. Absent if there was none, and in summaries from before work records. */
  work?: WorkRecord;
  facts: Fact[];
  /** How often its content was rewritten since the originals: 1 if made from them. */
  rewrites: number;
  strategy: string;
  /** Name of the model, or of the built-in summarizer, that made it. */
  model: string;
  rung: SummaryRung;
  promptVersion: string;
  /**
   * Share of the sources' exact facts that prose or ledger contain. `fidelity`: share of its own facts that have a
   * source.
   */
  survival: number;
  fidelity: number;
  createdAt: string;
  /** The limits it was made with, used again when it is redone. */
  limits?: SummaryLimits & SummaryWishes;
  /** True if a message it was built on was edited or forgotten. It keeps its place, is not shown, and is rebuilt. */
  stale?: boolean;
  /** Set if a person wrote or changed it. Later compactions keep its text. */
  edited?: { at: string; version: number };
  /** All compactions keep it unchanged until it is unpinned. */
  pinned?: boolean;
  /** Texts carried over from summaries before it (see `KeptText`), at the end of its own text. */
  kept?: KeptText[];
  /**
   * The thread's message count when it was stored, when it was shown (`liveAt`), and when it was replaced. Needed to
   * rebuild a past turn.
   */
  madeAt?: number;
  liveAt?: number;
  replacedAt?: number;
};

/** A text carried over word for word: one that a person wrote or pinned for a range, or a system message of the log. */
export type KeptText = { text: string; from: number; to: number; role?: 'system' };

/** The small members of a summary, which planning needs. */
export type SummaryHead = Omit<
  SummaryRecord,
  'text' | 'record' | 'raw' | 'facts' | 'originals' | 'segment' | 'work' | 'kept' | 'limits'
>;

/** The account of one compaction. */
export type Receipt = {
  id: string;
  threadId: string;
  createdAt: string;
  strategy: string;
  trigger: string;
  reason: string;
  /** Summaries that it added, and (`replacedIds`) replaced. */
  summaryIds: string[];
  replacedIds: string[];
  from: number;
  to: number;
  messagesCompressed: number;
  /** Context tokens (fixed + summaries + tail) before and after. */
  tokensBefore: number;
  tokensAfter: number;
  messagesBefore: number;
  messagesAfter: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  milliseconds: number;
  models: string[];
  rungs: SummaryRung[];
  depth: number;
  factsKept: number;
  survival: number;
  fidelity: number;
  segment: SegmentDetails | null;
};
