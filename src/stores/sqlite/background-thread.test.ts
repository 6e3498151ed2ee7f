/** The write-ahead log is written back by a thread, and nobody has to wait for that, or to know of it. */
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../../test/child-environment.ts';
import { yieldToEventLoop } from '../../runtime.ts';
import type { Store } from '../../store.ts';
import { later, message } from '../suite/samples.suite.ts';
import { useDatabaseFiles } from './database-files.suite.ts';
import { sqliteStore } from './sqlite-store.ts';

const { newPath, closing } = useDatabaseFiles();
const source = fileURLToPath(new URL('./sqlite-store.ts', import.meta.url));

async function appendSome(store: Store, count: number): Promise<void> {
  await store.ensureThread({ threadId: 't', now: later(0) });
  for (let index = 0; index < count; index += 1)
    await store.append({ threadId: 't', messages: [message(`m${index}`)], now: later(index) });
}

/** A program that writes so often that the thread is there, and then ends. */
async function runProgram(path: string, ending: string): Promise<string> {
  const program = `
    import { sqliteStore } from ${JSON.stringify(source)};
    const store = sqliteStore({ path: ${JSON.stringify(path)} });
    for (let n = 0; n < 100; n += 1) await store.ensureThread({ threadId: 't' + n, now: 0 });
    ${ending}
    console.log('ended');`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: childEnvironment });
  return stdout;
}

describe('the write-ahead log', () => {
  it('R-41 is written back before SQLite would do it, while others go on', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path }));
    await store.open();
    const before = statSync(path).size;
    await appendSome(store, 80);
    // Of so few pages SQLite itself would write back none.
    expect(statSync(`${path}-wal`).size).toBeLessThan(1_000 * 4_096);
    while (statSync(path).size === before) await yieldToEventLoop();
    await appendSome(store, 10);
    expect((await store.readThread('t'))!.messages).toBe(80);
  });

  it('R-41 does not grow without end, and leaves nothing behind', async () => {
    const path = newPath();
    const store = closing(sqliteStore({ path, synchronous: 'normal' }));
    await appendSome(store, 1_000);
    expect(statSync(`${path}-wal`).size).toBeLessThan(6_000 * 4_096);
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    expect((await closing(sqliteStore({ path })).readThread('t'))!.messages).toBe(1_000);
  });

  it('R-41 a program ends, whether or not it closes the store', async () => {
    expect(await runProgram(newPath(), '')).toBe('ended\n');
    const path = newPath();
    expect(await runProgram(path, 'await store.close();')).toBe('ended\n');
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});
