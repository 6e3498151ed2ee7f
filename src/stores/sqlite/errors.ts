/** Translates SQLite errors of either driver into messages that say what to do. */
import { type ErrorCode, EverthreadError } from '../../errors.ts';

const primaryCodes = {
  SQLITE_PERM: 3,
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_TOOBIG: 18,
  SQLITE_AUTH: 23,
  SQLITE_NOTADB: 26,
} as const;
type CodeName = keyof typeof primaryCodes;

const advice: { [name in CodeName]: { code: ErrorCode; says: string } } = {
  SQLITE_BUSY: {
    code: 'store_failed',
    says: 'is locked by another process that does not let go. End that process or its transaction, or raise busyTimeoutMs',
  },
  SQLITE_LOCKED: {
    code: 'store_failed',
    says: 'is locked by another connection of this process. Finish its transaction first',
  },
  SQLITE_PROTOCOL: {
    code: 'store_failed',
    says: 'could not be locked. Is it on a network drive? SQLite needs a local one',
  },
  SQLITE_READONLY: {
    code: 'store_failed',
    says: 'is read-only. Give this process the right to write the file and its folder',
  },
  SQLITE_PERM: { code: 'store_failed', says: 'may not be accessed. Check the permissions of the file' },
  SQLITE_AUTH: { code: 'store_failed', says: 'refused the access. Check how the handle was opened' },
  SQLITE_FULL: {
    code: 'store_failed',
    says: 'cannot grow: the disk is full or its size limit is reached. Free some space and try again',
  },
  SQLITE_IOERR: {
    code: 'store_failed',
    says: 'could not be read or written by the operating system. Check the disk and its free space',
  },
  SQLITE_CANTOPEN: {
    code: 'store_failed',
    says: 'cannot be opened. The folder must exist, and this process must be allowed to write in it',
  },
  SQLITE_TOOBIG: { code: 'limit_exceeded', says: 'takes no single value of 1 GB or more' },
  SQLITE_CORRUPT: {
    code: 'store_corrupt',
    says: 'is damaged. Run "everthread verify" to see what is, keep a copy of the file, and restore from a backup',
  },
  SQLITE_NOTADB: {
    code: 'store_corrupt',
    says: 'is not an SQLite database, or its beginning is damaged. Check the path; if it is the right file, run "everthread verify" and restore from a backup',
  },
};

export function isBusy(error: unknown): boolean {
  const name = codeName(error);
  return name === 'SQLITE_BUSY' || name === 'SQLITE_PROTOCOL';
}

/** Whether the file, or the files beside it, cannot be written. */
export function isUnwritable(error: unknown): boolean {
  const name = codeName(error);
  return name === 'SQLITE_READONLY' || name === 'SQLITE_CANTOPEN' || name === 'SQLITE_PERM';
}

/** Returns errors that are not SQLite's unchanged. */
export function translateSqliteError(error: unknown, location: string): unknown {
  const name = codeName(error);
  if (!name) return isSqliteError(error) ? unexpected(error, location) : error;
  const { code, says } = advice[name];
  return new EverthreadError({
    code,
    message: `The database ${location} ${says}. Nothing of this call was stored. (${name})`,
    details: { location, sqlite: name },
    cause: error,
  });
}

type SqliteError = Error & { code: string; errcode?: number };

/** node:sqlite has the number in `errcode`, better-sqlite3 the name in `code`; both may be extended codes. */
function codeName(error: unknown): CodeName | undefined {
  if (!isSqliteError(error)) return undefined;
  const names = Object.keys(primaryCodes) as CodeName[];
  if (error.errcode !== undefined) {
    const primary = error.errcode & 0xff;
    return names.find((name) => primaryCodes[name] === primary);
  }
  return names.find((name) => error.code === name || error.code.startsWith(`${name}_`));
}

function isSqliteError(error: unknown): error is SqliteError {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false;
  return error.code === 'ERR_SQLITE_ERROR' || error.code.startsWith('SQLITE_');
}

/** SQLite's message names tables and columns, never values. */
function unexpected(error: Error, location: string): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    message: `The database ${location} refused a statement: ${error.message}. Nothing of this call was stored.`,
    details: { location, refused: error.message },
    cause: error,
  });
}
