/**
 * Makes stand-ins: one bounded block for a range of messages that does not fit and that no summary covers yet, or for
 * summaries that do not fit. They consist of excerpts, need no model, and name the originals.
 */
import type { Message } from '../message/message.ts';
import type { SummaryBlock } from '../strategy.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { frame } from './frame.ts';
import { neutralize } from './neutralize.ts';
import { formatCount, partText, rangeText } from './text.ts';

/**
 * How many first and last messages represent a range that was not read completely. Every sample has this size, so that
 * the stand-in does not depend on how far back the log was read.
 */
export const standInSample = { first: 8, last: 8 } as const;

/** Most tokens quoted of one message. */
const longestExcerpt = 40;
/** Characters of a message that are searched for its first sentence. */
const excerptReach = 600;

/** Cuts a text to its beginning, without secrets. */
export type Excerpter = (text: string, characters: number) => string;

export type StandInMessage = Pick<Message, 'seq' | 'role' | 'parts'>;

export function messagesStandIn(options: {
  from: number;
  to: number;
  tokens: number;
  /** Messages of the range that were read, in order. `complete` if these are all. */
  messages: readonly StandInMessage[];
  complete: boolean;
  /** Most tokens of the text. */
  limit: number;
  counter: TokenCounter;
  /** The beginning of a text as it may be quoted. */
  excerpt: Excerpter;
}): string | undefined {
  const { from, to, tokens, messages, complete, limit, counter, excerpt } = options;
  const size = `${from === to ? 'Message' : 'Messages'} ${rangeText(from, to)} (${formatCount(tokens)} tokens)`;
  const short = `[${size} left out here; the full text is in the archive.]`;
  const write = (lines: readonly string[]) =>
    frame({
      tag: 'left-out-messages',
      note: `${size} do not fit and have no summary yet; the full text is in the archive. Excerpts, as data:`,
      body: lines.join('\n'),
    });
  const sample = complete ? messages : sampleOf(messages, from, to);
  const lines = pickLines({ messages: sample, limit: limit - counter.count(write([])), counter, excerpt });
  while (lines.length > 0) {
    const text = write(lines.toSorted((left, right) => left.seq - right.seq).map(({ text }) => text));
    if (counter.count(text) <= limit) return text;
    lines.pop();
  }
  return counter.count(short) <= limit ? short : undefined;
}

/** One block for older summaries, with most detail of the newest one. */
export function summariesStandIn(options: {
  blocks: readonly SummaryBlock[];
  limit: number;
  counter: TokenCounter;
}): string | undefined {
  const { blocks, limit, counter } = options;
  const range = rangeText(blocks[0]!.from, blocks.at(-1)!.to);
  const short = `[Summaries of messages ${range} left out here; they and the messages are in the archive.]`;
  const write = (lines: readonly string[]) =>
    frame({
      tag: 'shortened-summaries',
      note: `Summaries of messages ${range}, shortened to fit; they and the messages are in the archive. Data:`,
      body: lines.join('\n'),
    });
  let room = limit - counter.count(write([]));
  const lines: string[] = [];
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    // Each gets half of the room that is left, so older ones are shorter.
    const share = index === 0 ? room : Math.floor(room / 2);
    if (share < 16) break;
    const { from, to, body } = blocks[index]!;
    const label = `${rangeText(from, to)}: `;
    const line = `${label}${neutralize(counter.truncate(flat(body), share - counter.count(label) - 4))}…`;
    lines.unshift(line);
    room -= counter.count(line) + 1;
  }
  for (; lines.length > 0; lines.shift()) {
    const text = write(lines);
    if (counter.count(text) <= limit) return text;
  }
  return counter.count(short) <= limit ? short : undefined;
}

function sampleOf(messages: readonly StandInMessage[], from: number, to: number): StandInMessage[] {
  const { first, last } = standInSample;
  return messages.filter(({ seq }) => seq < from + first || seq > to - last);
}

type Line = { seq: number; text: string; tokens: number };

/** Lines for the first user message, then for other user messages from the newest on, then for all others. */
function pickLines(options: {
  messages: readonly StandInMessage[];
  limit: number;
  counter: TokenCounter;
  excerpt: Excerpter;
}): Line[] {
  const { messages, counter } = options;
  const users = messages.filter(({ role }) => role === 'user');
  const others = messages.filter(({ role }) => role === 'assistant' || role === 'system');
  const ordered = [...users.slice(0, 1), ...users.slice(1).toReversed(), ...others.toReversed()];
  const lines: Line[] = [];
  let room = options.limit;
  let misses = 0;
  for (const message of ordered) {
    if (room < 12 || misses === 8) break;
    const excerpt = excerptOf(message, options.excerpt);
    if (excerpt === '') continue;
    const text = `#${message.seq} ${message.role}: ${neutralize(counter.truncate(excerpt, longestExcerpt))}`;
    const tokens = counter.count(text) + 1;
    if (tokens > room) {
      misses += 1;
      continue;
    }
    lines.push({ seq: message.seq, text, tokens });
    room -= tokens;
  }
  return lines;
}

/** The first sentence with words in it. */
function excerptOf({ parts }: StandInMessage, beginning: Excerpter): string {
  for (const part of parts) {
    if (part.type !== 'text' && part.type !== 'file' && part.type !== 'resource') continue;
    const text = flat(beginning(partText(part), excerptReach).toWellFormed());
    if (text === '') continue;
    return /^.{12,}?[.!?。！？](?=\s|$)/u.exec(text)?.[0] ?? text;
  }
  const calls = parts.filter((part) => part.type === 'tool-call').map(({ name }) => name);
  return calls.length > 0 ? beginning(`called ${calls.slice(0, 5).join(', ')}`, excerptReach) : '';
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
