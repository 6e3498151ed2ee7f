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

  function read(source: string): Part {
    const known = groups.get(source);
    if (known !== undefined) return known;
    const part = alternatives(source);
    groups.set(source, part);
    return part;
  }

  function alternatives(source: string): Part {
    const parts: Part[] = [];
    let start = 0;
    for (let at = 0; at <= source.length; at += 1) {
      if (at === source.length || source[at] === '|') {
        parts.push(sequence(source.slice(start, at)));
        start = at + 1;
      } else at = endOfAtom(source, at) - 1;
    }
    if (parts.length === 1) return parts[0]!;
    const exact = joined(parts.map((part) => part.exact));
    return exact === undefined ? { needed: joined(parts.map(bestOf)) } : { exact };
  }

  function sequence(source: string): Part {
    if (plainText.test(source)) return { exact: [source] };
    const candidates: (readonly string[] | undefined)[] = [];
    let run: readonly string[] = [''];
    let isExact = true;
    for (let at = 0; at < source.length; ) {
      const end = endOfAtom(source, at);
      const { part, next } = repeated(atom(source.slice(at, end)), source, end);
      at = next;
      if (part.exact !== undefined && run.length * part.exact.length <= mostTexts) {
        const ends = part.exact;
        run = ends.length === 1 ? run.map((text) => text + ends[0]) : combined(run, ends);
        continue;
      }
      isExact = false;
      candidates.push(run, bestOf(part));
      run = part.exact ?? [''];
    }
    return isExact ? { exact: run } : { needed: best([...candidates, run]) };
  }

  function atom(source: string): Part {
    const first = source[0]!;
    if (first === '(') return group(source);
    if (first === '[') return characterClass(source.slice(1, -1));
    if (first === '\\') return escaped(source);
    if (first === '^' || first === '$') return emptyText;
    return first === '.' ? anything : { exact: [source] };
  }

  function group(source: string): Part {
    if (source[1] !== '?') return read(source.slice(1, -1));
    if (source[2] === ':') return read(source.slice(3, -1));
    const isNamed = source[2] === '<' && source[3] !== '=' && source[3] !== '!';
    return isNamed ? read(source.slice(source.indexOf('>') + 1, -1)) : emptyText;
  }

  const pieces: (readonly string[] | undefined)[] = [];
  for (const source of sources) {
    pieces.push(withoutLonger(bestOf(read(source))));
    if (pieces.length % sourcesPerSlice === 0) yield;
  }
  return pieces;
}

/** Without pieces that contain another one, which is found where they are. */
function withoutLonger(pieces: readonly string[] | undefined): readonly string[] | undefined {
  return pieces?.filter((piece) => !pieces.some((other) => other !== piece && piece.includes(other)));
}

/** The end of what begins here: a group, a class, an escape or a character. */
function endOfAtom(source: string, start: number): number {
  const first = source[start];
  if (first === '\\') {
    if (source[start + 2] === '{') return source.indexOf('}', start) + 1;
    return source.startsWith('\\k<', start) ? source.indexOf('>', start) + 1 : start + 2;
  }
  if (first === '[') {
    let at = start + 1;
    while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (first !== '(') return start + (source.codePointAt(start)! > 0xffff ? 2 : 1);
  let at = start + 1;
  while (source[at] !== ')') at = endOfAtom(source, at);
  return at + 1;
}

/** A class of few characters is as good as the alternatives. */
function characterClass(inside: string): Part {
  const isList = inside[0] !== '^' && !inside.includes('\\') && !inside.includes('-');
  const characters = [...inside];
  return isList && characters.length <= mostListed ? { exact: characters } : anything;
}

function escaped(source: string): Part {
  const character = source[1]!;
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
