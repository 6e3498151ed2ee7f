import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { nameInProcess } from '../../engine/process-name.ts';
import { later } from '../suite/samples.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
afterAll(() => rmSync(folder, { recursive: true }));

const childFile = fileURLToPath(new URL('./crash-child.suite.ts', import.meta.url));

/** A process that holds the lease of the thread `t`. */
async function holder(path: string) {
  const child = spawn(process.execPath, [childFile, 'hold-until-killed', path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [owner] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    owner,
    async kill() {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('the lease of another process', () => {
  it('I-5 is not taken while that process lives, and at once when it was killed', async () => {
    const path = join(folder, 'killed.db');
    const other = await holder(path);
    const store = sqliteStore({ path });
    await store.open();
    const take = () =>
      store.acquireLease({ threadId: 't', owner: nameInProcess('mine'), now: later(1), ttlMs: 60_000 });
    expect(await take()).toBeUndefined();
    await other.kill();
    expect(await take()).toMatchObject({ fence: 2 });
    await store.close();
  });

  it('I-5 is waited for where nobody can know whether its process lives', async () => {
    const store = sqliteStore({ path: join(folder, 'elsewhere.db') });
    await store.open();
    const other = await holder(join(folder, 'name.db'));
    await other.kill();
    const elsewhere = [`another-machine ${other.owner}`, 'worker', 'machine:7:own_1'];
    for (const [index, owner] of elsewhere.entries()) {
      const threadId = `t${index}`;
      await store.ensureThread({ threadId, now: later(0) });
      await store.acquireLease({ threadId, owner, now: later(0), ttlMs: 60_000 });
      const mine = { threadId, owner: nameInProcess('mine'), now: later(1), ttlMs: 60_000 };
      expect(await store.acquireLease(mine), owner).toBeUndefined();
    }
    await store.close();
  });
});
