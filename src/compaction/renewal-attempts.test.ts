import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { createRenewalAttempts } from './renewal-attempts.ts';
import { renewalWait } from './waits.ts';

async function setup() {
  const runtime = testRuntime();
  const store = memoryStore();
  await store.open();
  return { runtime, store, attempts: createRenewalAttempts({ store, runtime }) };
}

describe('failed attempts to redo a summary', () => {
  it('R-26 are stored for each summary until it is redone, across restarts', async () => {
    const { store, runtime, attempts } = await setup();
    const after = runtime.now() + 60_000;
    await attempts.write('a', { failures: 2, after });
    await attempts.write('b', { failures: 1, after });
    const restarted = createRenewalAttempts({ store, runtime });
    expect(await restarted.read()).toEqual({ a: { failures: 2, after }, b: { failures: 1, after } });
    await restarted.write('a', undefined);
    expect(await attempts.read()).toEqual({ b: { failures: 1, after } });
  });

  it('R-26 are bounded in number: those of old summaries are dropped', async () => {
    const { runtime, attempts } = await setup();
    await attempts.write('gone', { failures: 1, after: runtime.now() });
    runtime.advance(renewalWait.mostMs * 31);
    await attempts.write('new', { failures: 1, after: runtime.now() });
    expect(Object.keys(await attempts.read())).toEqual(['new']);
    for (let index = 0; index < 510; index += 1)
      await attempts.write(`s${index}`, { failures: 1, after: runtime.now() });
    const kept = Object.keys(await attempts.read());
    expect(kept.length).toBeLessThanOrEqual(501);
    expect(kept.at(-1)).toBe('s509');
  });

  it('R-26 a damaged record counts as none', async () => {
    const { store, attempts } = await setup();
    for (const damaged of ['{', '[1]', 'null', '7']) {
      await store.writeValue('renewals', damaged);
      expect(await attempts.read()).toEqual({});
    }
  });
});
