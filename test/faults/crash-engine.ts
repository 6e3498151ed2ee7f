/**
 * An engine on a SQLite file that dies on command: from a chosen statement on, nothing reaches the file. It leaves what
 * a killed process leaves: the file as of its last commit, and a lease that is never released.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEverthread, type Everthread } from '../../src/everthread.ts';
import type { EverthreadOptions } from '../../src/options.ts';
import { type SqliteStore, sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { Thread } from '../../src/thread.ts';
import { type FaultySummarizer, faultySummarizer } from '../faulty-summarizer.ts';
import { type TestRuntime, testRuntime } from '../test-runtime.ts';

export const threadId = 'thread';
export const leaseMs = 60_000;

export type CrashEngine = {
  store: SqliteStore;
  ever: Everthread;
  thread: Thread;
  runtime: TestRuntime;
  summarizer: FaultySummarizer;
  /** Dies before the n-th statement from now. */
  dieAt(statement: number): void;
  /** The number of statements since the last arming, and whether the engine died. */
  statements(): number;
  dead(): boolean;
  /** Closes the file of a dead engine after the checks, only to save file descriptors. */
  bury(): Promise<void>;
};

/** `life` makes ids unique. Each life starts later than the one before, after its lease has ended. */
export async function openEngine(
  options: Omit<EverthreadOptions, 'store' | 'runtime' | 'summarizer'> & { path: string; life: number },
): Promise<CrashEngine> {
  const { path, life, ...settings } = options;
  const runtime = testRuntime(`${life}_`);
  runtime.advance(life * 10 * leaseMs);
  const summarizer = faultySummarizer();
  let statements = 0;
  let fatal = Number.POSITIVE_INFINITY;
  let dead = false;
  const store = sqliteStore({
    path,
    // A killed process loses nothing it gave to the operating system; the slower setting only matters for power cuts.
    synchronous: 'normal',
    onStatement: () => {
      statements += 1;
      if (statements >= fatal) dead = true;
      if (dead) throw new Error('The process is dead.');
    },
  });
  const ever = createEverthread({
    ...settings,
    store,
    runtime,
    summarizer,
    compaction: { timeoutMs: 20, leaseMs, ...settings.compaction },
  });
  return {
    store,
    ever,
    thread: await ever.thread(threadId),
    runtime,
    summarizer,
    dieAt(statement) {
      statements = 0;
      fatal = statement;
    },
    statements: () => statements,
    dead: () => dead,
    bury: () => store.close().catch(() => undefined),
  };
}

export function databaseFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
  let files = 0;
  const newPath = () => join(folder, `${++files}.db`);
  return {
    newPath,
    copyOf(original: string): string {
      const path = newPath();
      copyFileSync(original, path);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
