/** The files of a work record: changed ones by folder, and those that were only read. */
import { isScratch } from '../facts/scratch-path.ts';
import type { WorkFile, WorkRecord } from '../records/work-record.ts';
import { nameStart } from './file-name.ts';
import { gitState } from './git-state.ts';
import { joinSpellings } from './join-spellings.ts';
import type { Entry, Section, SectionOptions } from './sections.ts';

/** Share of the budget for the full paths of all changed files. If they take more, files are listed by folder. */
const wholePaths = 0.25;
const charactersPerToken = 3;

export function fileSections(
  record: WorkRecord,
  { tokens }: SectionOptions,
  number: (seq: number) => string,
): Section[] {
  const files = joinSpellings(record.files);
  const paths = files.filter(({ changed }) => changed > 0).map(({ path }) => path);
  const isShort = paths.join().length / charactersPerToken <= tokens * wholePaths;
  const root = isShort ? '' : commonFolder(paths);
  const below = root === '' ? '' : ` in ${root}`;
  const changed = files
    .filter((file) => file.changed > 0)
    .sort(
      (a, b) =>
        Number(isScratch(a.path)) - Number(isScratch(b.path)) ||
        Number(a.deleted > 0) - Number(b.deleted > 0) ||
        rank(b, record) - rank(a, record),
    );
  const read = files
    .filter((file) => file.changed === 0 && !isScratch(file.path))
    .sort((a, b) => b.reads - a.reads || b.read - a.read);
  const entry = (file: WorkFile, marks: string[]): Entry => {
    const path = file.path.startsWith(root) ? file.path.slice(root.length) : file.path;
    const slash = nameStart(path);
    const suffix = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    if (isShort) return { text: `${path}${suffix}`, group: '' };
    return { text: `${path.slice(slash)}${suffix}`, group: path.slice(0, slash) };
  };
  const { stateOf } = gitState(record);
  const committed = changed.filter((file) => stateOf(file) === 'committed').length;
  const most = committed > changed.length / 2;
  const gitMark = (file: WorkFile): string[] => {
    const state = stateOf(file);
    if (state === 'discarded') return ['last change discarded'];
    if (state === 'stashed') return ['in the stash'];
    if (committed === 0 || (state === 'committed') === most) return [];
    return [most ? 'not committed' : 'committed'];
  };
  const marks = (file: WorkFile) => [...marksOf(file, number), ...gitMark(file)];
  return [
    {
      title: `Files changed${below}${most ? ', committed unless marked' : ''}`,
      share: 0.18,
      entries: changed.map((file) => entry(file, marks(file))),
      lines: byFolder,
    },
    {
      title: `Files read${below}`,
      share: 0.02,
      entries: read.map((file) => entry(file, [])),
      lines: byFolder,
    },
  ];
}

/** Combines how often a file was changed and how recently. */
function rank({ changes, changed }: WorkFile, { from, to }: WorkRecord): number {
  return Math.log2(1 + changes) + (2 * (changed - from)) / Math.max(1, to - from);
}

function marksOf(file: WorkFile, number: (seq: number) => string): string[] {
  const seq = number(file.changed).trim().replace(/[()]/g, '');
  return [
    ...(file.renamedTo === undefined ? [] : [`moved to ${file.renamedTo}`]),
    ...(file.deleted >= file.changed && file.renamedTo === undefined ? ['deleted'] : []),
    ...(file.created > 0 && file.deleted === 0 ? ['new'] : []),
    ...(file.changes > 1 ? [`×${file.changes}`] : []),
    ...(seq === '' ? [] : [seq]),
  ];
}

/** The folder that contains most of the paths, with its slash; empty if none is worth naming. */
function commonFolder(paths: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split('/');
    for (let depth = 3; depth < parts.length; depth += 1) {
      const folder = `${parts.slice(0, depth).join('/')}/`;
      if (folder.startsWith('/')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const wanted = Math.max(2, paths.length * 0.7);
  const fitting = [...counts].filter(([, count]) => count >= wanted).map(([folder]) => folder);
  return fitting.sort((a, b) => b.length - a.length)[0] ?? '';
}

function byFolder(entries: readonly Entry[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { text, group = '' } of entries) groups.set(group, [...(groups.get(group) ?? []), text]);
  return Array.from(groups, ([folder, names]) => `${folder === '' ? '' : `${folder}: `}${names.join(', ')}`);
}
