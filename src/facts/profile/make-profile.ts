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
  ProfileSource,
  ProfileTheme,
  ProfileValue,
} from '../../records/profile.ts';
import { conflicts, subjectOf } from '../pins.ts';
import { contentStems } from '../text.ts';

const mostEntries = 150;
const mostEarlier = 3;
const mostSources = 3;
/** A single word shared by two threads may be a coincidence. */
const leastForWord = 3;
/** Most rules that are compared with each other. Older ones are kept unchecked. */
const mostCompared = 60;

export function makeProfile({ notes, topics, corrections }: Omit<ProfileMaterial, 'version'>): Profile {
  const bySubject = Map.groupBy(
    notes.filter((note) => note.kind !== 'topic'),
    ({ kind, subject }) => entryKey(kind as EntryKind, subject),
  );
  for (const { kind, subject } of corrections) {
    if (!bySubject.has(entryKey(kind, subject))) bySubject.set(entryKey(kind, subject), []);
  }
  const corrected = new Map(corrections.map((one) => [entryKey(one.kind, one.subject), one]));
  const entries = [...bySubject].flatMap(([key, told]) => {
    const correction = corrected.get(key);
    const values = valuesOf(told.filter(({ at }) => correction === undefined || at > correction.at));
    if (correction !== undefined && correction.text !== null) {
      const { text, at } = correction;
      values.push({ text, at, addedAt: at, sources: [] });
    }
    const [value, ...earlier] = values;
    if (value === undefined) return [];
    const [kind, subject] = JSON.parse(key) as [EntryKind, string];
    const weight = Math.max(...told.map((note) => note.weight), correction ? 1 : 0);
    return [{ id: entryId(key), kind, subject, value, earlier: earlier.slice(0, mostEarlier), weight }];
  });
  const settled = withoutOverruled(entries).sort((a, b) => b.weight - a.weight || newestFirst(a, b));
  return { entries: settled.slice(0, mostEntries), themes: themesOf(topics) };
}

function newestFirst(a: ProfileEntry, b: ProfileEntry): number {
  if (a.value.at !== b.value.at) return a.value.at < b.value.at ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

function entryKey(kind: EntryKind, subject: string): string {
  return JSON.stringify([kind, subject]);
}

function entryId(key: string): string {
  return sha256(key).slice(0, 8);
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

function byTime(a: OwnedNote, b: OwnedNote): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  if (a.threadId !== b.threadId) return a.threadId < b.threadId ? -1 : 1;
  return a.seq - b.seq;
}

function sourceOf({ threadId, seq, at }: OwnedNote): ProfileSource {
  return { threadId, seq, at };
}

function sameText(one: string, other: string): boolean {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return bare(one) === bare(other);
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

function themesOf(topics: ProfileMaterial['topics']): ProfileTheme[] {
  const themes = topics.map(({ threads, notes }) => {
    const known = notes.map(({ addedAt }) => addedAt).sort();
    const times = notes.map(({ at }) => at).sort();
    return {
      topic: notes.toSorted(byTime)[0]!.value,
      subject: notes[0]!.subject.split(' '),
      // One thread makes no theme, so a theme begins with the second.
      addedAt: known[1] ?? known[0]!,
      threads,
      since: times[0]!,
      until: times.at(-1)!,
      sources: notes.map(sourceOf),
    };
  });
  // Drops "raspberry" if at least as many threads share "raspberry canes".
  const isPartOfLonger = (theme: (typeof themes)[number]) =>
    theme.subject.length === 1 &&
    themes.some(
      ({ subject, threads }) =>
        subject.length > 1 && subject.includes(theme.subject[0]!) && threads >= theme.threads,
    );
  const isVague = ({ subject, threads }: (typeof themes)[number]) =>
    subject.length === 1 && threads < leastForWord;
  return themes
    .filter((theme) => !isVague(theme) && !isPartOfLonger(theme))
    .map(({ subject: _subject, ...theme }) => theme);
}
