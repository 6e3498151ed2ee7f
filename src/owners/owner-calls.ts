/** What `createEverthread` offers for owners: wiring of the files beside it. */
import type { Emitter } from '../engine/emitter.ts';
import { checkSeq } from '../input/numbers.ts';
import { emptyProfile, type Profile, type ProfileEntry } from '../records/profile.ts';
import type { OwnerSummary } from '../records/thread-list.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { forgetOwner, type OwnerErasureReceipt } from './owned-threads.ts';
import { correctEntry } from './profile-corrections.ts';
import type { ProfileKeeper } from './profile-keeper.ts';

export type OwnerCalls = {
  /** Who owns threads, in order of name. */
  owners(options?: { after?: string; limit?: number }): Promise<OwnerSummary[]>;
  /** What is known of an owner from the owner's threads, and the themes that run through them, up to date. */
  profile(owner: string): Promise<Profile>;
  /** Puts an entry of a profile right, or with null takes it out; returns what it was. */
  correctProfile(options: { owner: string; entryId: string; text: string | null }): Promise<ProfileEntry>;
  /** Removes everything of an owner, all threads at once, and returns the proof. */
  forgetOwner(owner: string, options?: { vacuum?: boolean }): Promise<OwnerErasureReceipt>;
};

export function createOwnerCalls(options: {
  ports: { store: Store; runtime: Pick<Runtime, 'now'>; emitter: Pick<Emitter, 'emit'> };
  profiles: ProfileKeeper;
  /** What is known of an owner may have changed. */
  profileLater: () => void;
  /** Opens the store, once. */
  ready: () => Promise<void>;
}): OwnerCalls {
  const { ports, profiles, profileLater, ready } = options;
  const { store, emitter } = ports;

  /** What cannot be brought up to date is told as it was. */
  const tellOutdated = (error: unknown): void =>
    emitter.emit('diagnostic', {
      threadId: null,
      code: 'store_failed',
      message: error instanceof Error ? error.message.slice(0, 200) : 'Something failed.',
      consequence: 'The profile is shown as it was.',
    });

  return {
    async owners({ after, limit = 100 } = {}) {
      checkSeq('limit', limit);
      await ready();
      return store.listOwners({ limit, ...(after !== undefined && { after }) });
    },
    async profile(owner) {
      await ready();
      await profiles.settle().catch(tellOutdated);
      return currentProfile((await store.profiles.readProfile(owner)) ?? emptyProfile);
    },
    async correctProfile(correction) {
      await ready();
      const entry = await correctEntry(ports, correction);
      profileLater();
      return entry;
    },
    async forgetOwner(owner, { vacuum = true } = {}) {
      await ready();
      return forgetOwner(ports, { owner, vacuum });
    },
  };
}

/** Sentences that ended are kept for contexts that showed them. */
function currentProfile({ prose, ...profile }: Profile): Profile {
  const sentences = prose?.sentences.filter(({ until }) => until === undefined) ?? [];
  return sentences.length === 0 ? profile : { ...profile, prose: { ...prose!, sentences } };
}
