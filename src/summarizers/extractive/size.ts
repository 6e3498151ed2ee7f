/** Sizes of text in tokens and words, and the size allowed for a summary. */
import type { SummaryRequest } from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { capTokens, capWords, countWords } from '../cap-text.ts';

export type Size = { tokens: number; words: number };

export type Meter = {
  measure(text: string): Size;
  fits(text: string): boolean;
  /** Cuts the text to the limit, if nothing shorter can be composed. */
  cut(text: string): string;
  truncate(text: string, tokens: number): string;
  readonly limit: Size;
};

/** The stricter of two counts: programs that split at spaces count a lone dash as a word. */
function wordsOf(text: string): number {
  return Math.max(countWords(text), text.match(/\S+/gu)?.length ?? 0);
}

export function meterFor(counter: TokenCounter, limit: Size): Meter {
  const measure = (text: string): Size => ({ tokens: counter.count(text), words: wordsOf(text) });
  const fits = (text: string): boolean => {
    const size = measure(text);
    return size.tokens <= limit.tokens && size.words <= limit.words;
  };
  return {
    limit,
    measure,
    fits,
    truncate: (text, tokens) => counter.truncate(text, tokens),
    cut(text) {
      if (fits(text)) return text;
      const fewer = capTokens(capWords(text, limit.words), limit.tokens, counter);
      if (fits(fewer)) return fewer;
      const pieces = fewer.replace(/…$/u, '').match(/\S+\s*/gu) ?? [];
      return counter.truncate(pieces.slice(0, limit.words).join('').trimEnd(), limit.tokens);
    },
  };
}

/** A source this short may be repeated whole, because a few words cannot be shortened. */
const shortTokens = 64;
/** A record repeats content in several lists, so it needs at least this size, whatever its source. */
const leastRecordTokens = 150;

/** The requested size, and less than the source's. */
export function limitOf(
  request: Pick<SummaryRequest, 'limits' | 'transcript' | 'previous' | 'shape'>,
  counter: TokenCounter,
): Size {
  const { targetTokens, maxOutputTokens, maxWords } = request.limits;
  const limit = {
    tokens: Math.max(0, Math.min(targetTokens, maxOutputTokens)),
    words: maxWords ?? Number.POSITIVE_INFINITY,
  };
  const texts = [...request.previous, ...request.transcript].map(({ text }) => text);
  const whole = texts.join('\n').toWellFormed();
  // Most sources are far longer than their summary, so counting their beginning is enough.
  if (counter.count(whole.slice(0, limit.tokens * 40)) > limit.tokens) return limit;
  const source = counter.count(whole);
  const least = request.shape === 'record' ? leastRecordTokens : 0;
  return {
    ...limit,
    tokens: Math.min(limit.tokens, Math.max(source <= shortTokens ? source : source - 1, least)),
  };
}

export function share(size: Size, part: number): Size {
  return { tokens: Math.floor(size.tokens * part), words: Math.floor(size.words * part) };
}

export function minus(size: Size, other: Size): Size {
  return { tokens: size.tokens - other.tokens, words: size.words - other.words };
}

export function holds(size: Size, other: Size): boolean {
  return other.tokens <= size.tokens && other.words <= size.words;
}
