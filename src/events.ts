/** The events of the engine. No event carries message text (I-10). */
import type { Receipt, SummaryRung } from './records/summary.ts';
import type { CallFailure } from './summarizer.ts';

export type EverthreadEvents = {
  /**
   * Something was stored or changed by this process; an open list or view has to read it again. `from` and `to` are the
   * messages concerned, if any.
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
  /** A compaction began. `model` is true when a model is asked, which may take a while. */
  'compaction-started': {
    threadId: string;
    strategy: string;
    reason: string;
    from: number;
    to: number;
    model: boolean;
  };
  /** A compaction that began is over, committed or not. */
  'compaction-ended': { threadId: string; outcome: 'committed' | 'failed' };
  /**
   * A run has covered more messages. `done` and `total` count the messages that no summary stood for when the run
   * began; `total` includes those that stay verbatim. What is reported here is committed: when the run is stopped, the
   * next one continues from there.
   */
  'compaction-progress': {
    threadId: string;
    done: number;
    total: number;
    /** Messages per second, since the run began. */
    perSecond: number;
    /** Estimated from `perSecond`. */
    secondsLeft: number;
  };
  /** Progress within one summary of long input. */
  progress: { threadId: string; stage: 'read' | 'map' | 'reduce'; done: number; total: number };
  /**
   * Something went wrong that did not reach the chat (I-4). With level `debug` nothing is lost or worse, and the user
   * need not see it.
   */
  diagnostic: {
    threadId: string | null;
    level?: 'debug';
    code: string;
    message: string;
    /** What happens next, such as `original messages stay in the context`. */
    consequence: string;
    /** The trouble that the summarizer's calls had, if it was that. */
    failure?: CallFailure;
  };
  /** A model of the preference list, or the whole list, was given up for one summary. */
  'summarizer-fallback': {
    threadId: string;
    from: string;
    to: string;
    reason: string;
    /** False if nobody was asked, because of earlier trouble or a guard. */
    asked: boolean;
    /** What wrote the summary instead. */
    rung: SummaryRung;
    /** The trouble, for code. */
    failure?: CallFailure;
  };
  /** A context had to be shortened to fit. */
  'context-forced': { threadId: string; budget: number; tokens: number };
  /** A context was returned to be sent. */
  context: {
    threadId: string;
    /** The newest message at the time of the context. */
    seq: number;
    /** The model it was made for, where known. */
    model: string | null;
    tokens: number;
    budget: number;
    /** Tokens of the whole history. */
    historyTokens: number;
    summaries: number;
    /** Older messages, from before the tail, that it quotes. */
    recalled: number;
    /** From the call of `context` to its result. */
    milliseconds: number;
  };
  /** A summarizer call has ended, successfully or not. */
  'summarizer-call': {
    /** Null for calls that concern no single thread, such as those for an owner's profile. */
    threadId: string | null;
    model: string;
    rung: SummaryRung;
    outcome: 'ok' | 'rejected' | 'failed';
    inputTokens: number;
    outputTokens: number;
    costUsd: number;
    milliseconds: number;
    /** Why the answer was not used. */
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
/** An error that a listener throws or rejects with becomes a `diagnostic` event. */
export type EventListener<Name extends EventName> = (event: EverthreadEvents[Name]) => unknown;
