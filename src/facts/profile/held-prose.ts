/** Keeps a profile's prose valid: a sentence holds only as long as all its statements do. Pure. */
import type { Profile, ProfileProse, ProfileSentence, ProfileSource } from '../../records/profile.ts';
import { isOfEntry, statementsOf } from './statements.ts';

/** Most ended sentences that are kept for threads that still show them. The oldest are dropped. */
const mostEnded = 40;

/** The profile with its prose, as far as it holds. A sentence about something that has changed ends now. */
export function withProse(
  profile: Omit<Profile, 'prose'>,
  prose: ProfileProse | undefined,
  now: string,
): Profile {
  if (prose === undefined) return profile;
  const stated = new Set(statementsOf(profile).map(({ key }) => key));
  const holds = ({ cites }: ProfileSentence) => cites.every((key) => stated.has(key));
  const sentences = prose.sentences.map((sentence) =>
    sentence.until !== undefined || holds(sentence) ? sentence : { ...sentence, until: now },
  );
  return { ...profile, prose: { ...prose, sentences } };
}

/**
 * Replaces the prose. Sentences about statements that no longer exist are left out. Repeated sentences keep their
 * places, so that threads that show them see them in the same order.
 */
export function withNewProse(profile: Profile, prose: ProfileProse, now: string): Profile {
  const stated = new Set(statementsOf(profile).map(({ key }) => key));
  const fresh = prose.sentences.filter(({ cites }) => cites.every((key) => stated.has(key)));
  const earlier = profile.prose?.sentences ?? [];
  const isSame = (one: ProfileSentence, other: ProfileSentence) =>
    one.until === undefined && one.text === other.text;
  const before = earlier.map((sentence) =>
    fresh.some((other) => isSame(sentence, other)) ? sentence : { ...sentence, until: sentence.until ?? now },
  );
  const added = fresh
    .filter((sentence) => !earlier.some((other) => isSame(other, sentence)))
    .map((sentence) => ({ ...sentence, addedAt: now }));
  return { ...profile, prose: { ...prose, sentences: [...withoutLongEnded(before), ...added] } };
}

function withoutLongEnded(sentences: readonly ProfileSentence[]): ProfileSentence[] {
  const ended = sentences.filter(({ until }) => until !== undefined);
  const dropped = new Set(ended.toSorted((a, b) => (a.until! < b.until! ? 1 : -1)).slice(mostEnded));
  return sentences.filter((sentence) => !dropped.has(sentence));
}

export function withoutSourcesOfProse(
  { prose }: Pick<Profile, 'prose'>,
  gone: (source: ProfileSource) => boolean,
): Pick<Profile, 'prose'> {
  return keeping(prose, ({ sources }) => !sources.some(gone));
}

/** Removes earlier sentences about an entry that a person corrected. */
export function withoutEntryOfProse(
  { prose }: Pick<Profile, 'prose'>,
  entryIds: readonly string[],
): Pick<Profile, 'prose'> {
  return keeping(prose, ({ cites }) => !cites.some((key) => entryIds.some((id) => isOfEntry(key, id))));
}

function keeping(
  prose: ProfileProse | undefined,
  keep: (sentence: ProfileSentence) => boolean,
): Pick<Profile, 'prose'> {
  return prose === undefined ? {} : { prose: { ...prose, sentences: prose.sentences.filter(keep) } };
}
