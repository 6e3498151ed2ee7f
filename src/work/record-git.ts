/** Puts what one git command did into a work record. */
import type { WorkRecord } from '../records/work-record.ts';
import type { GitEvent } from './git.ts';
import type { Undo } from './git-undo.ts';

export function recordGit(record: WorkRecord, seq: number, event: GitEvent): void {
  if (event.kind === 'stage') {
    record.staged =
      event.paths === null || record.staged === null
        ? null
        : [...new Set([...record.staged, ...event.paths])];
    record.stagedAt = seq;
  } else if (event.kind === 'branch') record.branch = { seq, text: event.name };
  else if (event.kind === 'pull') record.pulls.push({ seq, text: event.text });
  else if (event.kind === 'undo') takeBack(record, seq, event.undo);
  else if (event.apart === true) {
    const { kind: _, all: __, ...commit } = event;
    record.commits.push({ seq, ...commit, paths: [] });
  } else {
    const { kind: _, all, ...commit } = event;
    const besides = all && record.staged !== null && { besides: record.staged };
    const stagedAt = all || commit.names === true ? seq : record.stagedAt;
    const { names: _names, ...made } = commit;
    record.commits.push({
      seq,
      ...made,
      paths: all ? null : record.staged,
      ...besides,
      ...(stagedAt !== undefined && { stagedAt }),
    });
    record.staged = [];
    delete record.stagedAt;
    if (commit.branch !== undefined) record.branch = { seq, text: commit.branch };
  }
}

function takeBack(record: WorkRecord, seq: number, undo: Undo): void {
  record.undone = [...(record.undone ?? []), { seq, ...undo }];
  if (undo.kind !== 'unstage' || record.staged === null) return;
  const { paths } = undo;
  record.staged = paths === null ? [] : record.staged.filter((staged) => !paths.includes(staged));
}
