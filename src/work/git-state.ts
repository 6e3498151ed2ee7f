/**
 * Which commits remain, and the state of changed files, after all undone work. Actions are replayed in the order of the
 * messages. Within one command line, undoing comes first ("reset --soft" and a new commit).
 */
import { isScratch } from '../facts/scratch-path.ts';
import type { WorkCommit, WorkFile, WorkRecord, WorkUndo } from '../records/work-record.ts';
import { commitsBehindHead } from './git-undo.ts';

export type FileState = 'committed' | 'loose' | 'stashed' | 'discarded';

export type GitState = {
  /** In the order they were made. */
  commits: WorkCommit[];
  /** Commits removed by a reset and not replaced by another. */
  takenBack: WorkCommit[];
  stateOf(file: Pick<WorkFile, 'path' | 'changed'>): FileState;
  /** Whether a commit has a version of a file that was made in this range and changed since. */
  wasCommitted(file: Pick<WorkFile, 'path' | 'changed' | 'created' | 'firstWritten'>): boolean;
};

type AffectedPaths = { seq: number; paths: string[] | null };
/** `until`: the message that took it out of the stash again. */
type Stashed = AffectedPaths & { until?: number };

export function gitState({ commits, undone = [], files }: WorkRecord): GitState {
  const remaining: WorkCommit[] = [];
  const takenBack: WorkCommit[] = [];
  const [unstaged, discarded, stashed]: [AffectedPaths[], AffectedPaths[], Stashed[]] = [[], [], []];
  /** Reverted commits by the message number of the revert. */
  const reverted = new Map<number, WorkCommit[]>();
  const revert = ({ seq, targets }: Extract<WorkUndo, { kind: 'revert' }>) => {
    const undone = targets.flatMap((target) => commitAt(target, remaining) ?? []);
    reverted.set(seq, undone);
    // Undoing a revert brings its commits back.
    for (const commit of undone) reverted.delete(commit.seq);
  };
  const undo = (one: WorkUndo) => {
    if (one.kind === 'reset') {
      takenBack.push(...remaining.splice(remainingAfter(one, remaining)));
      if (!one.keeps) discarded.push({ seq: one.seq, paths: null });
    } else if (one.kind === 'unstash') {
      const last = stashed.findLast(({ until }) => until === undefined);
      if (last !== undefined) last.until = one.seq;
      if (last !== undefined && one.drops === true) discarded.push({ seq: last.seq, paths: last.paths });
    } else if (one.kind === 'revert') revert(one);
    else ({ unstage: unstaged, discard: discarded, stash: stashed })[one.kind].push({ ...one });
  };
  const steps = [
    ...undone.map((one) => ({ seq: one.seq, replay: () => undo(one) })),
    ...commits.map((commit) => ({
      seq: commit.seq,
      replay: () => remaining.push(withAmended(commit, remaining)),
    })),
  ].sort((a, b) => a.seq - b.seq);
  for (const { replay } of steps) replay();

  const revertedCommits = new Set([...reverted.values()].flat());
  /** Whether a change was discarded or in the stash at the time of a commit, so that the commit does not contain it. */
  const isAway = ({ path, changed }: WorkFile, at: number) => {
    const before = (one: AffectedPaths) => one.seq >= changed && one.seq <= at && includesPath(one, path);
    return (
      discarded.some(before) ||
      stashed.some((one) => before(one) && !(one.until !== undefined && one.until <= at))
    );
  };
  const committedIn = new Map<string, WorkCommit>();
  for (const [place, commit] of remaining.entries()) {
    const uncommitted = files.filter(
      (file) =>
        file.changed > 0 &&
        file.changed <= (commit.stagedAt ?? commit.seq) &&
        !((committedIn.get(file.path)?.seq ?? 0) >= file.changed) &&
        !isAway(file, commit.seq),
    );
    for (const { path } of filesOfCommit(commit, {
      uncommitted,
      unstaged,
      earlier: remaining.slice(0, place),
    }))
      committedIn.set(path, commit);
  }
  return {
    wasCommitted: ({ path, changed, created, firstWritten = created }) =>
      remaining.some((commit) => commit.seq < changed && startsTracking(commit, path, firstWritten)),
    commits: remaining.filter((commit) => !revertedCommits.has(commit)),
    takenBack: [...takenBack, ...revertedCommits],
    stateOf({ path, changed }) {
      const commit = committedIn.get(path);
      if (commit !== undefined && commit.seq >= changed)
        return revertedCommits.has(commit) ? 'discarded' : 'committed';
      const isAffectedBy = (list: readonly Stashed[]) =>
        list.some((one) => one.until === undefined && one.seq >= changed && includesPath(one, path));
      return isAffectedBy(discarded) ? 'discarded' : isAffectedBy(stashed) ? 'stashed' : 'loose';
    },
  };
}

/** The changed files without a commit so far that go into this commit. */
function filesOfCommit(
  { seq, paths, apart, besides, count, within }: WorkCommit,
  options: {
    uncommitted: readonly WorkFile[];
    unstaged: readonly AffectedPaths[];
    earlier: readonly WorkCommit[];
  },
): readonly WorkFile[] {
  const { uncommitted, unstaged, earlier } = options;
  if (apart === true) return [];
  if (paths !== null)
    return paths.length === 0
      ? uncommitted
      : uncommitted.filter(({ path }) => paths.some((one) => covers(one, path)));
  const all = uncommitted.filter(({ path, changed, created }) => {
    const isUnstaged = unstaged.some(
      (one) => one.paths !== null && one.seq >= changed && one.seq <= seq && includesPath(one, path),
    );
    const isNew = besides !== undefined && created > 0 && !includesPath({ seq, paths: besides }, path);
    return !isUnstaged && !(isNew && !earlier.some((commit) => startsTracking(commit, path, created)));
  });
  // The commit cannot contain more files than git counted. Then it contains those below the folder of the command.
  if (count === undefined || within === undefined) return all;
  const below = all.filter(({ path }) => covers(within, path));
  const tracked = all.filter(({ path }) => !isScratch(path)).length;
  return tracked > count && below.length > 0 && below.length <= count ? below : all;
}

/** Whether git has tracked a file since this commit. */
function startsTracking({ seq, paths, apart, besides }: WorkCommit, path: string, created: number): boolean {
  const named = paths ?? besides ?? null;
  return apart !== true && seq >= created && (named === null || named.some((one) => covers(one, path)));
}

function remainingAfter(
  { back, to }: { back: number; to?: string },
  remaining: readonly WorkCommit[],
): number {
  if (to === undefined) return Math.max(0, remaining.length - back);
  const place = remaining.findIndex(
    ({ hash }) => hash !== undefined && (hash.startsWith(to) || to.startsWith(hash)),
  );
  // The target is an older commit, so its place among these is unknown.
  return place === -1 ? remaining.length : place + 1;
}

/** Finds a commit among the remaining ones by the way git names it. */
function commitAt(target: string, remaining: readonly WorkCommit[]): WorkCommit | undefined {
  const back = commitsBehindHead(target);
  if (back !== undefined) return remaining.at(-1 - back);
  return remaining.find(
    ({ hash }) => hash !== undefined && (hash.startsWith(target) || target.startsWith(hash)),
  );
}

function withAmended(commit: WorkCommit, remaining: WorkCommit[]): WorkCommit {
  const before = commit.amends === true ? remaining.pop() : undefined;
  if (before === undefined) return commit;
  const paths = before.paths === null || commit.paths === null ? null : [...before.paths, ...commit.paths];
  const stagedAt = commit.stagedAt ?? before.stagedAt;
  return { ...commit, paths, ...(stagedAt !== undefined && { stagedAt }) };
}

function includesPath({ paths }: AffectedPaths, path: string): boolean {
  return paths === null || paths.some((one) => covers(one, path));
}

/** A staged folder includes its files. Paths may be written relative to different folders. */
function covers(named: string, path: string): boolean {
  const clean = named.replace(/^\.\//, '').replace(/\/$/, '');
  return (
    path === clean || path.endsWith(`/${clean}`) || path.includes(`${clean}/`) || clean.endsWith(`/${path}`)
  );
}
