/** A context, which is sent to the model: sections under one token budget, and an account of every item in them. */
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
  /** The name of the sender, if the message has one. */
  name?: string;
  at: string;
  text: string;
  /** A shorter piece of the text, used while many passages are shown. Default: the text. */
  brief?: string;
  /** Number of the message with the newest value, if the passage states an older value of the same thing. */
  newerIn?: number;
  /** The least tokens it can have, if that is known without reading the text. */
  leastTokens?: number;
  reason: string;
};

/** The passages shown behind one message of the tail, as one text. */
export type RecalledPassages = {
  /** Number of the message they stand behind. */
  after: number;
  /** Most relevant first. */
  passages: { seq: number; messageId: string; tokens: number; brief: boolean; newerIn?: number }[];
  text: string;
  tokens: number;
  /** Most tokens that they could take. */
  room: number;
};

export type ContextItem = {
  section: SectionName;
  /** The messages it shows, verbatim or shortened. */
  messageIds: string[];
  /** The summary it shows, or null. */
  summaryId: string | null;
  /** The range of messages it stands for, or null. */
  from: number | null;
  to: number | null;
  tokens: number;
  /**
   * verbatim: shown in full. summary: a stored summary. shortened: cut to fit, with a mark. stand-in: excerpts of a
   * range that does not fit and that no summary covers yet. fixed: given by the caller. recalled: found by search.
   * left-out: not a part of the conversation, and not sent.
   */
  kind: 'verbatim' | 'summary' | 'shortened' | 'stand-in' | 'fixed' | 'recalled' | 'left-out';
  /** Why it is shown in this form, in words a person understands. */
  reason: string;
};

export type AssembledContext = {
  /** The messages, in no provider's shape. The last ones may be volatile. */
  content: MessageContent[];
  /** The tokens of each message in `content`, in tokens of the model. */
  contentTokens: number[];
  /**
   * How many parts of each message in `content`, from the start, come from the log. The other ones are Everthread's own
   * text.
   */
  spoken: number[];
  /** The hash of each message in `content` that is a message of the log, unchanged; null for the other ones. */
  hashes: (string | null)[];
  /** How many messages in `content`, from the start, are stable (I-7). */
  stable: number;
  /**
   * The ends of the stable parts, as numbers of messages from the start of `content`. Cache marks work best there
   * (R-70).
   */
  boundaries: number[];
  items: ContextItem[];
  /** Tokens of all messages; never more than `budget.tokens - responseTokens`. */
  tokens: number;
  /** `requestTokens`: what the caller reserved for the rest of the request. `tokens` is the budget without them. */
  budget: { tokens: number; responseTokens: number; requestTokens?: number };
  sections: { [section in SectionName]?: { tokens: number; budget: number } };
  /** The passages shown, by the message they stand behind. */
  recalled: RecalledPassages[];
  /** True if something had to be shortened or replaced by a stand-in. A compaction is then scheduled. */
  forced: boolean;
  /** True if the oldest messages of the tail gave way to what was found for this request alone. */
  displaced: boolean;
  /** How the room was divided, so that the same context can be made again. */
  arrangement: Arrangement;
  /** The text of a transcript if there is neither a summary nor a message. */
  emptyText?: string;
};
