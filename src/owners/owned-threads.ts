/** Operations on all threads of an owner: finding them, and forgetting them together. */

import { EverthreadError, invalidInput, limitExceeded } from '../errors.ts';
import { refuseUnknownInput } from '../input/member-checks.ts';
import type { DeletedOwner, DetailsChange, ThreadPlace } from '../records/thread-list.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import { scopeLimits } from '../search-index.ts';
import type { Store } from '../store.ts';

/** The proof that an owner is forgotten. Written when nothing of the owner was left. */
export type OwnerErasureReceipt = DeletedOwner & {
  owner: string;
  at: string;
  /** Whether freed bytes were overwritten, so that the file holds nothing either. */
  vacuumed: boolean;
};

const pageSize = 1_000;

/** Ids of an owner's threads, most recently used first. */
export async function ownedThreadIds(store: Pick<Store, 'listThreads'>, owner: string): Promise<string[]> {
  const ids: string[] = [];
  let after: ThreadPlace | undefined;
  for (;;) {
    const page = await store.listThreads({
      owner,
      order: 'updated',
      limit: pageSize,
      ...(after && { after }),
    });
    ids.push(...page.map(({ id }) => id));
    if (ids.length > scopeLimits.threadIds) {
      throw limitExceeded(
        'owner',
        ids.length,
        scopeLimits.threadIds,
        'threads',
        'Name the threads to search.',
      );
    }
    if (page.length < pageSize) return ids;
    after = page.at(-1);
  }
}

/**
 * All or nothing, even if the process ends meanwhile: one transaction removes the threads, and their data is cleared
 * after it.
 */
export async function forgetOwner(
  { store, runtime }: { store: Pick<Store, 'deleteOwner' | 'vacuum'>; runtime: Pick<Runtime, 'now'> },
  { owner, vacuum }: { owner: string; vacuum: boolean },
): Promise<OwnerErasureReceipt> {
  const deleted = await store.deleteOwner(owner);
  if (vacuum) await store.vacuum();
  return { owner, ...deleted, at: isoTime(runtime.now()), vacuumed: vacuum };
}

/** A caller who names an owner must not learn about threads of others, not even that they exist. */
export function checkOwner(state: ThreadState, owner: string | undefined): void {
  if (owner === undefined || state.owner === owner) return;
  throw new EverthreadError({
    code: 'unknown_thread',
    field: 'owner',
    message: `There is no thread ${JSON.stringify(state.id)} of that owner. To give an existing thread an owner, call thread.update({ owner }).`,
    details: { threadId: state.id },
  });
}

const detailNames = ['title', 'owner', 'labels'];

export async function updateDetails(
  { store, runtime }: { store: Pick<Store, 'updateDetails'>; runtime: Pick<Runtime, 'now'> },
  { threadId, details }: { threadId: string; details: DetailsChange },
): Promise<void> {
  checkDetailNames(details);
  await store.updateDetails({ threadId, details, now: runtime.now() });
}

function checkDetailNames(details: unknown): void {
  if (typeof details !== 'object' || details === null)
    throw invalidInput('details', `an object with ${detailNames.join(', ')}`, details);
  refuseUnknownInput('', details, detailNames);
}
