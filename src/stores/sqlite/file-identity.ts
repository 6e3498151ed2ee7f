/**
 * Detects that the database file was deleted or replaced. A process that has the old file open could still write to it;
 * SQLite would report success, and the data would be lost when the process ends. So before every write this checks
 * whether the file at the path and its write-ahead log are still those that were opened.
 */
import { statSync } from 'node:fs';
import { EverthreadError } from '../../errors.ts';

export type FileIdentity = {
  /** Throws if the file at the path is missing or another file. */
  check(): void;
};

export function fileIdentity({ file, hasLog }: { file: string; hasLog: boolean }): FileIdentity {
  const opened = identityOf(file);
  const logFile = `${file}-wal`;
  let log: Identity | undefined;
  return {
    check() {
      if (!isSame(identityOf(file), opened)) throw replaced(file, file);
      if (!hasLog) return;
      const current = identityOf(logFile);
      // The log file is created by the first write and stays while anybody has the database open.
      if (log === undefined) log = current === gone ? undefined : current;
      else if (!isSame(current, log)) throw replaced(file, logFile);
    },
  };
}

type Identity = { dev: bigint; ino: bigint };
const gone: Identity = { dev: -1n, ino: -1n };
const unknown: Identity = { dev: -1n, ino: -2n };
const exactly = { bigint: true, throwIfNoEntry: false } as const;

function identityOf(file: string): Identity {
  try {
    return statSync(file, exactly) ?? gone;
  } catch {
    return unknown;
  }
}

function isSame(one: Identity, other: Identity): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

function replaced(location: string, file: string): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    field: 'path',
    message: `The file ${file} was deleted or replaced while it was open. Nothing of this call was stored. Put the file back or close this store, and open the database anew.`,
    details: { location },
  });
}
