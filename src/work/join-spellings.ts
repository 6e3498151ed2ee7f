/** Files of a work record that were named in more than one way. */
import type { WorkFile } from '../records/work-record.ts';
import { fileName } from './file-name.ts';

/** `src/a.ts` and `/home/me/app/src/a.ts` are the same file if only one full path ends like this. */
export function joinSpellings(files: readonly WorkFile[]): WorkFile[] {
  const byName = new Map<string, WorkFile[]>();
  for (const file of files) {
    if (!file.path.startsWith('/')) continue;
    const name = fileName(file.path);
    byName.set(name, [...(byName.get(name) ?? []), file]);
  }
  const joined = new Map<string, WorkFile>();
  for (const file of files) {
    const path = file.path.replace(/^\.\//, '');
    const full = (byName.get(fileName(path)) ?? []).filter((one) => one.path.endsWith(`/${path}`));
    const target = full.length === 1 ? full[0]!.path : file.path;
    const known = joined.get(target);
    joined.set(target, known === undefined ? { ...file, path: target } : fold(known, file));
  }
  return [...joined.values()];
}

function fold(known: WorkFile, file: WorkFile): WorkFile {
  return {
    ...known,
    changes: known.changes + file.changes,
    reads: known.reads + file.reads,
    created: Math.max(known.created, file.created),
    changed: Math.max(known.changed, file.changed),
    read: Math.max(known.read, file.read),
    deleted: Math.max(known.deleted, file.deleted),
    ...(file.renamedTo !== undefined && { renamedTo: file.renamedTo }),
    ...(file.firstWritten !== undefined && { firstWritten: known.firstWritten ?? file.firstWritten }),
  };
}
