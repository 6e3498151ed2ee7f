/** Whether a database may be written, and how one that may not is opened: reading must need no more than the right to read. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const smallestPage = 512;

/** A file that is not there yet is made, or the attempt says why it cannot be. */
export function mayWrite(file: string): boolean {
  if (!exists(file)) return true;
  if (!writable(file)) return false;
  // The write-ahead log stands beside it: without the right to make one only reading is left.
  return writable(dirname(file)) || exists(`${file}-wal`);
}

/**
 * SQLite shares what is in the log through a file beside the database. Where that cannot be made and there is no log,
 * the file is read as it lies: nobody has it open for writing.
 */
export function readOnlyName(file: string): string | URL {
  if (writable(dirname(file)) || sizeOf(`${file}-wal`) > 0) return file;
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

/** There, and too short to hold anything, which SQLite takes for a new database. */
export function isEmpty(file: string): boolean {
  const size = sizeOf(file);
  return size >= 0 && size < smallestPage && sizeOf(`${file}-wal`) <= 0;
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function exists(file: string): boolean {
  return sizeOf(file) >= 0;
}

/** -1 for one that is not there. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return -1;
  }
}
