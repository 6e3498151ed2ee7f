/** Exact names that no other section contains, most important first. */
import type { WorkName, WorkRecord } from '../records/work-record.ts';
import type { Entry } from './sections.ts';

type KnownName = {
  lower: string;
  /** The last part of a path, if it is distinctive enough to stand for the path. */
  last: string | undefined;
  /** The names before it that contain it. */
  within: number[];
  entry: Entry;
};

/**
 * Cached per record, because a record is laid out at many sizes between two compactions, and this does not depend on
 * the size.
 */
const known = new WeakMap<WorkRecord, KnownName[]>();

export function nameEntries(record: WorkRecord, shownText: string): Entry[] {
  const isShown = createFinder(shownText.toLowerCase());
  const read = known.get(record) ?? readNames(ranked(record));
  known.set(record, read);
  const kept = new Set<number>();
  for (const [index, { lower, last, within }] of read.entries()) {
    if (isShown(lower) || (last !== undefined && isShown(last))) continue;
    if (!within.some((other) => kept.has(other))) kept.add(index);
  }
  return Array.from(kept, (index) => read[index]!.entry);
}

/** A name last used at the end counts twice as much as one last used at the beginning. */
function ranked({ names, from, to }: WorkRecord): WorkName[] {
  const score = ({ weight, seq }: WorkName) => weight * (1 + (seq - from) / Math.max(1, to - from));
  return names.toSorted((a, b) => score(b) - score(a));
}

function readNames(names: readonly WorkName[]): KnownName[] {
  return names.map(({ text: name }, index) => {
    const lower = name.toLowerCase();
    const last = lower.includes('/') ? lower.split('/').at(-1)! : lower;
    const within: number[] = [];
    for (let other = 0; other < index; other += 1) {
      if (names[other]!.text.includes(name)) within.push(other);
    }
    return {
      lower,
      last: last.length > 4 ? last : undefined,
      within,
      entry: { text: /\s/.test(name) ? `\`${name}\`` : name },
    };
  });
}

const pieceLength = 4;
const pieces = 1 << 16;

/**
 * Tests whether a text contains another. The letters at the beginning and end rule out most of hundreds of names
 * quickly.
 */
function createFinder(text: string): (wanted: string) => boolean {
  const occurs = new Uint8Array(pieces);
  for (let place = 0; place + pieceLength <= text.length; place += 1) occurs[pieceAt(text, place)] = 1;
  const mayContain = (wanted: string) =>
    wanted.length < pieceLength ||
    (occurs[pieceAt(wanted, 0)] === 1 && occurs[pieceAt(wanted, wanted.length - pieceLength)] === 1);
  return (wanted) => mayContain(wanted) && text.includes(wanted);
}

function pieceAt(text: string, place: number): number {
  let hash = 0;
  for (let offset = 0; offset < pieceLength; offset += 1)
    hash = (Math.imul(hash, 31) + text.charCodeAt(place + offset)) | 0;
  return (hash ^ (hash >>> 16)) & (pieces - 1);
}
