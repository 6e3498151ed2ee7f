/** Basic reading of text: normal forms, lines, word stems. All functions are linear in the length of any text. */

import { characterPairs, unspacedCharacter } from '../text/scripts.ts';
import type { Span } from '../text/sentences.ts';
import { stem } from '../text/stem.ts';
import { generalWords } from '../text/stop-words.ts';

/** `code` lines are inside a fence; `heading` lines are titles. Neither is a sentence that somebody said. */
export type Line = Span & { code: boolean; fence: string; heading: boolean; quoted: boolean };

/** Normalizes what people type in several ways: width, case, quotes, dashes, spaces. Changes offsets. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚‛′`]/g, "'")
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let fence = '';
  let language = '';
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    const opening = /^\s{0,8}(```+|~~~+)\s*([\w+-]{0,20})/.exec(line.slice(0, 80));
    if (opening !== null && (fence === '' || opening[1]!.startsWith(fence))) {
      fence = fence === '' ? opening[1]! : '';
      language = fence === '' ? '' : opening[2]!.toLowerCase();
    } else if (line.trim() !== '') {
      lines.push({
        text: line,
        start,
        code: fence !== '',
        fence: language,
        heading: isHeading(line),
        quoted: /^\s{0,8}>/.test(line.slice(0, 10)),
      });
    }
    start = end + 1;
  }
  return lines;
}

function isHeading(line: string): boolean {
  if (line.length > 120) return false;
  const trimmed = line.trim();
  if (/^#{1,6}\s/.test(trimmed) || /^\*\*[^*]{1,100}\*\*:?$/.test(trimmed) || /^[-=_*]{3,}/.test(trimmed))
    return true;
  return /^[^.!?]{1,60}:$/.test(trimmed);
}

/** "- ", "3. ", "* [ ] ", "> " before the text. */
const listMark = /^(?:\s*(?:[-*•–+>]|\d{1,3}[.)]|\[[ x]\])\s+){1,3}/;

export function withoutListMark(span: Span): Span {
  const mark = listMark.exec(span.text.slice(0, 40));
  if (mark === null) return span;
  return { text: span.text.slice(mark[0].length), start: span.start + mark[0].length };
}

const wordPattern = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’_]*/gu;

/** Stems in lower case, in order, including function words. */
function stemsOf(text: string): string[] {
  const stems: string[] = [];
  for (const [word] of text.matchAll(wordPattern)) {
    if (unspacedCharacter.test(word)) {
      const pairs = characterPairs(word);
      for (const pair of pairs.length === 0 ? [word] : pairs) stems.push(pair);
    } else stems.push(stem(word));
  }
  return stems;
}

/** Stems with a meaning of their own. */
export function contentStems(text: string): string[] {
  return stemsOf(text).filter(
    (word) => word.length > 1 && !generalWords.has(word) && !stemmedGeneralWords.has(word),
  );
}

const stemmedGeneralWords: ReadonlySet<string> = new Set(Array.from(generalWords, stem));

/** At most `limit` characters, cut at the end of a word and never inside a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  const space = cut.lastIndexOf(' ');
  return (space > limit * 0.6 ? cut.slice(0, space) : cut).trimEnd();
}
