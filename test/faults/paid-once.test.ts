/** A paid answer of a model is not requested again, whenever the process ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { systemRuntime } from '../../src/runtime.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { databaseFolder, threadId } from './crash-engine.ts';
import { paidOptions } from './paid-model.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const worker = fileURLToPath(new URL('./paid-worker.ts', import.meta.url));

it('R-54 R-73 killed between the answer and the commit, the next process uses what was paid for', async () => {
  const path = newPath();
  const child = spawn(process.execPath, [worker, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');

  const options = paidOptions();
  const runtime = { ...systemRuntime, now: () => Date.now() + 3_600_000 };
  const store = sqliteStore({ path });
  const ever = createEverthread({ ...options, store, runtime });
  const thread = await ever.thread(threadId);
  expect(await thread.compact()).toMatchObject({ compacted: true, receipt: { rungs: ['model'] } });
  expect(options.summarizer.requests).toEqual([]);
  expect(await ever.usage()).toMatchObject({ calls: 1, costUsd: 0.25 });
  await thread.compact({ refresh: true });
  expect(options.summarizer.requests).toHaveLength(1);
  await ever.close();
});
