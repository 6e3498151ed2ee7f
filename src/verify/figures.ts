/**
 * Checks records without hashes: requests, which are only figures, and profiles of owners, which can be made again.
 * These can only be checked for being readable.
 */
import type { Store } from '../store.ts';
import { type Damage, isDamage, readingReason } from './damage.ts';

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
        yield { threadId: '', kind: 'unreadable', where, message: readingReason(error) };
      }
    }
    after = page.at(-1)?.owner;
  } while (after !== undefined);
}
