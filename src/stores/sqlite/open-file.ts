/**
 * Opens a database file with the rights this process has: for writing, else for reading, else as an immutable file.
 * Reading must need no more than read permission, even on a full disk or a file of another user.
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

/** `file` is empty for an in-memory database. */
export async function openFile(options: Settings & { file: string; readOnly: boolean }): Promise<OpenedFile> {
  const { file, readOnly, ...settings } = options;
  // Loaded on demand: a handle passed in needs no node:sqlite, and some runtimes do not have it.
  const { DatabaseSync } = await import('node:sqlite');
  const open = async (make: () => SqliteHandle, forReading: boolean): Promise<OpenedFile> => {
    const handle = make();
    try {
      if (forReading) await probe(handle, settings);
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
    // SQLite shares the state of the log through a file beside the database. If that file cannot be created and there
    // is no log, nobody has the database open for writing, so it can be read as an immutable file.
    if (!isUnwritable(error) || sizeOf(file) <= 0 || sizeOf(`${file}-wal`) > 0) throw error;
  }
  const immutableFile = pathToFileURL(file);
  immutableFile.searchParams.set('immutable', '1');
  return open(() => new DatabaseSync(immutableFile, { readOnly: true }), true);
}

/** Whether the file exists but is too short to hold anything. SQLite would take it for a new database. */
export function isEmpty(file: string): boolean {
  const size = sizeOf(file);
  return size >= 0 && size < smallestPage && sizeOf(`${file}-wal`) <= 0;
}

/** For a folder SQLite itself only reports that reading failed. */
function refuseFolder(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  throw new EverthreadError({
    code: 'store_failed',
    field: 'path',
    message: `The database ${file} is a folder. Name a file in it, such as ${join(file, 'everthread.db')}.`,
    details: { location: file },
  });
}

/** Creates the file readable for its owner only. SQLite gives its side files the permissions of the main file. */
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
  // This store promises that forgotten text is overwritten and not only unlinked, so this is also set on handles of the
  // caller.
  const pragmas = ['foreign_keys = on', 'secure_delete = on'];
  // Lock waiting and journal mode of a caller's handle are the caller's choice.
  if (owned) {
    // Waiting inside SQLite would block the whole process; driver.ts waits instead.
    pragmas.push('busy_timeout = 0', 'journal_mode = wal', `synchronous = ${synchronous}`);
    // Recall reads hundreds of messages all over the file, for which SQLite's default of 2 MB is too small.
    pragmas.push('cache_size = -16000');
    // A log that grew large during an import shrinks again.
    pragmas.push('journal_size_limit = 67108864');
  }
  for (const pragma of pragmas) await run(handle, `pragma ${pragma}`, busyTimeoutMs);
}

/** Opening alone reads nothing, so a first read shows whether the file is readable. */
async function probe(handle: SqliteHandle, { busyTimeoutMs }: Settings): Promise<void> {
  for (const sql of ['pragma busy_timeout = 0', 'select name from sqlite_master limit 1']) {
    await run(handle, sql, busyTimeoutMs);
  }
}

async function run(handle: SqliteHandle, sql: string, busyTimeoutMs: number): Promise<void> {
  await waitingForLocks(busyTimeoutMs, () => prepareStatement(handle, sql).run());
}

/** Size in bytes; -1 if the file does not exist. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return -1;
  }
}
