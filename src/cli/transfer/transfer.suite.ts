/** Helpers for tests of the commands import, export and summarize, on a database of the test's own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createEverthread, type Everthread } from '../../everthread.ts';
import { summaryStatuses } from '../../records/summary.ts';
import type { Store } from '../../store.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../test-io.suite.ts';

export let folder: string;

/** Each test file calls this, because test files share a process in which this module is loaded once. */
export function useFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'everthread-transfer-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
}

export async function run(
  args: readonly string[],
  options: { input?: string; isTerminal?: boolean; columns?: number } = {},
) {
  const io = createTestIo({ directory: folder, ...options });
  const code = await runCli(args, io);
  return { code, ...io.written };
}

export const everthread = (...args: string[]) => run([...args, '--database', 'test.db']);

export function file(name: string, ...entries: unknown[]): string {
  const lines = entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

export async function opened<Result>(
  work: (tools: { store: Store; everthread: Everthread }) => Promise<Result>,
  database = 'test.db',
): Promise<Result> {
  const store = sqliteStore({ path: join(folder, database) });
  const engine = createEverthread({ store, automatic: false });
  try {
    return await work({ store, everthread: engine });
  } finally {
    await engine.close();
  }
}

/** Everything that is stored about a thread. */
export const known = (threadId: string, database = 'test.db') =>
  opened(async ({ store, everthread: engine }) => {
    await engine.threads();
    return {
      state: await store.readThread(threadId),
      messages: (await store.readMessages({ threadId })).map(({ tokensBefore: _sum, ...message }) => message),
      summaries: await store.readSummaries({ threadId, statuses: summaryStatuses }),
      receipts: await store.readReceipts({ threadId, limit: 1_000 }),
      audit: await store.readAudit({ threadId, limit: 1_000 }),
    };
  }, database);

export const threadIds = () =>
  opened(async ({ everthread: engine }) => (await engine.threads()).map(({ id }) => id));

export const claude = (uuid: string, message: object, more: object = {}) => ({
  uuid,
  sessionId: 's1',
  type: (message as { role: string }).role,
  timestamp: `2026-01-01T00:00:${String(uuid.length).padStart(2, '0')}.000Z`,
  isSidechain: false,
  message,
  ...more,
});
export const says = (id: string, ...texts: string[]) => ({
  role: 'assistant',
  id,
  content: texts.map((text) => ({ type: 'text', text })),
});
export const asks = (content: string) => ({ role: 'user', content });

/** Makes a thread with summaries, edits, a forgotten message, a pinned summary and rules; compacted twice. */
export async function livedThread(): Promise<void> {
  await opened(async ({ everthread: engine }) => {
    const thread = await engine.thread('lived');
    await thread.configure({
      strategy: { name: 'rolling' },
      budgetTokens: 4_000,
      metadata: { title: 'Lived' },
    });
    const talk = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${from + index}: we decided to use port ${8000 + from + index} for the service in /srv/app${index}.`,
      }));
    await thread.append(talk(1, 40));
    await thread.append({ role: 'user', content: 'From now on always answer in French.' });
    await thread.compact();
    await thread.append(talk(42, 80));
    await thread.compact();
    const [summary] = await thread.summaries();
    await thread.editSummary(summary!.id, 'A person wrote this.', { note: 'ada' });
    await thread.pinSummary(summary!.id);
    await thread.edit(77, { role: 'assistant', content: 'Changed afterwards.' }, { note: 'typo' });
    await thread.forget(79, { note: 'private' });
    await thread.append({ role: 'user', content: 'NUL \u0000 and \ud800 stay' });
  });
}
