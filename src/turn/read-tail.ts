/** Reads the messages that no summary covers yet: as many as a context can use, and a sample of those before them. */
import { standInSample } from '../context/stand-in.ts';
import type { UnreadRange } from '../context/tail.ts';
import { type ReadablePorts, readableMessages, readableSample } from '../engine/readable.ts';
import type { Message } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { NewestRange } from './tail-cache.ts';

const smallestPage = 32;
const largestPage = 512;
/** Factor on the expected number of messages, so that one page is nearly always enough. */
const pageSlack = 1.25;

export type ReadNewest = (range: NewestRange) => Promise<Message[]>;

export type UncoveredMessages = {
  /** Number of the last message that a shown summary covers. */
  coveredTo: number;
  /** The newest messages of the conversation, as many as a context can show. */
  tail: Message[];
  /** Messages among them that are no part of the conversation. */
  asides: Message[];
  /** Older messages, of which only a sample was read. */
  unread: UnreadRange | null;
};

type Uncovered = { threadId: string; from: number; to: number };

export async function readUncovered(options: {
  ports: ReadablePorts;
  state: Pick<ThreadState, 'id' | 'tokens' | 'messages'>;
  /** The summaries that the context shows. */
  summaries: readonly Pick<SummaryRecord, 'to'>[];
  /** Number of the newest message of the turn. */
  at: number;
  /** Reference tokens that the context has for everything. */
  usable: number;
  /** Reads the newest messages of a range, newest first. Default: from the store. */
  readNewest: ReadNewest | undefined;
}): Promise<UncoveredMessages> {
  const { ports, state, summaries, at, usable } = options;
  const { readNewest = (range) => readableMessages(ports, { ...range, newestFirst: true }) } = options;
  // What is shown begins where the summaries at hand end, not where the row says: a compaction may commit at any
  // moment, and what is shown must tile the thread (I-2).
  const coveredTo = summaries.at(-1)?.to ?? 0;
  const uncovered = { threadId: state.id, from: coveredTo + 1, to: Math.max(at, coveredTo) };
  const mean = state.tokens / (state.messages || 1);
  const read = await readTail({ readNewest, uncovered, usable, mean });
  const unread = await readUnread(ports, uncovered, read);
  const asides = read.filter(isAside);
  const tail = asides.length === 0 ? read : read.filter((message) => !isAside(message));
  return { coveredTo, tail, asides, unread };
}

/** Reads the newest uncovered messages back until their tokens exceed what a context can show. */
async function readTail(options: {
  readNewest: ReadNewest;
  uncovered: Uncovered;
  usable: number;
  /** Mean tokens of a message of the thread. */
  mean: number;
}): Promise<Message[]> {
  const { readNewest, uncovered, usable } = options;
  const pages: Message[][] = [];
  let { to } = uncovered;
  let { mean } = options;
  let [tokens, messages] = [0, 0];
  while (to >= uncovered.from && tokens <= usable) {
    const expected = Math.ceil(((usable - tokens) / Math.max(1, mean)) * pageSlack) + 1;
    const limit = Math.min(largestPage, Math.max(smallestPage, expected));
    const page = await readNewest({ ...uncovered, to, limit });
    if (page.length === 0) break;
    to = page[page.length - 1]!.seq - 1;
    tokens += tokensOf(page);
    messages += page.length;
    mean = tokens / messages;
    pages.push(page.toReversed());
  }
  return pages.length === 1 ? pages[0]! : pages.toReversed().flat();
}

/** The uncovered messages older than those, with a sample of them. */
async function readUnread(
  ports: ReadablePorts,
  uncovered: Uncovered,
  tail: readonly Message[],
): Promise<UnreadRange | null> {
  const first = tail[0];
  if (!first || first.seq <= uncovered.from) return null;
  const range = { ...uncovered, to: first.seq - 1 };
  const sample = await readableSample(ports, range, standInSample);
  const messages = sample.filter((message) => !isAside(message));
  const tokens = first.tokensBefore - (sample[0]?.tokensBefore ?? first.tokensBefore);
  return { from: range.from, to: range.to, tokens, messages };
}

export function tokensOf(messages: readonly Message[]): number {
  let sum = 0;
  for (let index = 0; index < messages.length; index += 1) sum += messages[index]!.tokens;
  return sum;
}
