/**
 * Makes an owner's profile from notes: one entry for each subject with the newest value and, behind it, the
 * older ones, each with its sources; and the topics of several threads. Pure: the same notes make the same profile in
 * any order.
 */
import { sha256 } from '../../message/hash.ts';
import type {
  EntryKind,
  OwnedNote,
  Profile,
  ProfileEntry,
  ProfileMaterial,
  ProfileValue,
} from '../../records/profile.ts';
import { conflicts, subjectOf } from '../pins.ts';
import { contentStems } from '../text.ts';
import { byTime, type SubjectNotes, settleEndings, sourceOf } from './settle-endings.ts';
import { inWords, subjectKey } from './subject-words.ts';
import { themesOf } from './themes.ts';

const mostEntries = 150;
const mostEarlier = 3;
const mostSources = 3;
/** Most rules that are compared with each other. Older ones are kept unchecked. */
const mostCompared = 60;

export function makeProfile({ notes, topics, corrections }: Omit<ProfileMaterial, 'version'>): Profile {
  const stated = Map.groupBy(
    notes.filter((note) => note.kind !== 'topic'),
    ({ kind, subject }) => entryKey(kind as EntryKind, subject),
  );
  const subjects = new Map<string, SubjectNotes>();
  for (const [key, told] of stated) {
    subjects.set(key, { kind: told[0]!.kind, subject: told[0]!.subject, notes: told });
  }
  const bySubject = settleEndings(subjects);
  const corrected = new Map(corrections.map((one) => [entryKey(one.kind, one.subject), one]));
  for (const { kind, subject } of corrections) {
    const key = entryKey(kind, subject);
    if (!bySubject.has(key)) bySubject.set(key, { kind, subject, notes: [] });
  }
  const entries = [...bySubject].flatMap(([key, { kind: noted, subject, notes: told }]) => {
    const correction = corrected.get(key);
    const values = valuesOf(told.filter(({ at }) => correction === undefined || at > correction.at));
    if (correction !== undefined && correction.text !== null) {
      const { text, at } = correction;
      values.push({ text, at, addedAt: at, sources: [] });
    }
    const [value, ...earlier] = values;
    if (value === undefined) return [];
    const kind = noted as EntryKind;
    const weight = Math.max(...told.map((note) => note.weight), correction ? 1 : 0);
    const id = entryId(key);
    const texts = [value, ...earlier].map(({ text }) => text);
    const named = kind === 'rule' ? subject : inWords(subject, texts);
    return [{ id, kind, subject: named, value, earlier: earlier.slice(0, mostEarlier), weight }];
  });
  const settled = withoutOverruled(withoutRepeated(entries)).sort(
    (a, b) => b.weight - a.weight || newestFirst(a, b),
  );
  return { entries: settled.slice(0, mostEntries), themes: themesOf(topics) };
}

function newestFirst(a: ProfileEntry, b: ProfileEntry): number {
  if (a.value.at !== b.value.at) return a.value.at < b.value.at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function entryKey(kind: EntryKind, subject: string): string {
  return JSON.stringify([kind, kind === 'rule' ? subject : subjectKey(subject)]);
}

function entryId(key: string): string {
  return sha256(key).slice(0, 8);
}

/** A rule that is a preference as well is told once, as the rule. What somebody wants to be called is a name. */
function withoutRepeated(entries: readonly ProfileEntry[]): ProfileEntry[] {
  const byText = (kept: (entry: ProfileEntry) => boolean) =>
    new Map(entries.filter(kept).map((entry) => [bareText(entry.value.text), entry]));
  const rules = byText(({ kind }) => kind === 'rule');
  const names = byText(({ subject }) => subject === 'name');
  const others = byText(({ kind, subject }) => kind !== 'rule' && subject !== 'name');
  return entries.flatMap((entry) => {
    const text = bareText(entry.value.text);
    if (entry.subject === 'name') return [entry];
    if (entry.kind !== 'rule') return rules.has(text) ? [] : [entry];
    if (names.has(text)) return [];
    const earlier = [...entry.earlier, ...(others.get(text)?.earlier ?? [])];
    return [{ ...entry, earlier: earlier.slice(0, mostEarlier) }];
  });
}

/** Newest first. Consecutive equal values become one. */
function valuesOf(notes: readonly OwnedNote[]): ProfileValue[] {
  const runs: OwnedNote[][] = [];
  for (const note of notes.toSorted(byTime)) {
    const run = runs.at(-1);
    if (run !== undefined && sameText(run[0]!.value, note.value)) run.push(note);
    else runs.push([note]);
  }
  return runs.reverse().map((run) => ({
    text: run[0]!.value,
    at: run[0]!.at,
    addedAt: run.map(({ addedAt }) => addedAt).sort()[0]!,
    sources: [run[0]!, ...run.slice(1).slice(1 - mostSources)].map(sourceOf),
  }));
}

function sameText(one: string, other: string): boolean {
  return bareText(one) === bareText(other);
}

function bareText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** If two rules cannot both be followed, the newer one holds, and the older becomes its earlier value. */
function withoutOverruled(entries: readonly ProfileEntry[]): ProfileEntry[] {
  const rules = entries
    .filter(({ kind }) => kind === 'rule')
    .toSorted(newestFirst)
    .slice(0, mostCompared)
    .map((entry) => {
      const { text, at } = entry.value;
      const pin = { text, at, seq: entry.value.sources[0]?.seq ?? 0, subject: subjectOf(text) };
      return { entry, pin, stems: new Set(contentStems(text)) };
    });
  const overruled = new Map<ProfileEntry, ProfileEntry>();
  for (const [index, newer] of rules.entries()) {
    for (const older of rules.slice(index + 1)) {
      const near =
        older.pin.subject === newer.pin.subject || [...older.stems].some((stem) => newer.stems.has(stem));
      if (near && !overruled.has(older.entry) && conflicts(older.pin, newer.pin)) {
        overruled.set(older.entry, newer.entry);
      }
    }
  }
  return entries
    .filter((entry) => !overruled.has(entry))
    .map((entry) => {
      const before = [...overruled].filter(([, newer]) => newer === entry).map(([older]) => older.value);
      if (before.length === 0) return entry;
      return { ...entry, earlier: [...before, ...entry.earlier].slice(0, mostEarlier) };
    });
}
