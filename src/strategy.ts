/**
 * The contract of a strategy: when to summarize, what, and how summaries are shown. Pure: a strategy sees numbers and
 * heads, returns data, and never touches a store, a model or a clock. Implementations are in strategies/.
 */
import type { MessageMeta, Role } from './message/message.ts';
import type {
  RecordShape,
  SummaryHead,
  SummaryLimits,
  SummaryRecord,
  SummaryWishes,
} from './records/summary.ts';
import type { ThreadState } from './records/thread-state.ts';

/** The thread's token budget as triggers see it. */
export type StrategyBudget = {
  /** The whole budget: the model's context length, or what the caller set. */
  total: number;
  /** What remains for fixed parts, summaries and tail after the response reserve. */
  available: number;
  /** How much of `available` should be left to recalled passages. */
  recall: number;
  /** Prices of the model that contexts are sent to. */
  prices: StrategyPrices;
  /** True when the caller or the thread set it; false when it is only the library's default. */
  explicit: boolean;
};

/** As multiples of the price of an uncached input token. */
export type StrategyPrices = {
  /** Reading a token from the provider's cache; `write`: writing one into it. */
  read: number;
  write: number;
  /** Price of having a token summarized; 0 when code does it. */
  summarize: number;
  /** Tokens of the shortest beginning of a request that the cache keeps. Default: 0. */
  leastCached?: number;
};

/**
 * append: after messages arrived. manual: a person or program asked. refresh: asked to redo from scratch. pressure: a
 * context did not fit and was answered with stand-ins.
 */
export const triggers = ['append', 'manual', 'refresh', 'pressure'] as const;
export type Trigger = (typeof triggers)[number];

export type CheckInput = {
  state: ThreadState;
  budget: StrategyBudget;
  /** From the last plan that found nothing to do: when there may be something to prepare again. */
  rest?: Rest | undefined;
  /**
   * A request waits and the provider's cache has lapsed, so the whole prompt is paid in full anyway. The request
   * can show summaries that are already prepared. A plan with steps is not carried out, because no request waits for
   * one.
   */
  lapsed?: boolean;
};

/**
 * While the thread's past stays at this revision, nothing can be prepared before the thread has this many messages and
 * its tail this many tokens, or its context takes this share of its room, which passages make smaller.
 */
export type Rest = { revision: number; messages: number; tailTokens: number; ratio?: number };

export type PlanInput = CheckInput & {
  trigger: Trigger;
  /** Live summaries: they tile messages 1 … state.coveredTo, in order. */
  live: readonly SummaryHead[];
  /** Prepared summaries: they tile messages coveredTo+1 … in order, not shown yet. */
  prepared: readonly SummaryHead[];
  /** The first messages that no live summary covers, in order (at most `planWindow` of them). */
  head: readonly MessageMeta[];
  /** The newest messages that no live summary covers, in order (at most `planWindow` of them). */
  end: readonly MessageMeta[];
  /**
   * `head` and `end` as the run found them, set in later passes: what the conversation is about when most of it is
   * already covered.
   */
  found?: { head: readonly MessageMeta[]; end: readonly MessageMeta[] };
  /** Index of this pass within one compaction run: strategies that work in passes see 0, 1, 2 … */
  pass: number;
  /** Largest transcript, in tokens, that goes into one summarizer call. */
  maxInputTokens: number;
  /** Context tokens the tail should shrink to; only with trigger `pressure`. */
  targetTailTokens?: number;
};

/** Most entries in `head` and `end`. */
export const planWindow = 1_000;

/** One summary to be made. */
export type PlanStep = {
  /** First and last message that the result stands for. */
  from: number;
  to: number;
  /**
   * What it is made from. `fold`: the summaries with these ids, in order, and the originals in `messages`, all of them.
   * `rederive`: the originals of the range when they fit one call, else what `summaries` were made from, through
   * partial results kept in the store. `reroot`: the originals of the whole range, through partial results kept
   * in the store. `renew`: exactly what the one summary in `summaries` was made from.
   */
  sources: {
    summaries: string[];
    messages: { from: number; to: number } | null;
    method: 'fold' | 'rederive' | 'reroot' | 'renew';
    /** With `rederive`: rewrites since the originals that are still acceptable. */
    maxRewrites?: number;
    /** Summaries that are not read, but whose texts written by a person are carried over. */
    keeps?: string[];
  };
  level: string;
  tier: number;
  depth: number;
  parentId: string | null;
  /** `verbatim` copies the messages: no summarizer is asked, and `limits` do not apply. */
  shape: RecordShape;
  limits: SummaryLimits & SummaryWishes;
  /** `prepared` results are stored but not shown until a later plan activates them. */
  status: 'live' | 'prepared';
};

export type Plan = {
  strategy: string;
  trigger: Trigger;
  /** A short phrase for people: "25 messages since the last summary". */
  reason: string;
  /** The revision that the plan was made on. The commit fails when it has changed. */
  revision: number;
  /** Message count at planning time: becomes the checkpoint. */
  plannedAt: number;
  /** Context tokens / budget when planned. */
  ratio: number;
  /** Steps are independent of each other unless a later one names `#<index>` of an earlier one as a source. */
  steps: PlanStep[];
  /** Live or prepared summaries that are no longer shown once the steps are committed. */
  replaces: string[];
  /** Prepared summaries that become live. */
  activates: string[];
  /** Live summaries tile 1 … coverTo after the commit. */
  coverTo: number;
  /** False for plans that only prepare ahead: they leave checkpoint and hysteresis alone. */
  counts: boolean;
};

/** A summary as the context shows it. */
export type SummaryBlock = {
  role: Extract<Role, 'system' | 'user' | 'assistant'>;
  text: string;
  /** The summary alone, without heading and pointer. Shorter forms are cut from it. */
  body: string;
  summaryId: string;
  from: number;
  to: number;
  /** Shown whole or not at all, never in a shorter form. */
  verbatim?: true;
};

export type SectionName =
  | 'system'
  | 'profile'
  | 'pinned'
  | 'summaries'
  | 'ledger'
  | 'tail'
  | 'recall'
  | 'resources';

/** When due work is done: after the reply, or before the next context. */
export const strategyModes = ['background', 'blocking'] as const;
export type StrategyMode = (typeof strategyModes)[number];

/**
 * fallback: code writes instead of the model, but replaces no summary of a model while everything still fits.
 * keep: nothing is replaced while everything still fits. throw: nothing is replaced, and `compact` fails.
 */
export const failureChoices = ['fallback', 'keep', 'throw'] as const;
export type OnFailure = (typeof failureChoices)[number];

export type Strategy = {
  readonly name: string;
  /** Validated options with defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Order of sections in the context; stable ones first unless the design says otherwise. */
  readonly sectionOrder: readonly SectionName[];
  /** In the background after the reply, or blocking before the next one. */
  readonly mode: StrategyMode;
  /**
   * True: a request that would not fit waits for a compaction, if code writes the summaries. Otherwise the request is
   * answered with stand-ins, and the compaction follows.
   */
  readonly relieves?: boolean;
  /** Whether threads that contain work show their work record. */
  readonly showsWork?: boolean;
  /** What happens when no model gives a summary. */
  readonly onFailure: OnFailure;
  /** The models to summarize with, in order, and the option that names them; set only where the strategy names any. */
  readonly summarizerModels?: { readonly option: string; readonly names: readonly string[] };
  /** Whether work may be due, decided from the row alone. Must be cheap enough to run after every append. */
  check(input: CheckInput): string | undefined;
  /** What to do, or why there is nothing to do. */
  plan(input: PlanInput): Plan | { nothing: string; rest?: Rest };
  /** The live summaries as blocks, oldest first. `tailMessages` is the number of messages shown verbatim. */
  present(input: { summaries: readonly SummaryRecord[] }): SummaryBlock[];
  /** What the transcript section shows when there is neither a summary nor a message. */
  readonly emptyText?: string;
};

export type StrategyOptions = { name: string; [option: string]: unknown };

/** What a strategy may know about where it is used. */
export type StrategySetting = {
  /** The model that contexts are sent to; selects overrides. */
  model?: string | undefined;
};

/** Makes a strategy from its options; throws `invalid_option` naming the option. */
export type StrategyFactory = (options: Record<string, unknown>, setting?: StrategySetting) => Strategy;
