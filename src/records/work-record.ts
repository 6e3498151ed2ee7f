/**
 * The work record: what the next agent needs to know about a range of messages, read from text and tool calls by
 * code. Plain data; everything names the message it was last seen in. It contains only observations. Conclusions (is an
 * error fixed, is a change committed, what is left to do) are drawn when it is shown, because a later range may change
 * them.
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

/** A text from a message. */
export type WorkNote = {
  seq: number;
  text: string;
  /** The text is shortened. */
  shortened?: true;
  /** The text was pasted without comment, so what the user wants can only be guessed. */
  pasted?: true;
  /** Not the user's words: a model's summary of an earlier conversation. */
  handedOver?: true;
};

/** One request of the user, with the assistant's last text before the next one. */
export type WorkTurn = {
  /** Null if the range begins in the middle of a turn. */
  request: WorkNote | null;
  reply: WorkNote | null;
  /** Tool calls made for the request. */
  calls: number;
  /** The user interrupted the turn. */
  interrupted?: true;
};

export type PlanItem = {
  /** The tool or tracker that keeps the list, and (`key`) the item's name there. */
  list: string;
  key: string;
  text: string;
  state: PlanState;
  /** What the item waits for, if stated. */
  by?: string;
  seq: number;
};

export type WorkFile = {
  path: string;
  /** How often the file was changed, and read. */
  changes: number;
  reads: number;
  /** The messages of its creation, last change, last reading and deletion; 0 for never. */
  created: number;
  changed: number;
  read: number;
  deleted: number;
  renamedTo?: string;
  /** The message it was first seen in, if it was written as a whole there and so may not have existed before. */
  firstWritten?: number;
};

export type WorkCommand = {
  purpose: CommandPurpose;
  line: string;
  runs: number;
  /** The last run; `ok` is null if its outcome is not known. */
  seq: number;
  ok: boolean | null;
  /** Figures of the last run, as printed: "12 passed, 1 failed", "exit code 2". */
  figures: string[];
  /** The last successful run; 0 for none. */
  succeeded: number;
  /** The commands of a line of which one failed, and nothing says which. */
  parts?: { purpose: CommandPurpose; line: string }[];
};

export type WorkCommit = {
  seq: number;
  subject: string;
  hash?: string;
  branch?: string;
  /** The paths it contains; null for everything that was changed. */
  paths: string[] | null;
  /** Number of changed files, as git printed it. */
  count?: number;
  /** The folder that the git command was run in. */
  within?: string;
  /** Set for `git commit -a`, which takes tracked files: the staged paths, which it takes as well. */
  besides?: string[];
  /** The message that last staged something for it. What was changed after that is not in it. */
  stagedAt?: number;
  /** It replaces the commit before it. */
  amends?: true;
  /** Made from other commits (a revert, a cherry-pick). It contains no changes made to files in this range. */
  apart?: true;
};

/**
 * A git command that takes something back. What this means for commits and files is determined when the record is
 * shown.
 */
export type WorkUndo = { seq: number } & (
  | {
      kind: 'reset';
      /** Number of commits, or (`to`) all after the commit with this hash. */
      back: number;
      to?: string;
      /** True if the files keep the changes. */
      keeps: boolean;
    }
  /** Null for all files. */
  | { kind: 'unstage' | 'discard' | 'stash'; paths: string[] | null }
  /** `drops`: the stash was thrown away, not taken out. */
  | { kind: 'unstash'; drops?: true }
  /** Commits undone by commits of their own: by hash, or `HEAD` with steps back. */
  | { kind: 'revert'; targets: string[] }
);

export type WorkProblem = {
  text: string;
  /** The message it was last seen in, and (`first`) the one it was first seen in. */
  seq: number;
  first: number;
  count: number;
  /** The command or tool that reported it; empty if it was only mentioned. */
  line: string;
};

/** A short piece of code that later work depends on: a signature, a line of configuration, a field. */
export type WorkSnippet = { path: string; text: string; seq: number };

/** An exact name that was used in text or defined in an edit. */
export type WorkName = { text: string; seq: number; weight: number };

export type WorkRecord = {
  /** The first and last message it was read from. */
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
  /** Paths staged since the last commit; null for everything that was changed. */
  staged: string[] | null;
  /** The message that last staged something since the last commit. */
  stagedAt?: number;
  /** Absent if nothing was taken back, and in records of earlier versions. */
  undone?: WorkUndo[];
  branch: WorkNote | null;
  pulls: WorkNote[];
  problems: WorkProblem[];
  snippets: WorkSnippet[];
  names: WorkName[];
  /** The last actions, oldest first. */
  steps: WorkNote[];
  /** The assistant's last text. */
  statement: WorkNote | null;
  /** What the assistant last said it would do. */
  next: WorkNote | null;
};
