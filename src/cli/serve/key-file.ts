/**
 * Keeps the keys of a server in a file beside its database: hashes only, readable by its owner alone. Each change
 * replaces the file as a whole; a running server sees a new or revoked key with the next request.
 */
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EverthreadError } from '../../errors.ts';
import type { KeyRecord, KeyRing } from '../../server/security/keys.ts';
import { pathProblem } from '../paths.ts';

export type KeyFile = KeyRing & {
  read(): Promise<KeyRecord[]>;
  write(keys: readonly KeyRecord[]): Promise<void>;
};

const record = z.object({
  id: z.string(),
  tenant: z.string(),
  name: z.string(),
  hash: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
});
const document = z.object({ keys: z.array(record) });

/** Undefined for a database in memory, which has no folder. */
export function keyFilePath(database: string): string | undefined {
  return database === ':memory:' ? undefined : `${database}.keys.json`;
}

export function openKeyFile(path: string): KeyFile {
  let known: { version: string; keys: KeyRecord[] } | undefined;

  const read = async (): Promise<KeyRecord[]> => {
    const version = await versionOf(path);
    if (known?.version === version) return known.keys;
    const keys = version === '' ? [] : parsed(path, await readFile(path, 'utf8'));
    known = { version, keys };
    return keys;
  };
  return {
    read,
    async find(id) {
      return (await read()).find((key) => key.id === id);
    },
    async write(keys) {
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const draft = `${path}.${process.pid}.new`;
        await writeFile(draft, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
        await rename(draft, path);
      } catch (cause) {
        throw pathProblem({ given: path, path, field: 'database', to: 'written', cause });
      }
      known = undefined;
    },
  };
}

/** Changes whenever the file changes; empty if there is no file. */
async function versionOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parsed(path: string, text: string): KeyRecord[] {
  try {
    return document.parse(JSON.parse(text)).keys;
  } catch (cause) {
    throw new EverthreadError({
      code: 'invalid_option',
      field: 'keys',
      message: `The keys in ${path} cannot be read. Put the file away and make new ones: everthread keys create.`,
      cause,
    });
  }
}
