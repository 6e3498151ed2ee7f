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

type Stat = (file: string, options: typeof inNumbers | typeof exactly) => Identity | undefined;

export function fileIdentity(options: {
  file: string;
  hasLog: boolean;
  /** For tests. */
  stat?: Stat;
}): FileIdentity {
  const { file, hasLog, stat = statSync } = options;
  const opened = identityOf(file);
  const logFile = `${file}-wal`;
  let log: Identity | undefined;
  return {
    check() {
      if (!isStill(file, opened)) throw replaced(file, file);
      if (!hasLog) return;
      // The log file is created by the first write and stays while anybody has the database open.
      if (log !== undefined) {
        if (!isStill(logFile, log)) throw replaced(file, logFile);
        return;
      }
      const current = identityOf(logFile);
      log = current === gone ? undefined : current;
    },
  };

  /** Uses numbers where they are exact: bigints take twice as long, and every append checks the file. */
  function identityOf(file: string): Identity {
    const found = readIdentity(file, inNumbers);
    return isExact(found) ? found : readIdentity(file, exactly);
  }

  /** Compares as numbers if the known identity fits exact numbers, otherwise as bigints. */
  function isStill(file: string, known: Identity): boolean {
    const current = readIdentity(file, isExact(known) ? inNumbers : exactly);
    return current.ino === known.ino && current.dev === known.dev;
  }

  function readIdentity(file: string, options: typeof inNumbers | typeof exactly): Identity {
    try {
      return stat(file, options) ?? gone;
    } catch {
      return unknown;
    }
  }
}

type Identity = { dev: number | bigint; ino: number | bigint };
const gone: Identity = { dev: -1, ino: -1 };
const unknown: Identity = { dev: -1, ino: -2 };
const inNumbers = { throwIfNoEntry: false } as const;
const exactly = { bigint: true, throwIfNoEntry: false } as const;

function isExact({ dev, ino }: Identity): boolean {
  return Number.isSafeInteger(ino) && Number.isSafeInteger(dev);
}

function replaced(location: string, file: string): EverthreadError {
  return new EverthreadError({
    code: 'store_failed',
    field: 'path',
    message: `The file ${file} was deleted or replaced while it was open. Nothing of this call was stored. Put the file back or close this store, and open the database anew.`,
    details: { location },
  });
}
