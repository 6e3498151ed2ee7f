/**
 * A worker thread with its own connection to the database: for statements that take seconds, for indexing and for
 * writing.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { IndexedSlice } from '../sql/search/indexing.ts';
import type { ShortWrite, ShortWritten } from '../sql/short-writes.ts';
import { prepareStatement } from './handle.ts';
import { type PassedError, passError } from './passed-error.ts';
import type { ThreadConnection } from './thread-connection.ts';

export type Start = { file: string; pragmas: string[]; readOnly: boolean; busyTimeoutMs: number };
export type Request = { id: number } & (
  | { statements: string[] }
  | { indexes: true }
  | { writes: readonly ShortWrite[] }
);
export type Answer = { id: number } & (
  | { rows: unknown[][] }
  | { indexed: IndexedSlice }
  | { written: (ShortWritten | { error: PassedError })[] }
  | { error: PassedError }
);

const { file, pragmas, readOnly, busyTimeoutMs } = workerData as Start;
const port = parentPort!;
let database: DatabaseSync | undefined;
let connection: Promise<ThreadConnection> | undefined;
let last = Promise.resolve();

function opened(): DatabaseSync {
  if (database) return database;
  const handle = new DatabaseSync(file, { readOnly });
  for (const pragma of pragmas) handle.exec(`pragma ${pragma}`);
  database = handle;
  return handle;
}

/** Loaded on demand, because most threads only run a few statements. */
async function loadConnection(): Promise<ThreadConnection> {
  const { createThreadConnection } = await import('./thread-connection.ts');
  return createThreadConnection({ handle: opened(), file, busyTimeoutMs });
}

async function work(request: Request): Promise<Answer> {
  const { id } = request;
  try {
    if ('statements' in request)
      return { id, rows: request.statements.map((sql) => prepareStatement(opened(), sql).run().rows) };
    connection ??= loadConnection();
    const { indexSlice, write } = await connection;
    if ('indexes' in request) return { id, indexed: await indexSlice() };
    const outcomes = await write(request.writes);
    return {
      id,
      written: outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value : { error: passError(outcome.reason) },
      ),
    };
  } catch (error) {
    return { id, error: passError(error) };
  }
}

// One after the other, because they share a connection.
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
