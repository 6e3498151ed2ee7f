/** Everything the engine tells about its work. No event carries message text (I-10). */
import type { Receipt, SummaryRung } from './records/summary.ts';

export type EverthreadEvents = {
  /**
   * Somebody said or changed something, in this process: what a list or a view that is kept open has to read again.
   * `from` and `to` are the messages it is about, where it is about any.
   */
  change: {
    threadId: string;
    kind: 'append' | 'edit' | 'forget' | 'summary' | 'rule' | 'fact' | 'details' | 'settings' | 'deleted';
    from?: number;
    to?: number;
  };
  /** A compaction was committed. */
  summarization: {
    threadId: string;
    strategy: string;
    reason: string;
    depth: number;
    tokensBefore: number;
    tokensAfter: number;
    ratio: number;
    compressedMessages: number;
    receipt: Receipt;
  };
  /** A compaction began. `model`: a model is asked, which may take a while. */
  'compaction-started': {
    threadId: string;
    strategy: string;
    reason: string;
    from: number;
    to: number;
    model: boolean;
  };
  /** A compaction that began is over, whatever came of it. */
  'compaction-ended': { threadId: string; outcome: 'committed' | 'failed' };
  /**
   * A run has covered more of the messages that no summary stood for when it began; `total` counts those that stay
   * verbatim too. What is told here is committed: a run that is stopped goes on from there.
   */
  'compaction-progress': {
    threadId: string;
    done: number;
    total: number;
    /** Messages, since the run began. */
    perSecond: number;
    /** At this rate. */
    secondsLeft: number;
  };
  /** One summary of long input moves on. */
  progress: { threadId: string; stage: 'read' | 'map' | 'reduce'; done: number; total: number };
  /**
   * Something went wrong that did not reach the chat (I-4). `debug`: nothing is lost or worse for it, and nobody has to
   * be told.
   */
  diagnostic: {
    threadId: string | null;
    level?: 'debug';
    code: string;
    message: string;
    /** What happens next: `original messages stay in the context`. */
    consequence: string;
  };
  /** A model of the preference list, or the whole list, was given up for one summary. */
  'summarizer-fallback': { threadId: string; from: string; to: string; reason: string };
  /** A context had to be shortened to fit. */
  'context-forced': { threadId: string; budget: number; tokens: number };
  /** A context was handed out to be sent. */
  context: {
    threadId: string;
    /** The newest message it was made for. */
    seq: number;
    /** The model it is for, where that is known. */
    model: string | null;
    tokens: number;
    budget: number;
    /** What the whole history would have taken. */
    historyTokens: number;
    summaries: number;
    /** Messages quoted in it from before its tail. */
    recalled: number;
    /** From asking for it to having it. */
    milliseconds: number;
  };
  /** One call of a summarizer is over, a failed one too. */
  'summarizer-call': {
    /** Null where it was asked of no single thread: for the profile of an owner. */
    threadId: string | null;
    model: string;
    rung: SummaryRung;
    outcome: 'ok' | 'rejected' | 'failed';
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    milliseconds: number;
    /** Why it was of no use. */
    reason?: string;
  };
};

export const eventNames = [
  'summarization',
  'compaction-started',
  'compaction-ended',
  'compaction-progress',
  'progress',
  'diagnostic',
  'summarizer-fallback',
  'context-forced',
  'context',
  'summarizer-call',
  'change',
] as const satisfies readonly (keyof EverthreadEvents)[];

export type EventName = keyof EverthreadEvents;
/** What it throws or rejects with becomes a `diagnostic` event. */
export type EventListener<Name extends EventName> = (event: EverthreadEvents[Name]) => unknown;
