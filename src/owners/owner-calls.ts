/** The methods of `createEverthread` for owners: wiring of the other files in this folder. */
import type { Emitter } from '../engine/emitter.ts';
import { invalidInput } from '../errors.ts';
import { checkSeq } from '../input/numbers.ts';
import { emptyProfile, type Profile, type ProfileEntry } from '../records/profile.ts';
import type { OwnerSummary } from '../records/thread-list.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import { forgetOwner, type OwnerErasureReceipt } from './owned-threads.ts';
import { correctEntry } from './profile-corrections.ts';
import type { ProfileKeeper } from './profile-keeper.ts';

export type OwnerCalls = {
  /** All owners of threads, in order of name. */
  owners(options?: { after?: string; limit?: number }): Promise<OwnerSummary[]>;
  /** What is known about an owner from the owner's threads, with recurring themes. Up to date. */
  profile(owner: string): Promise<Profile>;
  /** Corrects an entry of a profile, or with null removes it. Returns the earlier entry. */
  correctProfile(options: { owner: string; entryId: string; text: string | null }): Promise<ProfileEntry>;
  /** Removes all threads and data of an owner at once, and returns the proof. */
  forgetOwner(owner: string, options?: { vacuum?: boolean }): Promise<OwnerErasureReceipt>;
};

export function createOwnerCalls(options: {
  ports: { store: Store; runtime: Pick<Runtime, 'now'>; emitter: Pick<Emitter, 'emit'> };
  profiles: ProfileKeeper;
  /** Called when what is known about an owner may have changed. */
  profileLater: () => void;
  /** Opens the store, once. */
  ready: () => Promise<void>;
}): OwnerCalls {
  const { ports, profiles, profileLater, ready } = options;
  const { store, emitter } = ports;

  /** If a profile cannot be brought up to date, the existing one is shown, with a diagnostic. */
  const tellOutdated = (error: unknown): void =>
    emitter.emit('diagnostic', {
      threadId: null,
      code: 'store_failed',
      message: error instanceof Error ? error.message.slice(0, 200) : 'Something failed.',
      consequence: 'The profile is shown without the latest changes.',
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
      if (correction === undefined)
        throw invalidInput('options', 'an object with owner, entryId and text', correction);
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

/** The profile without sentences that have ended, which are kept only for contexts that showed them. */
function currentProfile({ prose, ...profile }: Profile): Profile {
  const sentences = prose?.sentences.filter(({ until }) => until === undefined) ?? [];
  return sentences.length === 0 ? profile : { ...profile, prose: { ...prose!, sentences } };
}
