/**
 * Records that no hash protects, because everything in them is a figure or can be made again: requests, and what is
 * known of owners. Of these a check can only tell whether they can be read.
 */
import type { Store } from '../store.ts';
import { type Damage, isDamage, reasonOf } from './damage.ts';

const requestsPerRead = 500;
const ownersPerRead = 100;

/** Fails at a request that cannot be read. */
export async function readAllRequests(store: Store, threadId: string): Promise<void> {
  let before: number | undefined;
  do {
    const page = await store.readRequests({
      ...{ threadId, limit: requestsPerRead },
      ...(before !== undefined && { before }),
    });
    before = page.at(-1)?.number;
  } while (before !== undefined);
}

export async function* unreadableOwners(store: Store): AsyncGenerator<Damage> {
  let after: string | undefined;
  do {
    const page = await store.listOwners({ limit: ownersPerRead, ...(after !== undefined && { after }) });
    for (const { owner } of page) {
      try {
        await store.profiles.readMaterial(owner);
      } catch (error) {
        if (!isDamage(error)) throw error;
        const where = `profile of ${JSON.stringify(owner)}`;
        yield { threadId: '', kind: 'unreadable', where, message: reasonOf(error) };
      }
    }
    after = page.at(-1)?.owner;
  } while (after !== undefined);
}
