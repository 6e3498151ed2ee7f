/** A thread with a connection of its own to the database: for statements that take seconds. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareStatement } from './handle.ts';

export type Start = { file: string; pragmas: string[]; readOnly: boolean };
export type Request = { id: number; statements: string[] };
export type Answer =
  | { id: number; rows: unknown[][] }
  | { id: number; error: { message: string; code?: unknown; errcode?: unknown } };

const { file, pragmas, readOnly } = workerData as Start;
const port = parentPort!;
let database: DatabaseSync | undefined;

function opened(): DatabaseSync {
  if (database) return database;
  const handle = new DatabaseSync(file, { readOnly });
  for (const pragma of pragmas) handle.exec(`pragma ${pragma}`);
  database = handle;
  return handle;
}

function answer({ id, statements }: Request): Answer {
  try {
    const rows = statements.map((sql) => prepareStatement(opened(), sql).run().rows);
    return { id, rows };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
    return { id, error: { message, code, errcode } };
  }
}

port.on('message', (request: Request | 'close') => {
  if (request !== 'close') {
    port.postMessage(answer(request));
    return;
  }
  database?.close();
  port.close();
});
