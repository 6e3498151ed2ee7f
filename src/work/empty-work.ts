import type { WorkRecord } from '../records/work-record.ts';

/** The work record of messages without work. */
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
