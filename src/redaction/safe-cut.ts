/**
 * Finds places where a long text may be cut before it is searched for secrets: never inside a secret, and never between
 * a secret and the words that reveal it ("the key is …"). So a text can be read slice by slice, or only at its ends,
 * and every secret that is recognized in the whole text is recognized in its slice.
 */
import type { Redactor } from './redaction.ts';

type Find = Redactor['find'];

/** Size of the slices, so that other work never waits long. */
export const sliceCharacters = 64 * 1024;
/** Characters examined on either side of a cut. No token recognized as a secret is longer. */
const reach = 8 * 1024;
/** Words that reveal a secret are at most this far before it. */
const contextBefore = 400;
/** Text after a secret can decide whether it is one. */
const contextAfter = 80;
/** A private key is at most this long, from its first to its last line. */
const longestKey = 24 * 1024;

/**
 * A place at or before `wanted` where the text may be cut. A later one, or the text's end, if there is none after
 * `after`.
 */
export function safeCut(
  text: string,
  wanted: number,
  { find, after = 0 }: { find: Find; after?: number },
): number {
  if (wanted >= text.length) return text.length;
  const target = outsideOfKey(text, wanted, after);
  const from = Math.max(after, target - reach);
  const window = text.slice(from, target + reach);
  const spans = find(window).map(({ start, end }) => ({ start: from + start, end: from + end }));
  const isFarFromSecrets = (place: number) =>
    spans.every(({ start, end }) => place <= start - contextBefore || place >= end + contextAfter);
  const isOutside = (place: number) => spans.every(({ start, end }) => place <= start || place >= end);
  const before = { from: after + 1, to: target };
  return (
    lastLineStart(text, { from: Math.max(before.from, from), to: target }, isFarFromSecrets) ??
    lastBlank(text, { from: Math.max(before.from, from), to: target }, isFarFromSecrets) ??
    lastLineStart(text, { from: Math.max(before.from, from), to: target }, isOutside) ??
    betweenSpans(text, target, spans, { after, isFarFromSecrets, isOutside })
  );
}

/** The text in slices that can be searched for secrets separately. */
export function* safeSlices(
  text: string,
  { find, characters = sliceCharacters }: { find: Find; characters?: number },
): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = safeCut(text, start + characters, { find, after: start });
    yield text.slice(start, end);
    start = end;
  }
}

/** Moves a cut inside a private key to before its first line or behind its last. */
function outsideOfKey(text: string, wanted: number, after: number): number {
  const start = text.lastIndexOf('-----BEGIN', wanted);
  if (start < 0 || wanted - start > longestKey) return wanted;
  const closing = text.slice(start, start + longestKey).indexOf('-----END');
  if (closing < 0 || start + closing + 80 < wanted) return wanted;
  if (start - contextBefore > after) return start - contextBefore;
  const lineEnd = text.indexOf('\n', start + closing);
  const last = start + closing + 80;
  return Math.min(text.length, lineEnd < 0 ? last : Math.min(last, lineEnd + 1));
}

function lastLineStart(
  text: string,
  { from, to }: { from: number; to: number },
  accept: (place: number) => boolean,
): number | undefined {
  for (let index = text.lastIndexOf('\n', to - 1); index + 1 >= from && index >= 0; ) {
    if (accept(index + 1)) return index + 1;
    if (index === 0) return undefined;
    index = text.lastIndexOf('\n', index - 1);
  }
  return undefined;
}

function lastBlank(
  text: string,
  { from, to }: { from: number; to: number },
  accept: (place: number) => boolean,
): number | undefined {
  for (let place = to; place >= from; place -= 1) {
    if (isBlank(text.charCodeAt(place - 1)) && accept(place)) return place;
  }
  return undefined;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;
}

/** For a place with no white space near it: a long line of data, or nothing but secrets. */
function betweenSpans(
  text: string,
  near: number,
  spans: readonly { start: number; end: number }[],
  options: {
    after: number;
    isFarFromSecrets: (place: number) => boolean;
    isOutside: (place: number) => boolean;
  },
): number {
  const { after, isFarFromSecrets, isOutside } = options;
  const before = spans.flatMap(({ start, end }) => [start - contextBefore, end + contextAfter]);
  const places = [near, ...before.filter((place) => place <= near).toSorted((a, b) => b - a)];
  const farPlace = places.find((place) => place > after && isFarFromSecrets(place));
  if (farPlace !== undefined) return wholeCharacter(text, farPlace);
  const ends = spans.map(({ end }) => end).filter((end) => isOutside(end) && end > after);
  const last = ends.filter((end) => end <= near).at(-1) ?? ends[0] ?? near;
  return wholeCharacter(text, Math.max(last, after + 1));
}

/** Does not cut between the two halves of a character. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : place;
}
