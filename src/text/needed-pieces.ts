/**
 * Tells from the sources of regular expressions which pieces of text each of them needs: every text that it matches
 * contains at least one of them. Then most expressions need not be tried, nor even compiled.
 *
 * Sound, not complete: where nothing can be told, there is no answer, and the expression has to be tried.
 */

import type { Steps } from './steps.ts';

/** What a part of an expression matches: exactly these texts, or texts that contain one of the needed pieces. */
type Part = { exact?: readonly string[] | undefined; needed?: readonly string[] | undefined };

const mostTexts = 64;
const mostListed = 6;
const plainText = /^[^\\[(.?*+{^$]*$/u;
const emptyText: Part = { exact: [''] };
const anything: Part = {};

/** Sources read between two pauses, some milliseconds the first time. */
const sourcesPerSlice = 100;

/** For each source its pieces. Undefined: the expression may match texts without any certain piece. */
export function* neededPieces(sources: readonly string[]): Steps<(readonly string[] | undefined)[]> {
  // Expressions of one kind share long groups, such as a list of verbs.
  const groups = new Map<string, Part>();
  const pieces: (readonly string[] | undefined)[] = [];
  for (const source of sources) {
    pieces.push(withoutLonger(bestOf(readSource(source, groups))));
    if (pieces.length % sourcesPerSlice === 0) yield;
  }
  return pieces;
}

function readSource(source: string, groups: Map<string, Part>): Part {
  const ends = atomEnds(source);
  return read(0, source.length);

  function read(from: number, to: number): Part {
    const text = source.slice(from, to);
    const known = groups.get(text);
    if (known !== undefined) return known;
    const part = alternatives(from, to);
    groups.set(text, part);
    return part;
  }

  function alternatives(from: number, to: number): Part {
    const parts: Part[] = [];
    let start = from;
    for (let at = from; at < to; at = ends[at]!) {
      if (source[at] !== '|') continue;
      parts.push(sequence(start, at));
      start = at + 1;
    }
    parts.push(sequence(start, to));
    if (parts.length === 1) return parts[0]!;
    const exact = joined(parts.map((part) => part.exact));
    return exact === undefined ? { needed: joined(parts.map(bestOf)) } : { exact };
  }

  function sequence(from: number, to: number): Part {
    const text = source.slice(from, to);
    if (plainText.test(text)) return { exact: [text] };
    const candidates: (readonly string[] | undefined)[] = [];
    let run: readonly string[] = [''];
    let isExact = true;
    for (let at = from; at < to; ) {
      const end = ends[at]!;
      const { part, next } = repeated(atom(at, end), source, end);
      at = next;
      if (part.exact !== undefined && run.length * part.exact.length <= mostTexts) {
        const texts = part.exact;
        run = texts.length === 1 ? run.map((start) => start + texts[0]) : combined(run, texts);
        continue;
      }
      isExact = false;
      candidates.push(run, bestOf(part));
      run = part.exact ?? [''];
    }
    return isExact ? { exact: run } : { needed: best([...candidates, run]) };
  }

  function atom(from: number, to: number): Part {
    const first = source[from]!;
    if (first === '(') return group(from, to);
    if (first === '[') return characterClass(source.slice(from + 1, to - 1));
    if (first === '\\') return escaped(source[from + 1]!);
    if (first === '^' || first === '$') return emptyText;
    return first === '.' ? anything : { exact: [source.slice(from, to)] };
  }

  function group(from: number, to: number): Part {
    if (source[from + 1] !== '?') return read(from + 1, to - 1);
    if (source[from + 2] === ':') return read(from + 3, to - 1);
    const isNamed = source[from + 2] === '<' && source[from + 3] !== '=' && source[from + 3] !== '!';
    return isNamed ? read(source.indexOf('>', from) + 1, to - 1) : emptyText;
  }
}

/** For each place the end of what begins there: a group, a class, an escape or a character. */
function atomEnds(source: string): Int32Array {
  const ends = new Int32Array(source.length);
  const open: number[] = [];
  for (let at = 0; at < source.length; ) {
    const first = source[at];
    if (first === '(') open.push(at);
    else if (first === ')') ends[open.pop()!] = at + 1;
    if (first === '(' || first === ')') at += 1;
    else {
      ends[at] = endOfSimple(source, at);
      at = ends[at]!;
    }
  }
  return ends;
}

/** Without pieces that contain another one, which is found where they are. */
function withoutLonger(pieces: readonly string[] | undefined): readonly string[] | undefined {
  return pieces?.filter((piece) => !pieces.some((other) => other !== piece && piece.includes(other)));
}

function endOfSimple(source: string, start: number): number {
  const first = source[start];
  if (first === '\\') {
    if (source[start + 2] === '{') return source.indexOf('}', start) + 1;
    return source.startsWith('\\k<', start) ? source.indexOf('>', start) + 1 : start + 2;
  }
  if (first !== '[') return start + (source.codePointAt(start)! > 0xffff ? 2 : 1);
  let at = start + 1;
  while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A class of few characters is as good as the alternatives. */
function characterClass(inside: string): Part {
  const isList = inside[0] !== '^' && !inside.includes('\\') && !inside.includes('-');
  const characters = [...inside];
  return isList && characters.length <= mostListed ? { exact: characters } : anything;
}

function escaped(character: string): Part {
  if (character === 'b' || character === 'B') return emptyText;
  return /[a-z0-9]/iu.test(character) ? anything : { exact: [character] };
}

/** The part with its quantifier, if one follows. */
function repeated(part: Part, source: string, at: number): { part: Part; next: number } {
  const first = source[at];
  if (first !== '?' && first !== '*' && first !== '+' && first !== '{') return { part, next: at };
  const end = first === '{' ? source.indexOf('}', at) + 1 : at + 1;
  const next = source[end] === '?' ? end + 1 : end;
  if (first === '?' || source.startsWith('{0,1}', at))
    return { part: part.exact === undefined ? anything : { exact: ['', ...part.exact] }, next };
  const least = first === '+' ? 1 : first === '*' ? 0 : Number.parseInt(source.slice(at + 1), 10);
  return { part: least > 0 ? { needed: bestOf(part) } : anything, next };
}

function combined(starts: readonly string[], ends: readonly string[]): string[] {
  return starts.flatMap((start) => ends.map((end) => start + end));
}

function joined(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  if (lists.includes(undefined)) return undefined;
  return [...new Set((lists as readonly (readonly string[])[]).flat())];
}

function bestOf({ exact, needed }: Part): readonly string[] | undefined {
  return needed ?? best([exact]);
}

/** The pieces that the fewest texts contain. */
function best(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let found: readonly string[] | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    if (list === undefined || list.length === 0 || !list.every(isTelling)) continue;
    let frequency = 0;
    for (const piece of list) frequency += frequencyOf(piece);
    if (frequency < least) [found, least] = [list, frequency];
  }
  return found;
}

/** Two letters of the Latin alphabet are in nearly every text; a character of many other scripts is half a word. */
function isTelling(piece: string): boolean {
  return piece.length > 2 || (piece.length > 0 && !hasAscii(piece));
}

/** Of texts, by how many characters a piece has. Estimates suffice: they only choose between pieces. */
function frequencyOf(piece: string): number {
  return (hasAscii(piece) ? 4 : 8) ** -Math.min(piece.length, 8);
}

function hasAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x80) return true;
  return false;
}
