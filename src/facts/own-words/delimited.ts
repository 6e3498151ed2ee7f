/**
 * Marks foreign material with explicit ends: fences, elements, brackets in pairs, quotations. What opens and never
 * closes is doubtful, and in doubt the following words count as foreign.
 */
import type { Marks } from './marks.ts';

export function markDelimited(text: string, marks: Marks): void {
  markFences(text, marks);
  markTripleQuotes(text, marks);
  markElements(text, marks);
  markQuotations(text, marks);
}

function markFences(text: string, marks: Marks): void {
  let open: { mark: string; start: number } | undefined;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const fence = /^[ \t]{0,12}(?:>[ \t]?)?(`{3,}|~{3,})([^`]*)$/u.exec(
      text.slice(start, Math.min(end, start + 200)),
    );
    if (fence !== null) {
      if (open === undefined) open = { mark: fence[1]!, start };
      else if (fence[1]!.startsWith(open.mark) && fence[2]!.trim() === '') {
        marks.set('code', open.start, end);
        open = undefined;
      }
    }
    start = end + 1;
  }
  if (open !== undefined) marks.set('code', open.start, text.length);
}

function markTripleQuotes(text: string, marks: Marks): void {
  for (const mark of ['"""', "'''", '```', '“““', '«««', '<<<']) {
    for (let from = text.indexOf(mark); from !== -1; ) {
      if (marks.isForeign(from)) {
        from = text.indexOf(mark, from + 3);
        continue;
      }
      const closing = mark === '<<<' ? '>>>' : mark;
      const close = text.indexOf(closing, from + 3);
      const end = close === -1 ? text.length : close + 3;
      marks.set('quotation', from, end);
      from = text.indexOf(mark, end);
    }
  }
}

const tag =
  /[<＜](\/?)([\p{L}_][\p{L}\p{N}_:.-]{0,60})((?:\s[^<>＜＞]{0,400})?)(\/?)[>＞]|<!--|-->|<\||\[(\/?)([\p{L}_][\p{L}\p{N}_-]{0,40})\]/gu;
const emptyElements = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'p']);

/** An element with everything inside. A closing tag without an opening one closes the text before it. */
function markElements(text: string, marks: Marks): void {
  const open = new Map<string, number[]>();
  const seen = new Map<string, number>();
  const found: { start: number; end: number }[] = [];
  let comment = -1;
  for (const match of text.matchAll(tag)) {
    const start = match.index;
    const end = start + match[0].length;
    if (marks.isForeign(start)) continue;
    if (match[0] === '<|') {
      found.push({ start, end: text.length });
      break;
    }
    if (match[0] === '<!--') comment = comment === -1 ? start : comment;
    else if (match[0] === '-->') {
      if (comment !== -1) found.push({ start: comment, end });
      comment = -1;
    } else {
      const bracket = match[6] !== undefined;
      const name = `${bracket ? '[' : '<'}${(match[2] ?? match[6])!.toLowerCase()}`;
      const closes = (match[1] ?? match[5]) === '/';
      if (closes) {
        const from = open.get(name)?.pop() ?? seen.get(name) ?? (bracket ? start : 0);
        found.push({ start: from, end });
      } else if (match[4] === '/' || emptyElements.has(name.slice(1))) found.push({ start, end });
      else {
        const starts = open.get(name) ?? [];
        starts.push(start);
        open.set(name, starts);
        if (!seen.has(name)) seen.set(name, start);
      }
    }
  }
  if (comment !== -1) found.push({ start: comment, end: text.length });
  for (const [name, starts] of open) {
    if (name.startsWith('[')) continue;
    for (const start of starts) {
      const close = text.indexOf('>', start);
      // `Array<string>` is a word. `<document>` at the beginning of a line opens an element, closed or not.
      found.push({
        start,
        end: beginsLine(text, start) ? text.length : close === -1 ? start + 1 : close + 1,
      });
    }
  }
  let done = 0;
  for (const { start, end } of found.sort((left, right) => left.start - right.start)) {
    marks.set('element', Math.max(start, done), end);
    done = Math.max(done, end);
  }
}

function beginsLine(text: string, at: number): boolean {
  return /(?:^|\n)[ \t>]*$/u.test(text.slice(Math.max(0, at - 40), at));
}

const closers: { readonly [open: string]: string } = {
  '“': '”“',
  '„': '“”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
  '『': '』',
  '﹁': '﹂',
  '＂': '＂',
  '‘': '’',
  '‚': '‘’',
};
const marksOfQuotation = /[“„«»‹「『﹁＂‘‚"`]|'(?=\S)/gu;

/** Pairs may span paragraphs. An opening mark without a partner marks the rest of its paragraph. */
function markQuotations(text: string, marks: Marks): void {
  const next = createFinder(text);
  let at = 0;
  for (const match of text.matchAll(marksOfQuotation)) {
    const start = match.index;
    if (start < at || marks.isForeign(start)) continue;
    const mark = match[0];
    const before = start === 0 ? ' ' : text[start - 1]!;
    if ((mark === "'" || mark === '‘') && isWord(before)) continue;
    // 5" and 27" are inches.
    if (mark === '"' && /\d/u.test(before)) continue;
    const end = quotationEnd(text, start, mark, next);
    if (end === undefined) continue;
    marks.set('quotation', start, end);
    at = end;
  }
}

function quotationEnd(text: string, start: number, mark: string, next: Finder): number | undefined {
  if (mark === "'" || mark === '‘') return singleQuotationEnd(text, start);
  const paragraph = next('\n\n', start);
  if (mark === '`') {
    const close = next('`', start + 1);
    return close > paragraph || close === text.length ? undefined : close + 1;
  }
  const close = Math.min(...Array.from(closers[mark] ?? mark, (closing) => next(closing, start + 1)));
  if (close < paragraph) return close + 1;
  return beginsLine(text, start) ? Math.min(text.length, close + 1) : paragraph;
}

/** An apostrophe inside a word closes nothing. */
function singleQuotationEnd(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + 400);
  for (let at = start + 2; at < limit && text[at] !== '\n'; at += 1) {
    const character = text[at]!;
    if (character !== "'" && character !== '’') continue;
    if (!isWord(text[at + 1] ?? ' ') && text[at - 1] !== ' ') return at + 1;
  }
  return undefined;
}

type Finder = (what: string, from: number) => number;

/**
 * Like indexOf, but returns the text's length instead of -1. Reads each character only once for ascending positions.
 */
function createFinder(text: string): Finder {
  const known = new Map<string, number>();
  return (what, from) => {
    const last = known.get(what);
    if (last !== undefined && last >= from) return last;
    const found = text.indexOf(what, from);
    const place = found === -1 ? text.length : found;
    known.set(what, place);
    return place;
  };
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
