/** Merges what git was told to do in two neighbouring ranges. */
import type { WorkCommit, WorkRecord, WorkUndo } from '../records/work-record.ts';
import { foldBy, fromBothEnds } from './bounded-lists.ts';

const most = { commits: 60, undone: 60, staged: 200 };

/** Paths staged in the earlier range went into the first commit of the later one. */
export function mergeCommits(
  earlier: WorkRecord,
  later: WorkRecord,
): Pick<WorkRecord, 'commits' | 'staged' | 'stagedAt'> {
  const [next, ...rest] = later.commits;
  const commits = foldBy(
    [
      ...earlier.commits,
      ...(next === undefined ? [] : [withStaged(next, earlier.staged, earlier.stagedAt), ...rest]),
    ],
    ({ seq, subject }: WorkCommit) => `${seq}\n${subject}`,
    (a, b) => withStaged({ ...a, paths: joinPaths(a.paths, b.paths) }, b.besides ?? []),
  ).sort((a, b) => a.seq - b.seq);
  const stagedAt = next === undefined ? (later.stagedAt ?? earlier.stagedAt) : later.stagedAt;
  return {
    commits: fromBothEnds(commits, most.commits),
    staged: next === undefined ? joinPaths(earlier.staged, later.staged) : later.staged,
    ...(stagedAt !== undefined && { stagedAt }),
  };
}

function withStaged(
  { besides, ...commit }: WorkCommit,
  staged: string[] | null,
  before?: number | undefined,
): WorkCommit {
  const stagedAt = commit.stagedAt ?? before;
  const joinedBesides = besides === undefined ? null : joinPaths(staged, besides);
  return {
    ...commit,
    paths: joinPaths(staged, commit.paths),
    ...(stagedAt !== undefined && { stagedAt }),
    ...(joinedBesides !== null && { besides: joinedBesides }),
  };
}

export function mergeUndone(earlier: readonly WorkUndo[] = [], later: readonly WorkUndo[] = []) {
  const undone = foldBy(
    [...earlier, ...later],
    (one) => JSON.stringify(one),
    (one) => one,
  ).sort((a, b) => a.seq - b.seq);
  return undone.length === 0 ? {} : { undone: undone.slice(-most.undone) };
}

/** Null stands for everything. */
function joinPaths(first: string[] | null, second: string[] | null): string[] | null {
  if (first === null || second === null) return null;
  return [...new Set([...first, ...second])].slice(-most.staged);
}
