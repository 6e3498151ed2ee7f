/** Real processes, killed without warning while they append and compact (I-1, I-6). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { systemRuntime } from '../../src/runtime.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { chatMessages } from '../chat-messages.ts';
import { checkContext, checkStored } from '../properties/invariants.ts';
import { strategyNames } from '../properties/operations.ts';
import { soak } from '../soak.ts';
import { databaseFolder, threadId } from './crash-engine.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const worker = fileURLToPath(new URL('./killed-worker.ts', import.meta.url));
const lives = soak ? 5 : 2;
/** The strategy with most commits, and the one with a single summary; crash.test.ts tests all strategies. */
const strategies = soak ? strategyNames : (['eternal', 'rolling'] as const);

/** Lets a worker run for a while, kills it, and returns the messages that were acknowledged. */
async function workAndDie(path: string, strategy: string, seed: number): Promise<string[]> {
  const child = spawn(process.execPath, [worker, path, strategy, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  const wanted = 1 + Math.floor(Math.random() * 40);
  output.on('line', (line) => {
    lines.push(line);
    // Waits a random time, so that the worker does not always die right after an acknowledgement.
    if (lines.length === wanted) setTimeout(() => child.kill('SIGKILL'), Math.random() * 40);
  });
  const [[, signal]] = await Promise.all([once(child, 'close'), once(output, 'close')]);
  expect(signal).toBe('SIGKILL');
  return lines;
}

it.each(strategies)('I-1 I-6 killed again and again, nothing acknowledged is lost: %s', async (strategy) => {
  const path = newPath();
  const acknowledged: string[] = [];
  for (let life = 0; life < lives; life += 1) {
    acknowledged.push(...(await workAndDie(path, strategy, life * 1_000)));
    const store = sqliteStore({ path });
    expect(await store.findDamage()).toEqual([]);
    const found = await store.readMessages({ threadId });
    const seen = new Set(found.map(({ id, hash }) => `${id} ${hash}`));
    expect(acknowledged.filter((line) => !seen.has(line))).toEqual([]);
    // Each life may have stored one more batch, of at most three exchanges, without acknowledging it.
    expect(found.length - acknowledged.length).toBeLessThanOrEqual((life + 1) * 6);
    expect(found.length % 2).toBe(0);
    await checkStored(store, threadId);
    await store.close();
  }

  const later = { ...systemRuntime, now: () => Date.now() + 3_600_000 };
  const store = sqliteStore({ path });
  const ever = createEverthread({ store, strategy, runtime: later, budget: { tokens: 1_500 } });
  const thread = await ever.thread(threadId);
  checkContext(await thread.context(), (await thread.state()).messages);
  await thread.append(chatMessages(30, 10, 0));
  await ever.idle();
  expect(await thread.compact({ refresh: true })).toMatchObject({ compacted: true });
  await checkStored(store, threadId);
  await ever.close();
});
