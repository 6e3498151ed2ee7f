/** An engine keeps nothing of idle threads in memory: a million of them only take room in the store. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { databaseFolder } from './faults/crash-engine.ts';
import { soak } from './soak.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const program = fileURLToPath(new URL('./many-threads.ts', import.meta.url));
const threads = soak ? 20_000 : 400;
/** Only the threads used last have their summaries in memory. */
const usedLast = 150;

it(`R-48 of ${threads} threads only those used last are in memory`, async () => {
  const run = promisify(execFile)(process.execPath, [program, newPath(), String(threads)]);
  const { inMemory } = JSON.parse((await run).stdout) as { inMemory: number };
  expect(inMemory).toBeGreaterThan(0);
  expect(inMemory).toBeLessThan(usedLast);
});
