/** Contract suite: leases. */
import { beforeEach, describe, expect, it } from 'vitest';
import { codeOf, commitOf, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeLeases({ store }: SuiteContext): void {
  const acquire = (owner: string, now = someTime) =>
    store().acquireLease({ threadId: 't', owner, now, ttlMs: 1_000 });

  describe('leases', () => {
    beforeEach(async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
    });

    it('I-5 of twenty workers that request the lease at once, one gets it', async () => {
      const leases = await Promise.all(Array.from({ length: 20 }, (_, index) => acquire(`worker ${index}`)));
      const won = leases.filter((lease) => lease !== undefined);
      expect(won).toHaveLength(1);
      expect(won[0]).toMatchObject({ threadId: 't', fence: 1, expiresAt: someTime + 1_000 });
    });

    it('I-5 a lease belongs to its thread', async () => {
      await store().ensureThread({ threadId: 'u', now: someTime });
      expect(await acquire('a')).toBeDefined();
      expect(
        await store().acquireLease({ threadId: 'u', owner: 'b', now: someTime, ttlMs: 1 }),
      ).toBeDefined();
    });

    it('I-5 a lease can be taken over once it has expired, and not before', async () => {
      const first = await acquire('a');
      expect(await acquire('b', someTime + 999)).toBeUndefined();
      const second = await acquire('b', someTime + 1_000);
      expect(second!.fence).toBeGreaterThan(first!.fence);
      expect(
        await store().renewLease({ lease: first!, now: someTime + 1_001, ttlMs: 1_000 }),
      ).toBeUndefined();
      expect(await codeOf(store().commit(commitOf(first!)))).toBe('lease_lost');
      expect(await codeOf(store().commit(commitOf(second!)))).toBe('no error');
    });

    it('I-5 its owner may acquire it again, which ends the first one', async () => {
      const first = await acquire('a');
      const second = await acquire('a');
      expect(second!.fence).toBeGreaterThan(first!.fence);
      expect(await store().renewLease({ lease: first!, now: someTime, ttlMs: 1 })).toBeUndefined();
      expect(await codeOf(store().commit(commitOf(first!)))).toBe('lease_lost');
    });

    it('I-5 renewing keeps the fence and extends the time', async () => {
      const lease = await acquire('a');
      const renewed = await store().renewLease({ lease: lease!, now: someTime + 900, ttlMs: 1_000 });
      expect(renewed).toEqual({ ...lease, expiresAt: someTime + 1_900 });
      expect(await acquire('b', someTime + 1_500)).toBeUndefined();
      expect(await acquire('b', someTime + 1_900)).toBeDefined();
    });

    it('I-5 a lease that expired and that nobody took over is still valid', async () => {
      const lease = await acquire('a');
      expect(await codeOf(store().commit(commitOf(lease!, { now: someTime + 5_000 })))).toBe('no error');
      const renewed = await store().renewLease({ lease: lease!, now: someTime + 5_000, ttlMs: 1_000 });
      expect(renewed).toMatchObject({ fence: lease!.fence, expiresAt: someTime + 6_000 });
    });

    it('I-5 a released lease is free for others and no longer valid for its owner', async () => {
      const lease = await acquire('a');
      await store().releaseLease(lease!);
      expect(await codeOf(store().commit(commitOf(lease!)))).toBe('lease_lost');
      expect(await store().renewLease({ lease: lease!, now: someTime, ttlMs: 1 })).toBeUndefined();
      const next = await acquire('b');
      expect(next!.fence).toBeGreaterThan(lease!.fence);
    });

    it("I-5 releasing a lost lease does not affect the new owner's", async () => {
      const first = await acquire('a');
      const second = await acquire('b', someTime + 1_000);
      await store().releaseLease(first!);
      await store().releaseLease({ ...second!, owner: 'a' });
      expect(await acquire('c', someTime + 1_500)).toBeUndefined();
      expect(await codeOf(store().commit(commitOf(second!)))).toBe('no error');
    });

    it('I-5 a lease does not outlive its thread, even if the thread is created again by the same owner', async () => {
      const old = await acquire('a');
      await store().deleteThread('t');
      expect(await codeOf(store().commit(commitOf(old!)))).toBe('unknown_thread');
      await store().ensureThread({ threadId: 't', now: someTime });
      expect(await codeOf(store().commit(commitOf(old!)))).toBe('lease_lost');
      const again = await acquire('a');
      expect(again!.fence).toBeGreaterThan(old!.fence);
      expect(await codeOf(store().commit(commitOf(old!)))).toBe('lease_lost');
    });

    it('I-5 leases do not change the thread’s state', async () => {
      const before = await store().readThread('t');
      const lease = await acquire('a', someTime + 60_000);
      await store().releaseLease(lease!);
      expect(await store().readThread('t')).toEqual(before);
      expect(await codeOf(acquire(''))).toBe('invalid_input');
    });
  });
}
