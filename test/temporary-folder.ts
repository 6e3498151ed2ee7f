/**
 * Where tests put their databases: in memory where the system has such a folder with room, so that they do not wait for
 * a disk. What a killed process has written is there after it as it is on a disk.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** More than all tests have at once; containers often have 64 MB there. */
const bytesNeeded = 4 * 2 ** 30;

export function temporaryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= bytesNeeded ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
