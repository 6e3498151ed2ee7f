/** What of a model's words on an owner holds: a sentence stands and falls with every statement it tells. Pure. */
import type { Profile, ProfileProse, ProfileSentence, ProfileSource } from '../../records/profile.ts';
import { isOfEntry, statementsOf } from './statements.ts';

/** Sentences that hold no more and are shown in threads that were compacted before; the oldest give way. */
const mostEnded = 40;

/** The profile with the prose as far as it holds; a sentence that tells what has changed ends now. */
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
 * New prose in place of what was told before. What it tells of something that is stated no more is left out; sentences
 * keep their places, so that who has seen some of them sees them in the same order.
 */
export function withNewProse(profile: Profile, prose: ProfileProse, now: string): Profile {
  const stated = new Set(statementsOf(profile).map(({ key }) => key));
  const fresh = prose.sentences.filter(({ cites }) => cites.every((key) => stated.has(key)));
  const told = profile.prose?.sentences ?? [];
  const isSame = (one: ProfileSentence, other: ProfileSentence) =>
    one.until === undefined && one.text === other.text;
  const before = told.map((sentence) =>
    fresh.some((other) => isSame(sentence, other)) ? sentence : { ...sentence, until: sentence.until ?? now },
  );
  const added = fresh
    .filter((sentence) => !told.some((other) => isSame(other, sentence)))
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

/** What was put right by hand is told by no sentence that was written before. */
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
