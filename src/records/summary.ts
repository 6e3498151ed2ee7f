/** A summary as it is stored: text that stands for one contiguous range of messages, and how it came to be. */
import type { Fact } from './fact.ts';
import type { WorkRecord } from './work-record.ts';

/** How a summary's text is laid out; every summarizer can produce each. */
export const summaryShapes = ['plain', 'bullets', 'record', 'condensed', 'compressed'] as const;
export type SummaryShape = (typeof summaryShapes)[number];

/** `verbatim`: the messages themselves, word for word; nobody summarized them. */
export const recordShapes = [...summaryShapes, 'verbatim'] as const;
export type RecordShape = (typeof recordShapes)[number];

/**
 * live: shown. prepared: made ahead, swapped in when needed. replaced: folded into a newer one, kept for the
 * record and for expansion. partial: an intermediate result of a map-reduce over originals, never shown.
 */
export const summaryStatuses = ['live', 'prepared', 'replaced', 'partial'] as const;
export type SummaryStatus = (typeof summaryStatuses)[number];

/** Which rung of the fallback ladder made it; `person` and `copy` are not on the ladder. */
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

/** A record that has nothing to list. */
export function recordOfProse(summary: string): StructuredRecord {
  return {
    summary,
    keyPoints: [],
    context: { participants: [], decisions: [], actionItems: [], unresolved: [], domainEntities: [] },
  };
}

/** What a `session` segment knows from the tool calls themselves. */
export type SegmentDetails = {
  keyDecisions: string[];
  filesModified: string[];
  toolsUsed: { name: string; count: number; notable: string[] }[];
  commandsRun: number;
  topics: string[];
};

/** How long a summary may be: what is aimed at, and what is cut. */
export type SummaryLimits = { targetTokens: number; maxWords: number | null; maxOutputTokens: number };

/** How much of what happened a summary is to tell. */
export const summaryDetails = ['short', 'medium', 'detailed'] as const;
export type SummaryDetail = (typeof summaryDetails)[number];

/** What somebody asked of a summary besides. */
export type SummaryWishes = {
  /** What it is to dwell on, in words. */
  focus?: string;
  detail?: SummaryDetail;
};

export type SummaryRecord = {
  id: string;
  threadId: string;
  status: SummaryStatus;
  /** First and last message it stands for. */
  from: number;
  to: number;
  messagesCovered: number;
  startMessageId: string;
  endMessageId: string;
  /** `condensed`, `compressed`, `segment`, `leaf`, `merge-1` … : the strategy's word for how compressed it is. */
  level: string;
  /** 0 for summaries made for fresh messages, one more for each merge above them. */
  tier: number;
  /** Distance from the root of its chain. */
  depth: number;
  parentId: string | null;
  /** The summaries it was folded from, in order. Messages it read itself are `readFrom` … `readTo`. */
  sourceIds: string[];
  readFrom: number | null;
  readTo: number | null;
  /** Proves which sources it stands for: see source-hash.ts. */
  sourceHash: string;
  shape: RecordShape;
  text: string;
  tokens: number;
  /** Tokens of the originals it stands for. */
  sourceTokens: number;
  record: StructuredRecord | null;
  /** What the model answered, word for word; only where it is kept. */
  raw?: string;
  /** For `record` shapes: ids and hashes of the messages read for it. */
  originals: { id: string; hash: string }[];
  segment: SegmentDetails | null;
  /** What was done in its range; absent where nothing was, and in summaries older than it. */
  work?: WorkRecord;
  facts: Fact[];
  /** How many times its content was rewritten since the originals: 1 when made from them. */
  rewrites: number;
  strategy: string;
  /** Name of the model, or of the built-in summarizer that made it. */
  model: string;
  rung: SummaryRung;
  promptVersion: string;
  /** Share of the sources' exact facts that are in prose or ledger, and share of its own facts that have a source. */
  survival: number;
  fidelity: number;
  createdAt: string;
  /** What it was made under, and is made under again when it is redone. */
  limits?: SummaryLimits & SummaryWishes;
  /** A message it was built on was edited or forgotten: it keeps its place, is not shown, and is made anew. */
  stale?: boolean;
  /** Written or changed by a person: later compactions keep its text. */
  edited?: { at: string; version: number };
  /** Kept as it is by all compactions until unpinned. */
  pinned?: boolean;
  /** Texts that it carries on (see `KeptText`); they stand at the end of its own text. */
  kept?: KeptText[];
  /** Message counts of the thread when it was stored, shown, and no longer shown: what rebuilding a past turn needs. */
  madeAt?: number;
  liveAt?: number;
  replacedAt?: number;
};

/** A text carried on word for word: one a person wrote or pinned for a range, or a system message of the log. */
export type KeptText = { text: string; from: number; to: number; role?: 'system' };

/** What planning needs of a summary: everything that is small. */
export type SummaryHead = Omit<
  SummaryRecord,
  'text' | 'record' | 'raw' | 'facts' | 'originals' | 'segment' | 'work' | 'kept' | 'limits'
>;

/** What one compaction did. */
export type Receipt = {
  id: string;
  threadId: string;
  createdAt: string;
  strategy: string;
  trigger: string;
  reason: string;
  /** Summaries added and replaced by it. */
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
