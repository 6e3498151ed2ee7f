/** What commands did to the repository: what they staged, committed, undid, switched to or proposed. */
import type { ShellStep } from '../facts/shell.ts';
import { gitVerb } from '../facts/shell-effects.ts';
import { readUndo, type Undo } from './git-undo.ts';
import type { Outcome } from './outcome.ts';

export type GitEvent =
  | { kind: 'stage' /** Null for everything. */; paths: string[] | null }
  | {
      kind: 'commit';
      subject: string;
      hash?: string;
      branch?: string;
      all: boolean;
      count?: number;
      within?: string;
      amends?: true;
      apart?: true;
      /** The command names files, which git commits as they are, staged or not. */
      names?: true;
    }
  | { kind: 'undo'; undo: Undo /** The command of the line that did it. */; step?: ShellStep }
  | { kind: 'branch'; name: string }
  | { kind: 'pull'; text: string };

const longestSubject = 160;
/** `[main 1a2b3c4] Subject`, as git prints it. */
const committed = /^\[([^\s\]]{1,100}|detached HEAD)(?: \([^)]{1,40}\))? ([0-9a-f]{7,40})\] (.{1,300})$/gm;
/** What git or a hook prints about a commit that was not made, even if the shell was told to continue. */
const notMade =
  /^(?:nothing to commit|nothing added to commit|no changes added to commit|Aborting commit|error: (?!failed to push))|\bhook (?:exited|failed|declined)|\bpre-commit (?:script|hook|checks?) failed/im;
/** ` 2 files changed, …`, after the line above. */
const changedFiles = /^ (\d{1,6}) files? changed/gm;
/** Version control systems without an index: they commit every change of a tracked file. */
const otherSystems = /^(?:hg|svn|jj)$/;
const printsCommit = /^(?:commit|revert|cherry-pick)$/;
const everything = /^(?:-A|--all|\.|-u|--update|:\/|\*)$/;

export function readGit(
  steps: readonly ShellStep[],
  { text }: Pick<Outcome, 'text'>,
  mayHaveFailed: ReadonlySet<ShellStep>,
): GitEvent[] {
  const events: GitEvent[] = [];
  const printed = [...text.matchAll(committed)];
  const counts = [...text.matchAll(changedFiles)].map(([, count]) => Number(count));
  const counted = printed.length === counts.length ? counts : [];
  let folder: string | undefined;
  for (const step of steps) {
    if (step.name === 'cd') folder = step.words[1];
    if (step.name === 'gh' && step.words[1] === 'pr' && !mayHaveFailed.has(step))
      events.push(...pullOf(step, text));
    if (
      otherSystems.test(step.name) &&
      /^(?:commit|ci)$/.test(step.words[1] ?? '') &&
      !mayHaveFailed.has(step)
    )
      events.push({ ...commitOf(step.words.slice(2), step, undefined), all: true });
    if (step.name !== 'git') continue;
    const { verb = '', words } = gitVerb(step.words.slice(1).map((word) => ({ text: word })));
    const args = words.map((word) => word.text);
    if (verb === 'add' || verb === 'stage') {
      const all = args.some((word) => everything.test(word));
      events.push({ kind: 'stage', paths: all ? null : args.filter((word) => !word.startsWith('-')) });
      continue;
    }
    // `git mv` and `git rm` stage the move or removal only, not later changes of the files.
    if ((verb === 'mv' || verb === 'rm') && !mayHaveFailed.has(step) && !args.includes('--cached'))
      events.push({ kind: 'stage', paths: args.filter((word) => !word.startsWith('-')) });
    // A commit that git printed was made, whatever failed after it in the same command line.
    const line = printsCommit.test(verb) ? printed.shift() : undefined;
    const count = line === undefined ? undefined : counted.shift();
    if (line === undefined && mayHaveFailed.has(step)) continue;
    if (verb === 'commit' && (line !== undefined || !(notMade.test(text) || args.includes('--dry-run'))))
      events.push({
        ...commitOf(args, step, line),
        ...(count !== undefined && { count }),
        ...withinOf(step, folder),
      });
    else if (verb !== 'commit' && line !== undefined) {
      const [, branch, hash, subject] = line as unknown as [string, string, string, string];
      const made = { kind: 'commit' as const, subject: subject.slice(0, longestSubject), hash, branch };
      events.push({ ...made, all: false, apart: true });
    }
    const undo = readUndo(verb, args, text);
    if (undo !== undefined) events.push({ kind: 'undo', undo, step });
    else if ((verb === 'checkout' || verb === 'switch') && !args.includes('--')) {
      const names = args.filter((word) => !word.startsWith('-'));
      const creates = args.some((word) => /^-(?:b|B|c|C)$/.test(word));
      if (names[0] !== undefined && (creates || names.length === 1) && !/[./]\w+$/.test(names[0]))
        events.push({ kind: 'branch', name: names[0] });
    }
  }
  const current = /^On branch (\S{1,100})$/m.exec(text)?.[1];
  if (current !== undefined && steps.some(({ name }) => name === 'git'))
    events.push({ kind: 'branch', name: current });
  return events;
}

function withinOf({ words }: ShellStep, folder: string | undefined): { within?: string } {
  const within = words[1] === '-C' ? words[2] : folder;
  return within === undefined || /^[-~$]|^\.*$/.test(within) ? {} : { within };
}

function commitOf(
  args: readonly string[],
  step: ShellStep,
  printed: RegExpExecArray | undefined,
): Extract<GitEvent, { kind: 'commit' }> {
  const flag = args.findIndex((word) => /^-[a-z]*m$|^--message$/.test(word));
  const joined = args.find((word) => word.startsWith('--message='))?.slice('--message='.length);
  const rawMessage = joined ?? (flag === -1 ? undefined : args[flag + 1]) ?? '';
  // If the shell makes the message (`$(cat <<EOF …)`), it is in the here-document.
  const message = /^\$\(/.test(rawMessage) ? (heredocIn(rawMessage) ?? step.documents[0] ?? '') : rawMessage;
  const subject = (printed?.[3] ?? message).trim().split('\n', 1)[0]!.slice(0, longestSubject);
  return {
    kind: 'commit',
    subject: subject === '' ? '(no message seen)' : subject,
    ...(printed !== undefined && { hash: printed[2]!, branch: printed[1]! }),
    ...(args.includes('--amend') && { amends: true }),
    ...(namesFiles(args) && { names: true }),
    all: args.some((word) => /^-[a-zA-Z]*a[a-zA-Z]*$|^--all$/.test(word) && word !== '--amend'),
  };
}

/** `git commit -m "…" a.ts` commits the file as it is, staged or not. */
function namesFiles(args: readonly string[]): boolean {
  const takesValue = /^(?:-[a-z]*[mFCct]|--(?:message|file|author|date|template|fixup|squash))$/;
  return args.some((word, place) => !word.startsWith('-') && !takesValue.test(args[place - 1] ?? ''));
}

function heredocIn(text: string): string | undefined {
  return /<<-?\s?['"]?(\w+)['"]?\n([\s\S]*?)\n\s*\1/.exec(text)?.[2];
}

function pullOf({ words }: ShellStep, text: string): GitEvent[] {
  const verb = words[2] ?? '';
  if (!/^(?:create|merge|close|ready|reopen)$/.test(verb)) return [];
  const title = words[words.findIndex((word) => word === '--title' || word === '-t') + 1] ?? '';
  const url = /https?:\/\/\S{1,200}\/(?:pull|merge_requests)\/\d+/.exec(text)?.[0];
  const number = words.slice(3).find((word) => /^#?\d+$/.test(word));
  const which = url ?? number ?? '';
  const named = verb === 'create' && title !== 'gh' && title !== '' ? `: ${title}` : '';
  return [{ kind: 'pull', text: `${verb} ${which}${named}`.trim().slice(0, 300) }];
}
