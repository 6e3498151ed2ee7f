/** Conclusions from a work record: what is not committed, which problems are open, and where the work stands. */
import { isScratch } from '../facts/scratch-path.ts';
import type { WorkCommand, WorkFile, WorkNote, WorkProblem, WorkRecord } from '../records/work-record.ts';
import { fileName } from './file-name.ts';
import { gitState } from './git-state.ts';
import { joinSpellings } from './join-spellings.ts';
import type { Entry, SectionOptions } from './sections.ts';
import { givenUpAfter, succeededAfter } from './succeeded.ts';

const filesNamed = 8;
/** Most characters of the assistant's last text; fewer in a small context. */
export const longestStatement = 1_200;

export type ProblemState = { problem: WorkProblem; state: string; open: boolean };

/** Open problems first, the newest before the others. */
export function openProblems(record: WorkRecord): ProblemState[] {
  const { problems, commands, files } = record;
  const commandByLine = new Map(commands.map((command) => [command.line, command]));
  const states = problems.flatMap((problem): ProblemState[] => {
    const state = stateOfProblem(problem);
    return state === undefined ? [] : [state];
  });
  return states.sort((a, b) => Number(b.open) - Number(a.open) || b.problem.seq - a.problem.seq);

  /** Undefined if a later problem is the same one again. */
  function stateOfProblem(problem: WorkProblem): ProblemState | undefined {
    if (problems.some((other) => other.seq > problem.seq && isAgain(other, problem))) return undefined;
    const command = commandByLine.get(problem.line);
    const fixed = command === undefined ? 0 : succeededAfter(commands, command, problem.seq);
    if (fixed > 0) {
      const by = changedBetween(files, problem.seq, fixed);
      return { problem, open: false, state: by === '' ? 'fixed' : `fixed by ${by}` };
    }
    if (command !== undefined && givenUpAfter(commands, command, problem.seq))
      return { problem, open: false, state: 'given up' };
    const later = problems.some(({ line, seq }) => line === problem.line && seq > problem.seq);
    if (later) return { problem, open: false, state: 'before that' };
    const tried = changedBetween(files, problem.seq, Number.POSITIVE_INFINITY);
    const state = command !== undefined && comesAndGoes(problem, command) ? 'open, comes and goes' : 'open';
    return { problem, open: true, state: tried === '' ? state : `${state}, since changed ${tried}` };
  }

  /** The command worked in between, and nothing was changed. */
  function comesAndGoes(problem: WorkProblem, { succeeded }: WorkCommand): boolean {
    const first = Math.min(
      ...problems.filter((one) => one === problem || isAgain(problem, one)).map((one) => one.first),
    );
    return succeeded > first && succeeded < problem.seq && changedBetween(files, first, problem.seq) === '';
  }
}

/** Whether the same command reports the same again, perhaps with fewer of its lines. */
function isAgain(later: WorkProblem, earlier: WorkProblem): boolean {
  if (later.line !== earlier.line || later.line === '') return false;
  const reported = new Set(earlier.text.split(' | '));
  return later.text.split(' | ').every((one) => reported.has(one));
}

function changedBetween(files: readonly WorkFile[], from: number, to: number): string {
  const changed = files.filter(
    (file) => file.changed > from && file.changed < to && file.deleted === 0 && !isScratch(file.path),
  );
  return changed
    .sort((a, b) => b.changed - a.changed)
    .slice(0, 3)
    .map(({ path }) => fileName(path))
    .join(', ');
}

export function currentState(
  record: WorkRecord,
  { tokens }: SectionOptions,
  note: (note: WorkNote, limit: number) => string,
): Entry[] {
  const { plan, statement, next, commits, commands } = record;
  const entries: Entry[] = [];
  if (statement !== null)
    entries.push({
      text: `last said: ${note(statement, Math.min(longestStatement, Math.max(500, tokens / 2)))}`,
    });
  const doing = plan.filter(({ state, text }) => state === 'in progress' && text !== '');
  if (doing.length > 0) entries.push({ text: `in progress: ${doing.map(({ text }) => text).join('; ')}` });
  // A step announced before the last text is done, or no longer intended.
  const announced = next !== null && next.seq === statement?.seq ? next : null;
  const isIncluded = announced !== null && statement?.text.includes(announced.text.slice(0, 60)) === true;
  const open = plan.find(({ state, text }) => state === 'to do' && text !== '');
  if (announced !== null && !isIncluded) entries.push({ text: `next: ${note(announced, 200)}` });
  else if (announced === null && open !== undefined) entries.push({ text: `next on the plan: ${open.text}` });
  const usesGit = commits.length > 0 || commands.some(({ purpose }) => purpose === 'git');
  const { stateOf, wasCommitted } = gitState(record);
  const isLeft = (file: WorkFile) => !isGone(file) || wasCommitted(file);
  const changed = joinSpellings(record.files)
    .filter((file) => file.changed > 0 && !isScratch(file.path) && isLeft(file))
    .toSorted((a, b) => b.changed - a.changed);
  const uncommitted = changed.filter((file) => stateOf(file) === 'loose');
  const label = usesGit ? 'not committed' : 'nothing was committed; changed';
  if (uncommitted.length > 0) entries.push({ text: `${label}: ${fileList(uncommitted)}` });
  const stashed = changed.filter((file) => stateOf(file) === 'stashed');
  if (stashed.length > 0) entries.push({ text: `in the stash: ${fileList(stashed)}` });
  const blocked = plan.filter(({ state }) => state === 'blocked');
  if (blocked.length > 0)
    entries.push({
      text: `blocked: ${blocked.map(({ text, key, by }) => `${text || key}${by ? ` by ${by}` : ''}`).join('; ')}`,
    });
  const failing = openProblems(record).filter(({ open }) => open);
  if (failing[0] !== undefined)
    entries.push({ text: `open problem: ${failing[0].problem.text.slice(0, 160)}` });
  return entries;
}

/** Created and removed again, so that nothing of it is left to commit unless a commit has it. */
function isGone({ created, firstWritten = 0, deleted, changed, renamedTo }: WorkFile): boolean {
  return (created > 0 || firstWritten > 0) && deleted >= changed && renamedTo === undefined;
}

function fileList(files: readonly WorkFile[]): string {
  const names = [...new Set(files.map(({ path }) => fileName(path)))];
  const more = names.length > filesNamed ? ` and ${names.length - filesNamed} more` : '';
  return `${names.slice(0, filesNamed).join(', ')}${more}`;
}

/** True if something was made or run, not only discussed or looked up. */
export function holdsWork({ files, commands, plan, turns }: WorkRecord): boolean {
  // In a chat, too, users show what they ran.
  const hasCommands = commands.length > 0 && turns.some(({ calls }) => calls > 0);
  return hasCommands || plan.length > 0 || files.some(({ changed }) => changed > 0);
}
