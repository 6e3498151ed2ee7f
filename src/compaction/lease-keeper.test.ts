import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { withLease } from './lease-keeper.ts';

/** A store with one thread, and a clock whose sleeps end when the test moves it. */
async function setup() {
  const store = memoryStore();
  await store.open();
  const base = testRuntime();
  await store.ensureThread({ threadId: 't', now: base.now() });
  let wake: () => void = () => undefined;
  const runtime = {
    ...base,
    sleep: (_milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        wake = resolve;
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const beat = async (milliseconds: number) => {
    base.advance(milliseconds);
    wake();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const never = new AbortController().signal;
  const options = { store, runtime, threadId: 't', owner: 'me', ttlMs: 900, signal: never };
  const take = (owner: string) => store.acquireLease({ threadId: 't', owner, now: base.now(), ttlMs: 900 });
  return { store, runtime, options, beat, take };
}

describe('the lease of a compaction', () => {
  it('I-5 is released when the work ends and when it fails', async () => {
    const { options, take } = await setup();
    expect(await withLease(options, async () => 'done')).toBe('done');
    await expect(
      withLease(options, async () => {
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
    expect(await take('other')).toBeDefined();
  });

  it('I-5 is not waited for if another worker holds it', async () => {
    const { options, take } = await setup();
    await take('other');
    let worked = false;
    expect(await withLease(options, async () => (worked = true))).toBeUndefined();
    expect(worked).toBe(false);
  });

  it('I-5 is renewed while the work goes on, so that no other worker gets it', async () => {
    const { options, beat, take } = await setup();
    await withLease(options, async (leaseHandle) => {
      const first = leaseHandle.current();
      for (let third = 0; third < 6; third += 1) await beat(300);
      expect(leaseHandle.current().expiresAt).toBeGreaterThan(first.expiresAt);
      expect(leaseHandle.current().fence).toBe(first.fence);
      expect(await take('other')).toBeUndefined();
      expect(leaseHandle.signal.aborted).toBe(false);
    });
  });

  it('I-5 aborts the work when it is lost', async () => {
    const { options, beat, take } = await setup();
    await withLease(options, async (leaseHandle) => {
      // It slept too long, and another worker took over.
      options.runtime.advance(5_000);
      expect(await take('other')).toBeDefined();
      await beat(0);
      expect(leaseHandle.signal.aborted).toBe(true);
      expect(leaseHandle.signal.reason).toMatchObject({ code: 'lease_lost', details: { threadId: 't' } });
    });
    // The other worker's lease is not released.
    expect(await take('third')).toBeUndefined();
  });

  it('I-5 aborts the work when the caller stops it', async () => {
    const { options } = await setup();
    const stop = new AbortController();
    await withLease({ ...options, signal: stop.signal }, async (leaseHandle) => {
      stop.abort(new Error('enough'));
      expect(leaseHandle.signal.reason).toMatchObject({ message: 'enough' });
    });
  });
});
