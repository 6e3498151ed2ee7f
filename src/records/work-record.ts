/**
 * The work record: what a next agent needs of a range of messages, read from talk and tool calls by code. Plain
 * data, and everything names the message it was last seen in. Only what was observed stands here; what follows from it
 * (is an error mended, is a change committed, what is still to do) is told when it is shown, because a later range may
 * change it.
 */
export const commandPurposes = [
  'test',
  'build',
  'types',
  'lint',
  'run',
  'git',
  'deploy',
  'install',
  'other',
] as const;
export type CommandPurpose = (typeof commandPurposes)[number];

export const planStates = ['done', 'in progress', 'to do', 'blocked'] as const;
export type PlanState = (typeof planStates)[number];

/** Words somebody said. */
export type WorkNote = {
  seq: number;
  text: string;
  /** The text is not all that was said. */
  shortened?: true;
  /** It was pasted without a word: what is wanted can only be guessed. */
  pasted?: true;
};

/** One request of the user with what the assistant last said before the next one. */
export type WorkTurn = {
  /** Null where the range begins in the middle of a turn. */
  request: WorkNote | null;
  reply: WorkNote | null;
  /** Tool calls made for it. */
  calls: number;
  /** The user broke it off. */
  interrupted?: true;
};

export type PlanItem = {
  /** The tool or tracker that keeps it, and its name there. */
  list: string;
  key: string;
  text: string;
  state: PlanState;
  /** What it waits for, where that is said. */
  by?: string;
  seq: number;
};

export type WorkFile = {
  path: string;
  /** How often it was changed and read. */
  changes: number;
  reads: number;
  /** The messages of its creation, last change, last reading and deletion; 0 for never. */
  created: number;
  changed: number;
  read: number;
  deleted: number;
  renamedTo?: string;
};

export type WorkCommand = {
  purpose: CommandPurpose;
  line: string;
  runs: number;
  /** Its last run; null where the outcome is not known. */
  seq: number;
  ok: boolean | null;
  /** Of the last run, as printed: "12 passed, 1 failed", "exit code 2". */
  figures: string[];
  /** Its last run that went well; 0 for none. */
  succeeded: number;
};

export type WorkCommit = {
  seq: number;
  subject: string;
  hash?: string;
  branch?: string;
  /** The paths it took in; null for all that was changed. */
  paths: string[] | null;
  /** So many files changed, as git printed it. */
  count?: number;
  /** The folder git was told to work in. */
  within?: string;
  /** Of all that was changed it took what git knew, and besides that what was put into the index: these. */
  besides?: string[];
  /** It stands in the place of the one before it. */
  amends?: true;
  /** Made of other commits (a revert, a cherry-pick): nothing of what was changed in files went into it. */
  apart?: true;
};

/** What git was told that takes something back. What follows for commits and files is told when it is shown. */
export type WorkUndo = { seq: number } & (
  | {
      kind: 'reset';
      /** So many commits, or all after the one of this hash. */
      back: number;
      to?: string;
      /** What they changed stays in the files. */
      keeps: boolean;
    }
  /** Null for everything. */
  | { kind: 'unstage' | 'discard' | 'stash'; paths: string[] | null }
  | { kind: 'unstash' }
  /** Commits undone by commits of their own: by hash, or `HEAD` with steps back. */
  | { kind: 'revert'; targets: string[] }
);

export type WorkProblem = {
  text: string;
  /** Where it was last seen, and where first. */
  seq: number;
  first: number;
  count: number;
  /** The command or tool that told it; empty where it was only said. */
  line: string;
};

/** A short piece of code later work depends on: a signature, a line of configuration, a field. */
export type WorkSnippet = { path: string; text: string; seq: number };

/** An exact name somebody used in talk or defined in an edit. */
export type WorkName = { text: string; seq: number; weight: number };

export type WorkRecord = {
  /** The messages it was read from. */
  from: number;
  to: number;
  turns: WorkTurn[];
  constraints: WorkNote[];
  decisions: WorkNote[];
  questions: WorkNote[];
  plan: PlanItem[];
  /** The message in which each list was last written as a whole. */
  lists: { [list: string]: number };
  files: WorkFile[];
  commands: WorkCommand[];
  commits: WorkCommit[];
  /** Paths put into the index since the last commit; null for all that was changed. */
  staged: string[] | null;
  /** Absent where nothing was taken back, and in records of older versions. */
  undone?: WorkUndo[];
  branch: WorkNote | null;
  pulls: WorkNote[];
  problems: WorkProblem[];
  snippets: WorkSnippet[];
  names: WorkName[];
  /** The last things done, oldest first. */
  steps: WorkNote[];
  /** What the assistant last said. */
  statement: WorkNote | null;
  /** What it last said it would do. */
  next: WorkNote | null;
};
