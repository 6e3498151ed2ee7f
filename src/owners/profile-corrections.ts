/** A person's corrections to the entries of a profile. */
import { invalidInput } from '../errors.ts';
import type { Profile, ProfileEntry } from '../records/profile.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';

const longestText = 500;

/** `text` replaces the entry from now on. Null removes it until a message states it again. */
export async function correctEntry(
  { store, runtime }: { store: Pick<Store, 'profiles'>; runtime: Pick<Runtime, 'now'> },
  given: { owner: string; entryId: string; text: string | null },
): Promise<ProfileEntry> {
  const { owner, entryId, text } = given;
  if (text !== null && (typeof text !== 'string' || text.trim() === '' || text.length > longestText)) {
    throw invalidInput('text', `a text of at most ${longestText} characters, or null`, text);
  }
  const profile: Profile | undefined = await store.profiles.readProfile(owner);
  const entry = profile?.entries.find(({ id }) => id === entryId);
  if (entry === undefined) {
    throw invalidInput('entryId', 'the id of an entry of the profile', entryId);
  }
  const { kind, subject } = entry;
  const correction = { kind, subject, text: text?.trim() ?? null, at: isoTime(runtime.now()) };
  await store.profiles.correct({ owner, correction });
  return entry;
}
