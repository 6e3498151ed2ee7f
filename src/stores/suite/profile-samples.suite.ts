/** Samples for the suites of owner profiles: notes, threads of an owner, profiles. */
import { expect } from 'vitest';
import type { OwnedNote, Profile, ProfileNote } from '../../records/profile.ts';
import { iso, later, messages, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export const note = (seq: number, other: Partial<ProfileNote> = {}): ProfileNote => ({
  kind: 'fact',
  subject: `subject ${seq}`,
  value: `value ${seq}`,
  seq,
  at: iso(later(seq)),
  weight: 1,
  ...other,
});

export const topic = (seq: number, subject: string): ProfileNote =>
  note(seq, { kind: 'topic', subject, value: subject });

export function profilesOf(store: SuiteContext['store']) {
  const profiles = () => store().profiles;
  const makeThread = async (threadId: string, owner: string | null, count = 5) => {
    await store().ensureThread({ threadId, now: someTime, details: { owner } });
    await store().append({ threadId, messages: messages(count), now: someTime });
  };
  const write = async (
    threadId: string,
    notes: ProfileNote[],
    other: Partial<Parameters<ReturnType<typeof profiles>['writeNotes']>[0]> = {},
  ) => {
    const { revision, messages: to } = (await store().readThread(threadId))!;
    const range = { from: 1, to };
    return profiles().writeNotes({
      threadId,
      revision,
      ...range,
      notes,
      rules: [],
      now: later(60),
      ...other,
    });
  };
  const valuesOf = async (owner: string) =>
    (await profiles().readMaterial(owner)).notes.map(({ value }) => value).sort();
  const sourceOf = ({ threadId, seq, at }: OwnedNote) => ({ threadId, seq, at });
  /** One entry for each note, and one theme for each topic. */
  const makeProfile = async (owner: string): Promise<Profile> => {
    const { notes, topics, version } = await profiles().readMaterial(owner);
    const profile: Profile = {
      entries: notes.map((one) => ({
        ...{ id: one.subject, kind: 'fact', subject: one.subject, weight: one.weight, earlier: [] },
        value: { text: one.value, at: one.at, addedAt: one.addedAt, sources: [sourceOf(one)] },
      })),
      themes: topics.map(({ threads, notes: told }) => ({
        ...{ topic: told[0]!.value, threads, addedAt: iso(0), since: iso(0), until: iso(0) },
        sources: told.map(sourceOf),
      })),
    };
    expect(await profiles().writeProfile({ owner, version, profile, now: later(61) })).toBe(true);
    return profile;
  };
  const shown = async (owner: string) => {
    const profile = await profiles().readProfile(owner);
    return profile?.entries.map(({ value }) => value.text).sort();
  };
  return { profiles, makeThread, write, valuesOf, makeProfile, shown };
}
