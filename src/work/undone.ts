/**
 * Which commits stand and what became of changed files, once what was taken back is counted. Replayed in the order of the
 * messages; of one command line, what takes back comes first ("reset --soft" and a new commit).
 */
import type { WorkCommit, WorkFile, WorkRecord, WorkUndo } from '../records/work-record.ts';

export type FileState = 'committed' | 'loose' | 'stashed' | 'discarded';

export type GitState = {
  /** In the order they were made. */
  commits: WorkCommit[];
  /** Reset away, and not replaced by another. */
  takenBack: WorkCommit[];
  stateOf(file: Pick<WorkFile, 'path' | 'changed'>): FileState;
};

type Stretch = { seq: number; paths: string[] | null };

export function gitState({ commits, undone = [] }: WorkRecord): GitState {
  const standing: WorkCommit[] = [];
  const takenBack: WorkCommit[] = [];
  const [unstaged, discarded, stashed]: [Stretch[], Stretch[], Stretch[]] = [[], [], []];
  const undo = (one: WorkUndo) => {
    if (one.kind === 'reset') {
      takenBack.push(...standing.splice(keptBy(one, standing)));
      if (!one.keeps) discarded.push({ seq: one.seq, paths: null });
    } else if (one.kind === 'unstash') stashed.pop();
    else ({ unstage: unstaged, discard: discarded, stash: stashed })[one.kind].push(one);
  };
  const steps = [
    ...undone.map((one) => ({ seq: one.seq, take: () => undo(one) })),
    ...commits.map((commit) => ({ seq: commit.seq, take: () => standing.push(folded(commit, standing)) })),
  ].sort((a, b) => a.seq - b.seq);
  for (const { take } of steps) take();

  const tookIn = (
    { seq, paths, apart }: WorkCommit,
    { path, changed }: Pick<WorkFile, 'path' | 'changed'>,
  ) => {
    if (apart === true || seq < changed) return false;
    if (paths !== null) return paths.length === 0 || paths.some((one) => covers(one, path));
    return !unstaged.some((one) => one.seq >= changed && one.seq <= seq && one.paths && holds(one, path));
  };
  return {
    commits: standing,
    takenBack,
    stateOf(file) {
      if (standing.some((commit) => tookIn(commit, file))) return 'committed';
      const isIn = (list: readonly Stretch[]) =>
        list.some((one) => one.seq >= file.changed && holds(one, file.path));
      return isIn(discarded) ? 'discarded' : isIn(stashed) ? 'stashed' : 'loose';
    },
  };
}

function keptBy({ back, to }: { back: number; to?: string }, standing: readonly WorkCommit[]): number {
  if (to === undefined) return Math.max(0, standing.length - back);
  const place = standing.findIndex(
    ({ hash }) => hash !== undefined && (hash.startsWith(to) || to.startsWith(hash)),
  );
  // A commit from before these: where it stands among them is not known.
  return place === -1 ? standing.length : place + 1;
}

function folded(commit: WorkCommit, standing: WorkCommit[]): WorkCommit {
  const before = commit.amends === true ? standing.pop() : undefined;
  if (before === undefined) return commit;
  const paths = before.paths === null || commit.paths === null ? null : [...before.paths, ...commit.paths];
  return { ...commit, paths };
}

function holds({ paths }: Stretch, path: string): boolean {
  return paths === null || paths.some((one) => covers(one, path));
}

/** A folder that was put into the index holds its files; paths may be written from different folders. */
function covers(named: string, path: string): boolean {
  const clean = named.replace(/^\.\//, '').replace(/\/$/, '');
  return (
    path === clean || path.endsWith(`/${clean}`) || path.includes(`${clean}/`) || clean.endsWith(`/${path}`)
  );
}
