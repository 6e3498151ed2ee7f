/**
 * The token counter: exact on ordinary text, linear on any. The cost of a message's parts besides their text is in
 * parts.ts and media.ts, conversion to another model's tokens in calibration.ts.
 */
import { invalidOption } from '../errors.ts';
import type { MessageContent, Part } from '../message/message.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { atOnce, inSteps, type Steps } from '../text/steps.ts';
import type { TokenCounter } from './counter.ts';
import { withSteps } from './counting-steps.ts';
import { type Encoding, type EncodingName, encodingNames, loadEncoding } from './encodings.ts';
import { messageOverhead, type PartCost, partCost } from './parts.ts';
import { isPair, longestRun, nextSlice } from './slices.ts';

/** Characters counted between two turns of the event loop: a millisecond of English, some forty of unbroken CJK. */
const sliceLength = 16_384;

/** Even a very short text costs a call, which matters in a message of 100,000 parts. */
const workPerText = 64;

/** At a cut inside a run, this many tokens before the cut depend on what follows. They are counted again with it. */
const unsettledTokens = 8;

/** Determines only the size of the first attempt of a truncation. */
const charactersPerToken = 4;

/** Goes up with every change of the rules, because stored counts are compared by it. */
const ruleVersion = 2;

export function createTokenCounter({
  encoding: encodingName = 'o200k_base',
}: {
  encoding?: EncodingName;
} = {}): TokenCounter {
  if (!encodingNames.includes(encodingName)) {
    throw invalidOption('encoding', `one of ${encodingNames.join(', ')}`, encodingName);
  }
  const encoding = (): Encoding => loadEncoding(encodingName);

  const count = (text: string): number => {
    // The text is too short to contain a run that must be cut.
    if (text.length <= longestRun) return text === '' ? 0 : encoding().count(text.toWellFormed());
    const slices = countingSteps(encoding(), text);
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
    }
  };

  function* countSteps(text: string): Steps<number> {
    if (text.length <= sliceLength) return count(text);
    const slices = countingSteps(encoding(), text);
    let worked = 0;
    for (;;) {
      const slice = slices.next();
      if (slice.done) return slice.value;
      worked += slice.value;
      // Slices inside runs are short; others end a little before their limit.
      if (worked < sliceLength / 2) continue;
      worked = 0;
      yield;
    }
  }

  const countLong = (text: string): Promise<number> => inSteps(countSteps(text), yieldToEventLoop);

  const costOf = ({ fixed, texts }: PartCost): number =>
    texts.reduce((sum, text) => sum + count(text), fixed);

  const part = (value: Part): number => costOf(partCost(value));

  const message = (content: Pick<MessageContent, 'role' | 'parts' | 'name'>): number =>
    content.parts.reduce((sum, value) => sum + part(value), costOf(messageOverhead(content)));

  function* costSteps({ fixed, texts }: PartCost): Steps<number> {
    let total = fixed;
    for (const text of texts) total += text.length > sliceLength ? yield* countSteps(text) : count(text);
    return total;
  }

  function* messageSteps(content: Pick<MessageContent, 'role' | 'parts' | 'name'>): Steps<number> {
    let total = costOf(messageOverhead(content));
    let worked = 0;
    for (const value of content.parts) {
      const cost = partCost(value);
      total += yield* costSteps(cost);
      for (const text of cost.texts) worked += text.length + workPerText;
      if (worked < sliceLength) continue;
      worked = 0;
      yield;
    }
    return total;
  }

  function* truncateSteps(text: string, tokens: number): Steps<string> {
    const most = Math.floor(tokens);
    // A text cut at the end of a token usually counts its tokens. The loop handles the rare text where it does not.
    for (let budget = most; budget > 0; ) {
      const kept = text.slice(0, yield* endOfTokens(encoding(), text, budget));
      const excess = (yield* countSteps(kept)) - most;
      if (excess <= 0) return kept;
      budget -= excess;
    }
    return '';
  }

  function* truncateStartSteps(text: string, tokens: number): Steps<string> {
    const most = Math.floor(tokens);
    if (!(most > 0)) return '';
    let from = text.length;
    let total = 0;
    for (let length = most * charactersPerToken; total <= most; length *= 2) {
      if (from === 0) return text;
      from = Math.max(0, text.length - length);
      if (from > 0 && isPair(text, from - 1)) from -= 1;
      total = yield* countSteps(text.slice(from));
    }
    const ending = text.slice(from);
    for (let dropped = total - most; ; ) {
      const kept = ending.slice(yield* endOfTokens(encoding(), ending, dropped));
      const excess = (yield* countSteps(kept)) - most;
      if (excess <= 0) return kept;
      dropped += excess;
    }
  }

  return withSteps(
    {
      name: `${encodingName}/${ruleVersion}`,
      addsUpByLine: true,
      count,
      countLong,
      part,
      message,
      messageLong: (content) => inSteps(messageSteps(content), yieldToEventLoop),
      truncate: (text, tokens) => atOnce(truncateSteps(text, tokens)),
      truncateStart: (text, tokens) => atOnce(truncateStartSteps(text, tokens)),
    },
    {
      count: countSteps,
      part: (value) => costSteps(partCost(value)),
      message: messageSteps,
      truncate: truncateSteps,
      truncateStart: truncateStartSteps,
    },
  );
}

/** Yields the number of characters done after each slice, and returns the count. Serves both ways of counting. */
function* countingSteps(encoding: Encoding, text: string): Generator<number, number> {
  let position = 0;
  let total = 0;
  while (position < text.length) {
    const { end, exact } = nextSlice(text, position, sliceLength);
    const slice = text.slice(position, end).toWellFormed();
    const before = position;
    if (exact) {
      total += encoding.count(slice);
      position = end;
    } else {
      const { tokens, unread } = settledTokens(encoding, slice);
      total += tokens.length;
      position = end - unread;
    }
    yield position - before;
  }
  return total;
}

/**
 * The tokens of a slice that ends inside a run, without the last ones, where encoding continues. Text cut at a token
 * boundary of the whole encodes to the same tokens on both sides, and a boundary some tokens before the cut almost
 * certainly is one.
 */
function settledTokens(encoding: Encoding, slice: string): { tokens: number[]; unread: number } {
  const tokens = encoding.encode(slice);
  let kept = tokens.length - Math.min(unsettledTokens, Math.floor(tokens.length / 4));
  while (kept < tokens.length && !encoding.startsCharacter(tokens[kept]!)) kept += 1;
  let unread = 0;
  for (let index = kept; index < tokens.length; index += 1) unread += encoding.unitsOf(tokens[index]!);
  return { tokens: tokens.slice(0, kept), unread };
}

/** The end of the last whole character within the first `budget` tokens. Reads no further than necessary. */
function* endOfTokens(encoding: Encoding, text: string, budget: number): Steps<number> {
  let position = 0;
  let left = budget;
  while (position < text.length) {
    const limit = Math.min(sliceLength, Math.max(256, left * charactersPerToken));
    const { end, exact } = nextSlice(text, position, limit);
    const slice = text.slice(position, end).toWellFormed();
    const { tokens, unread } = exact
      ? { tokens: encoding.encode(slice), unread: 0 }
      : settledTokens(encoding, slice);
    if (tokens.length > left) return position + unitsOfWholeCharacters(encoding, tokens, left);
    left -= tokens.length;
    position = end - unread;
    yield;
  }
  return position;
}

/** Expects more than `limit` tokens. */
function unitsOfWholeCharacters(encoding: Encoding, tokens: readonly number[], limit: number): number {
  let whole = 0;
  let units = 0;
  for (let index = 0; index <= limit; index += 1) {
    const token = tokens[index]!;
    if (encoding.startsCharacter(token)) whole = units;
    units += encoding.unitsOf(token);
  }
  return whole;
}
