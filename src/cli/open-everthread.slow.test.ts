import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveSettings } from './config/settings.ts';
import {
  allThreads,
  budgetFor,
  currentThreadId,
  type OpenedEverthread,
  openEverthread,
} from './open-everthread.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'everthread-open-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const resolve = (flags: { [flag: string]: string | boolean } = {}, env: { [name: string]: string } = {}) =>
  resolveSettings({ flags, env: { HOME: home, ...env }, directory: home });

async function expectExtractiveSummary(opened: OpenedEverthread): Promise<void> {
  const thread = await opened.everthread.thread('a');
  for (let index = 0; index < 50; index += 1) {
    await thread.append({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `We decided on plan ${index}.`,
    });
  }
  await opened.everthread.idle();
  const [summary] = await thread.summaries();
  expect(summary).toMatchObject({ from: 1, rung: 'extractive' });
  await opened.close();
}

it('R-59 without a key there is a store, a strategy and an extractive summarizer', async () => {
  const opened = await openEverthread({ settings: await resolve({ strategy: 'rolling', budget: '4000' }) });
  expect(opened.provider).toMatchObject({ provider: 'none' });
  await expectExtractiveSummary(opened);
  expect(statSync(join(home, '.local/share/everthread/everthread.db')).size).toBeGreaterThan(0);
});

it('R-58 the current thread is the one that is set, else the one used last', async () => {
  const opened = await openEverthread({ settings: await resolve({ database: ':memory:' }) });
  expect(await currentThreadId(opened)).toBeUndefined();
  for (const id of ['b', 'c', 'a']) {
    await opened.everthread.thread(id);
  }
  // Times of threads have a resolution of one millisecond, so this waits for the next one.
  const made = Date.now();
  while (Date.now() === made) await new Promise((resolve) => setImmediate(resolve));
  await (await opened.everthread.thread('c')).append({ role: 'user', content: 'later' });
  expect(await currentThreadId(opened)).toBe('c');
  const ids: string[] = [];
  for await (const { id } of allThreads(opened.everthread)) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(await currentThreadId({ ...opened, settings: await resolve({ thread: 'x' }) })).toBe('x');
  await opened.close();
});

it('R-65 the budget is as set, or the model’s window, or Ollama’s own', async () => {
  const budget = async (flags: { [flag: string]: string }, env: { [name: string]: string } = {}) => {
    const settings = await resolve(flags, env);
    const { chooseProvider } = await import('./models/choose-provider.ts');
    return budgetFor(settings, chooseProvider(settings));
  };
  expect(await budget({})).toBeUndefined();
  expect(await budget({ budget: '5000', model: 'claude-haiku-4-5' })).toEqual({ tokens: 5000 });
  expect(await budget({ model: 'claude-haiku-4-5' })).toEqual({ model: 'claude-haiku-4-5' });
  expect(await budget({ model: 'qwen3:4b' })).toEqual({ tokens: 4096 });
  expect(await budget({ model: 'unheard-of', 'base-url': 'http://x' })).toBeUndefined();
});

it('R-58 a model that is asked for and not configured is refused; a folder that cannot be made is named', async () => {
  const summarizer = openEverthread({ settings: await resolve({ summarizer: 'model' }) });
  await expect(summarizer).rejects.toMatchObject({ code: 'invalid_option', field: 'summarizer' });
  const folder = openEverthread({ settings: await resolve({ database: '/dev/null/x/y.db' }) });
  await expect(folder).rejects.toMatchObject({ code: 'store_failed', field: 'database' });
});

it('R-38 R-58 a model that cannot be set up does not stop a compaction: the extractive summarizer takes over', async () => {
  const settings = await resolve({
    strategy: 'rolling',
    'base-url': 'http://127.0.0.1:9',
    database: ':memory:',
  });
  const opened = await openEverthread({ settings });
  expect(opened.provider).toMatchObject({ provider: 'openai-compatible', model: undefined });
  await expectExtractiveSummary(opened);
});
