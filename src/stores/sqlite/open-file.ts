/**
 * Opens a database file, with as much as this process may do to it: for writing, else for reading, else as it lies.
 * Reading must need no more than the right to read, on a full disk as on one of somebody else.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EverthreadError } from '../../errors.ts';
import { waitingForLocks } from './driver.ts';
import { isUnwritable } from './errors.ts';
import { prepareStatement, type SqliteHandle } from './handle.ts';

const smallestPage = 512;

type Settings = { synchronous: 'full' | 'normal'; busyTimeoutMs: number };
export type OpenedFile = { handle: SqliteHandle; readOnly: boolean };

/** `file` is empty for a database in memory. */
export async function openFile(options: Settings & { file: string; readOnly: boolean }): Promise<OpenedFile> {
  const { file, readOnly, ...settings } = options;
  // Loaded here and not above: a handle passed in needs no node:sqlite, and some runtimes have none.
  const { DatabaseSync } = await import('node:sqlite');
  const open = async (make: () => SqliteHandle, forReading: boolean): Promise<OpenedFile> => {
    const handle = make();
    try {
      if (forReading) await look(handle, settings);
      else await prepare({ ...settings, handle, owned: true });
      return { handle, readOnly: forReading };
    } catch (error) {
      handle.close();
      throw error;
    }
  };
  if (file === '') return open(() => new DatabaseSync(':memory:'), false);
  refuseFolder(file);
  try {
    if (!readOnly) {
      createPrivately(file);
      return await open(() => new DatabaseSync(file), false);
    }
  } catch (error) {
    if (!isUnwritable(error) || sizeOf(file) <= 0) throw error;
  }
  try {
    return await open(() => new DatabaseSync(file, { readOnly: true }), true);
  } catch (error) {
    // SQLite shares what is in the log through a file beside the database. Where that cannot be made and there is
    // no log, nobody has the file open for writing, and it can be read as it lies.
    if (!isUnwritable(error) || sizeOf(file) <= 0 || sizeOf(`${file}-wal`) > 0) throw error;
  }
  const asItLies = pathToFileURL(file);
  asItLies.searchParams.set('immutable', '1');
  return open(() => new DatabaseSync(asItLies, { readOnly: true }), true);
}

/** There, and too short to hold anything, which SQLite takes for a new database. */
export function isEmpty(file: string): boolean {
  const size = sizeOf(file);
  return size >= 0 && size < smallestPage && sizeOf(`${file}-wal`) <= 0;
}

/** SQLite itself says of a folder only that reading failed. */
function refuseFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new EverthreadError({
    code: 'store_failed',
    field: 'path',
    message: `The database ${file} is a folder. Name a file in it, such as ${join(file, 'everthread.db')}.`,
    details: { location: file },
  });
}

/** Conversations are nobody else's business. SQLite gives its side files the permissions of the main one. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST' || sizeOf(file) >= 0) return;
    throw new EverthreadError({
      code: 'store_failed',
      field: 'path',
      message: `The database ${file} cannot be made: ${code === 'ENOENT' ? 'its folder does not exist' : `the folder does not allow it (${code})`}. Make the folder, or choose another path.`,
      details: { location: file },
      cause,
    });
  }
}

export async function prepare(options: Settings & { handle: SqliteHandle; owned: boolean }): Promise<void> {
  const { handle, owned, synchronous, busyTimeoutMs } = options;
  // What is forgotten is overwritten, not only unlinked: a promise of this store, whoever opened the file.
  const pragmas = ['foreign_keys = on', 'secure_delete = on'];
  // How a handle of the caller waits for locks and writes its file is the caller's choice.
  if (owned) {
    // Waiting inside SQLite would hold the whole process; it is done outside (see driver.ts).
    pragmas.push('busy_timeout = 0', 'journal_mode = wal', `synchronous = ${synchronous}`);
    // Recall looks at hundreds of messages all over the file: those 2 MB that SQLite keeps by itself are too few.
    pragmas.push('cache_size = -16000');
    // A log that grew large in one import does not keep its size for ever.
    pragmas.push('journal_size_limit = 67108864');
  }
  for (const pragma of pragmas) await run(handle, `pragma ${pragma}`, busyTimeoutMs);
}

/** Opening alone reads nothing: whether the file can be read shows with the first look into it. */
async function look(handle: SqliteHandle, { busyTimeoutMs }: Settings): Promise<void> {
  for (const sql of ['pragma busy_timeout = 0', 'select name from sqlite_master limit 1']) {
    await run(handle, sql, busyTimeoutMs);
  }
}

async function run(handle: SqliteHandle, sql: string, busyTimeoutMs: number): Promise<void> {
  await waitingForLocks(busyTimeoutMs, () => prepareStatement(handle, sql).run());
}

/** -1 for one that is not there. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return -1;
  }
}
