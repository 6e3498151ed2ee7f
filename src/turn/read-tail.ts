/** Reads the messages that no summary covers yet: as many as a context can use, and a sample of those before them. */
import { standInSample } from '../context/stand-in.ts';
import { type ReadablePorts, readableSample } from '../engine/readable.ts';
import type { Message } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { NewestRange } from './tail-cache.ts';

const smallestPage = 32;
const largestPage = 512;
/** Factor on the expected number of messages, so that one page is nearly always enough. */
const pageSlack = 1.25;

export type ReadNewest = (range: NewestRange) => Promise<Message[]>;

type Uncovered = { threadId: string; from: number; to: number };

/** Reads the newest uncovered messages back until their tokens exceed what a context can show. */
export async function readTail(options: {
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
export async function readUnread(ports: ReadablePorts, uncovered: Uncovered, tail: readonly Message[]) {
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
