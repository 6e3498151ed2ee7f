/** An engine remembers nothing of threads that are idle: a million of them cost what their store costs. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { databaseFolder } from './faults/crash-engine.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const program = fileURLToPath(new URL('./many-threads.ts', import.meta.url));
const first = 8_000;
const last = 20_000;
/** A map entry with the id alone would be some 100 bytes, a row of state ten times as much. */
const bytesPerThread = 60;

it('R-48 20,000 threads leave no state behind in the engine', async () => {
  const run = promisify(execFile)(process.execPath, [
    '--expose-gc',
    program,
    newPath(),
    String(first),
    String(last),
  ]);
  const { before, after } = JSON.parse((await run).stdout) as { before: number; after: number };
  expect(before).toBeGreaterThan(0);
  expect(after - before, `${((after - before) / (last - first)).toFixed(1)} bytes a thread`).toBeLessThan(
    (last - first) * bytesPerThread,
  );
}, 400_000);
