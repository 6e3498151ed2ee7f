/** Limits and checks of owner profiles, and what is removed together with its source. The same in every store. */
import { invalidInput } from '../../errors.ts';
import { withoutEntryOfProse, withoutSourcesOfProse } from '../../facts/profile/held-prose.ts';
import {
  entryKinds,
  noteKinds,
  type Profile,
  type ProfileCorrection,
  type ProfileNote,
  type ProfileSource,
  type ProfileValue,
} from '../../records/profile.ts';
import { isoTime } from '../../runtime.ts';
import { checkCount, checkId } from './checks.ts';

/** Limits for one thread. The notes of the highest weight are kept, and of equal ones the newest. */
export const mostNotes = { statements: 200, topics: 200 } as const;
/** Limits for the material of a profile: statements of each kind, topics, and threads of a topic. */
export const mostMaterial = { statements: 200, topics: 30, threadsOfTopic: 10 } as const;
/** Limit for corrections of an owner; the oldest are dropped. */
export const mostCorrections = 200;

export function checkNotes(notes: readonly ProfileNote[], field: string): void {
  for (const [index, { kind, subject, value, seq, weight }] of notes.entries()) {
    if (!noteKinds.includes(kind)) throw invalidInput(`${field}[${index}].kind`, noteKinds.join(', '), kind);
    checkId(`${field}[${index}].subject`, subject);
    checkCount(`${field}[${index}].seq`, seq);
    if (typeof value !== 'string') throw invalidInput(`${field}[${index}].value`, 'a text', value);
    if (!Number.isFinite(weight)) throw invalidInput(`${field}[${index}].weight`, 'a number', weight);
  }
}

export function checkCorrection({ kind, subject, text }: ProfileCorrection): void {
  if (!entryKinds.includes(kind)) throw invalidInput('kind', entryKinds.join(', '), kind);
  checkId('subject', subject);
  if (text !== null && (typeof text !== 'string' || text.trim() === '')) {
    throw invalidInput('text', 'a text, or null', text);
  }
}

/** Adds a correction; it replaces an earlier one of the same subject. */
export function withCorrection(
  corrections: readonly ProfileCorrection[],
  correction: ProfileCorrection,
): ProfileCorrection[] {
  const others = corrections.filter((other) => !isAbout(other, correction));
  return [...others, correction].slice(-mostCorrections);
}

/** Applies a correction to the profile until it is made again. */
export function correctedProfile(profile: Profile, correction: ProfileCorrection): Profile {
  const { text, at } = correction;
  const entries = profile.entries.flatMap((entry) => {
    if (!isAbout(entry, correction)) return [entry];
    if (text === null) return [];
    return [{ ...entry, value: { text, at, addedAt: at, sources: [] }, earlier: [] }];
  });
  const corrected = profile.entries.filter((entry) => isAbout(entry, correction)).map(({ id }) => id);
  return { ...profile, entries, ...withoutEntryOfProse(profile, corrected) };
}

function isAbout(
  entry: Pick<ProfileCorrection, 'kind' | 'subject'>,
  other: Pick<ProfileCorrection, 'kind' | 'subject'>,
): boolean {
  return entry.kind === other.kind && entry.subject === other.subject;
}

/** The profile without entries that only these messages support; without `seqs`, without all entries of the thread. */
export function withoutSources(
  profile: Profile,
  { threadId, seqs }: { threadId: string; seqs?: readonly number[] },
): Profile {
  const gone = (source: ProfileSource) =>
    source.threadId === threadId && (seqs === undefined || seqs.includes(source.seq));
  const left = (value: ProfileValue): ProfileValue[] => {
    if (!value.sources.some(gone)) return [value];
    const sources = value.sources.filter((source) => !gone(source));
    return sources.length === 0 ? [] : [{ ...value, sources }];
  };
  const entries = profile.entries.flatMap((entry) => {
    const [value, ...earlier] = [entry.value, ...entry.earlier].flatMap(left);
    return value === undefined ? [] : [{ ...entry, value, earlier }];
  });
  const themes = profile.themes.flatMap((theme) => {
    if (!theme.sources.some(gone)) return [theme];
    const sources = theme.sources.filter((source) => !gone(source));
    const threads = theme.threads - (theme.sources.length - sources.length);
    return threads < 2 || sources.length === 0 ? [] : [{ ...theme, threads, sources }];
  });
  return { entries, themes, ...withoutSourcesOfProse(profile, gone) };
}

/** How far a thread counts as read after these messages changed, so that they are read again. */
export function profiledBefore(profiledTo: number, seqs: readonly number[]): number {
  return Math.max(0, Math.min(profiledTo, ...seqs.map((seq) => seq - 1)));
}

/** When each note became known: a note with the same value as before keeps its date. */
export function knownSince(
  note: ProfileNote,
  known: ReadonlyMap<string, { value: string; addedAt: string }>,
  now: number,
): string {
  const before = known.get(noteKey(note));
  return before?.value === note.value ? before.addedAt : isoTime(now);
}

export function noteKey({ kind, subject, seq }: Pick<ProfileNote, 'kind' | 'subject' | 'seq'>): string {
  return JSON.stringify([kind, subject, seq]);
}
