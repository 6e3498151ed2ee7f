import type { WorkRecord } from '../records/work-record.ts';

/** The record of messages in which nothing was done. */
export function emptyWork(from: number, to: number): WorkRecord {
  return {
    from,
    to,
    turns: [],
    constraints: [],
    decisions: [],
    questions: [],
    plan: [],
    lists: {},
    files: [],
    commands: [],
    commits: [],
    staged: [],
    branch: null,
    pulls: [],
    problems: [],
    snippets: [],
    names: [],
    steps: [],
    statement: null,
    next: null,
  };
}
