/**
 * Runs statements that read or write the whole file. For a small file they run on the main connection, because starting
 * a thread takes longer. For a large one they run in a thread with its own connection, so that turns go on meanwhile.
 * If threads are not available (a bundled program, a restricted runtime), the main connection runs the same statements
 * with the same results; only other work waits.
 */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../sql/schema.ts';
import type { IndexedSlice } from '../sql/search/indexing.ts';
import type { ShortWrite } from '../sql/short-writes.ts';
import type { Answer, Request, Start } from './file-worker.ts';
import { passedError } from './passed-error.ts';
import type { WriteOutcome } from './write-queue.ts';

export type LongStatements = {
  /**
   * Runs the statements one after the other, without other statements of this connection in between, and returns the
   * rows of each.
   */
  run<Row>(statements: string[]): Promise<Row[][]>;
};

const smallFile = 8 * 1024 * 1024;

export type DatabaseFile = {
  db: Kysely<Schema>;
  /** Empty for an in-memory database, or one on a handle of the caller. */
  file: string;
  busyTimeoutMs: number;
  readOnly: boolean;
  /** Called before each statement that runs in a thread; the main connection makes its own such calls. */
  beforeStatement(statement: string): void;
};

export async function withLongStatements<Result>(
  place: DatabaseFile,
  work: (statements: LongStatements) => Promise<Result>,
): Promise<Result> {
  const thread =
    place.file !== '' && sizeOf(place.file) > smallFile ? await startFileThread(place) : undefined;
  if (!thread) return work(onMainConnection(place.db));
  const { beforeStatement } = place;
  try {
    return await work({
      async run(statements) {
        for (const statement of statements) beforeStatement(statement);
        return thread.run(statements);
      },
    });
  } finally {
    await thread.close();
  }
}

function onMainConnection(db: Kysely<Schema>): LongStatements {
  return {
    run: <Row>(statements: string[]) =>
      db.connection().execute(async (connection) => {
        const results: Row[][] = [];
        for (const statement of statements) {
          results.push((await sql.raw<Row>(statement).execute(connection)).rows);
        }
        return results;
      }),
  };
}

export type FileThread = LongStatements & {
  /** Indexes the next slice of waiting messages. */
  indexSlice(): Promise<IndexedSlice>;
  write(writes: readonly ShortWrite[]): Promise<WriteOutcome[]>;
  /** Whether the thread keeps the process alive; true at first. */
  keepAlive(keeps: boolean): void;
  close(): Promise<void>;
};

type Asked = { statements: string[] } | { indexes: true } | { writes: readonly ShortWrite[] };

/** Undefined if there are no threads, or the thread cannot open the file. */
export async function startFileThread(
  place: Pick<DatabaseFile, 'file' | 'busyTimeoutMs' | 'readOnly'> & { synchronous?: 'full' | 'normal' },
): Promise<FileThread | undefined> {
  const { file, busyTimeoutMs, readOnly, synchronous = 'full' } = place;
  let worker: Worker;
  const wait = `busy_timeout = ${Math.ceil(busyTimeoutMs)}`;
  const writing = ['secure_delete = on', 'foreign_keys = on', `synchronous = ${synchronous}`];
  const pragmas = readOnly ? [wait] : [wait, ...writing];
  const start: Start = { file, readOnly, busyTimeoutMs, pragmas };
  try {
    const url = new URL(`./file-worker${extname(import.meta.url)}`, import.meta.url);
    // Rows being written are garbage at once: with a small young generation the thread takes 50 MB less.
    const resourceLimits = { maxYoungGenerationSizeMb: 6 };
    worker = new Worker(url, { execArgv: [], workerData: start, resourceLimits });
  } catch {
    return undefined;
  }
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: unknown): void }>();
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that works on the database file ended.')));
  worker.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  let nextId = 1;
  const ask = async (what: Asked) => {
    // The thread has ended and would never answer.
    if (failure !== undefined) throw failure;
    const id = nextId++;
    const answer = await new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...what } satisfies Request);
    });
    if (!('error' in answer)) return answer;
    throw passedError(answer.error);
  };
  const run = async <Row>(statements: string[]): Promise<Row[][]> =>
    ((await ask({ statements })) as { rows: Row[][] }).rows;
  try {
    await run(['select 1']);
  } catch {
    await worker.terminate();
    return undefined;
  }
  return {
    run,
    indexSlice: async () => ((await ask({ indexes: true })) as { indexed: IndexedSlice }).indexed,
    async write(writes) {
      const { written } = (await ask({ writes })) as Extract<Answer, { written: unknown }>;
      return written.map((one) => ('error' in one ? { error: passedError(one.error) } : one));
    },
    keepAlive: (keeps) => (keeps ? worker.ref() : worker.unref()),
    async close() {
      worker.ref();
      worker.postMessage('close');
      await ended;
    },
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
