/** A thread with a connection of its own to the database: for statements that take seconds, and for indexing. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { IndexedSlice } from '../sql/search/indexing.ts';
import { prepareStatement } from './handle.ts';
import type { Indexer } from './indexer.ts';

export type Start = { file: string; pragmas: string[]; readOnly: boolean; busyTimeoutMs: number };
export type Request = { id: number; statements: string[] } | { id: number; indexes: true };
export type Answer =
  | { id: number; rows: unknown[][] }
  | { id: number; indexed: IndexedSlice }
  | { id: number; error: { message: string; code?: unknown; errcode?: unknown } };

const { file, pragmas, readOnly, busyTimeoutMs } = workerData as Start;
const port = parentPort!;
let database: DatabaseSync | undefined;
let indexer: Promise<Indexer> | undefined;
let last = Promise.resolve();

function opened(): DatabaseSync {
  if (database) return database;
  const handle = new DatabaseSync(file, { readOnly });
  for (const pragma of pragmas) handle.exec(`pragma ${pragma}`);
  database = handle;
  return handle;
}

/** Loaded where it is needed: most threads run a few statements and no more. */
async function loadIndexer(): Promise<Indexer> {
  const { createIndexer } = await import('./indexer.ts');
  return createIndexer({ handle: opened(), busyTimeoutMs });
}

async function work(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    if ('statements' in request)
      return { id, rows: request.statements.map((sql) => prepareStatement(opened(), sql).run().rows) };
    indexer ??= loadIndexer();
    return { id, indexed: await (await indexer)() };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { id, error: { message, code, errcode } };
  }
}

// One after the other: they share a connection.
port.on('message', (request: Request | 'close') => {
  last = last.then(async () => {
    if (request !== 'close') {
      port.postMessage(await work(request));
      return;
    }
    database?.close();
    port.close();
  });
});
