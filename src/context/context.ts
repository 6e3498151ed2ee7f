/** What is sent to the model: sections under one token budget, and an account of every item in them. */
import type { MessageContent } from '../message/message.ts';
import type { Arrangement } from '../records/request.ts';
import type { SectionName } from '../strategy.ts';

/** Text passed in for one turn: never stored, never summarized. */
export type Resource = { id: string; name: string; text: string };

/** An exact old passage found for this turn. */
export type Passage = {
  messageId: string;
  seq: number;
  role: string;
  /** Who said it, where the message names someone. */
  name?: string;
  at: string;
  text: string;
  /** A shorter piece of the text, for where many are shown. Default: the text. */
  brief?: string;
  /** The message that tells the newest value of what it tells an older one of. */
  newerIn?: number;
  /** What it counts at least, where that is known without reading it. */
  leastTokens?: number;
  reason: string;
};

/** Passages as one text, behind a message of the tail. */
export type RecalledPassages = {
  after: number;
  /** The most relevant first. */
  passages: { seq: number; messageId: string; tokens: number; brief: boolean; newerIn?: number }[];
  text: string;
  tokens: number;
  /** Tokens they were fitted into. */
  room: number;
};

export type ContextItem = {
  section: SectionName;
  /** Messages shown in it, verbatim or shortened. */
  messageIds: string[];
  /** The summary it shows, or null. */
  summaryId: string | null;
  /** Messages it stands for, where it stands for any. */
  from: number | null;
  to: number | null;
  tokens: number;
  /**
   * verbatim: as it was said. summary: a stored summary. shortened: one message cut to size, marked. stand-in: a
   * range that no summary covers yet and that does not fit. fixed: given by the caller. recalled: found by search.
   * left-out: not a part of the conversation, and not sent.
   */
  kind: 'verbatim' | 'summary' | 'shortened' | 'stand-in' | 'fixed' | 'recalled' | 'left-out';
  /** Why it is here in this form, in words a person understands. */
  reason: string;
};

export type AssembledContext = {
  /** In no provider's shape; the last ones may be volatile. */
  content: MessageContent[];
  /** Of each in `content`, in tokens of the model. */
  contentTokens: number[];
  /** Of each in `content`: how many of its parts, from the start, were said in the log; the others are our own words. */
  spoken: number[];
  /** Of each in `content`: the hash of the message it is, where it is one of the log as it was said; else null. */
  hashes: (string | null)[];
  /** How many of `content`, from the start, are stable (I-7). */
  stable: number;
  /** How many of `content`, from the start, each of its stable parts ends with: where a provider's cache is best marked. */
  boundaries: number[];
  items: ContextItem[];
  /** Sum over content, never above `budget.tokens - responseTokens`. */
  tokens: number;
  /** `requestTokens`: what the request was said to take besides, already taken off `tokens`. */
  budget: { tokens: number; responseTokens: number; requestTokens?: number };
  sections: { [section in SectionName]?: { tokens: number; budget: number } };
  /** Which messages were quoted behind which one. */
  recalled: RecalledPassages[];
  /** True when something had to be shortened or stood in for: the engine schedules a compaction. */
  forced: boolean;
  /** True when the oldest of the tail gave way to what was looked up for this request alone. */
  displaced: boolean;
  /** How the room was shared out, so that the same can be made again. */
  arrangement: Arrangement;
  /** Set when there is neither a summary nor a message: what a transcript says then. */
  emptyText?: string;
};
