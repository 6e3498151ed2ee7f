/** The commands of one call that are worth recording, with their outcome. */
import type { ShellStep } from '../facts/shell.ts';
import { gitVerb } from '../facts/shell-effects.ts';
import { clip } from '../facts/text.ts';
import type { CallReading } from '../facts/tool-call.ts';
import type { CommandPurpose, WorkCommand, WorkNote, WorkProblem } from '../records/work-record.ts';
import { gaveUp, type Outcome } from './outcome.ts';
import { type Purpose, purposeOf, purposeOrder } from './purposes.ts';
import { outcomesOf, type PlacedStep } from './step-outcomes.ts';

export type CommandsReading = {
  commands: WorkCommand[];
  problems: WorkProblem[];
  /** What was done, in one line. */
  step?: WorkNote;
  /** The commands of the line that may have run. */
  ran: ShellStep[];
  /** Those of which it is not known that they worked. */
  mayHaveFailed: ReadonlySet<ShellStep>;
};

const longestLine = 160;
const longestReason = 120;
const mostOfOneCall = 3;
/** Subcommands that only show something. */
const showing =
  /^(?:status|log|diff|show|branch|remote|config|blame|ls-files|rev-parse|describe|add|stage|list|view|reflog|grep|shortlog|fetch|api|auth)$/;

export function readCommands(seq: number, { steps }: CallReading, outcome: Outcome): CommandsReading {
  const done = steps
    .map((step, place) => ({ step, place, purpose: purposeIn(step) }))
    .filter(({ purpose }) => purpose !== 'look');
  if (done.length === 0) {
    const mayHaveFailed = new Set(outcome.ok === false ? steps : []);
    return { commands: [], problems: [], ran: steps, mayHaveFailed };
  }
  // Of two commands of one kind, the later one tells the outcome.
  const ranked = done
    .filter(({ purpose }) => purpose !== 'other')
    .sort((a, b) => purposeOrder.indexOf(a.purpose) - purposeOrder.indexOf(b.purpose) || b.place - a.place);
  const [first] = ranked;
  const judgedOutcome = first === undefined ? outcome : judged(first.purpose, outcome, done.length === 1);
  const { outcomes, failed, skipped } = outcomesOf(done, steps, judgedOutcome);
  const ran = steps.filter((_, place) => !skipped.has(place));
  const mayHaveFailed = new Set(failed.map(({ step }) => step));
  if (first === undefined)
    return { commands: [], problems: [], step: otherStep(seq, failed, done, outcome), ran, mayHaveFailed };
  const together = failed.length > 1 ? togetherOf(seq, failed, outcomes.get(failed[0]!)!.figures) : undefined;
  const commands: WorkCommand[] = together === undefined ? [] : [together];
  const left = ranked.filter(
    (one) => !skipped.has(one.place) && !(failed.length > 1 && failed.includes(one)),
  );
  const kinds = new Set<string>();
  // What failed says more than what worked.
  for (const one of left.toSorted((a, b) => Number(failed.includes(b)) - Number(failed.includes(a)))) {
    const { purpose, step } = one;
    const kind = purpose === 'git' ? `git ${step.words.slice(1, 3).join(' ')}` : purpose;
    if (kinds.has(kind)) continue;
    const { ok, figures } = outcomes.get(one)!;
    // It is told among the commits.
    if (ok === true && isCommit(step) && left.some((other) => other.purpose === 'git' && other !== one))
      continue;
    kinds.add(kind);
    const worked = ok === true ? seq : 0;
    commands.push({
      purpose: purpose as CommandPurpose,
      line: lineOf(step),
      runs: 1,
      seq,
      ok,
      figures,
      succeeded: worked,
    });
    if (commands.length === mostOfOneCall) break;
  }
  const other = failed.length === 1 && failed[0]!.purpose === 'other';
  // That a command of no special purpose works again is in no list, so its failure is told as a step and stays no problem.
  const told = other ? undefined : (commands.find(({ ok }) => ok === false) ?? commands[0]);
  if (told === undefined)
    return { commands, problems: [], step: otherStep(seq, failed, done, outcome), ran, mayHaveFailed };
  return {
    commands,
    problems: problemsOf(seq, told, judgedOutcome),
    step: stepOf(seq, told),
    ran,
    mayHaveFailed,
  };
}

function stepOf(seq: number, { line, ok, figures }: WorkCommand): WorkNote {
  const result = ok === null ? '' : ok ? (figures.at(-1) ?? 'ok') : (figures.at(-1) ?? 'failed');
  return { seq, text: `ran \`${line}\`${result === '' ? '' : `: ${result}`}` };
}

function problemsOf(
  seq: number,
  { line, ok }: WorkCommand,
  { errors }: Pick<Outcome, 'errors'>,
): WorkProblem[] {
  if (ok !== false || errors.length === 0) return [];
  const telling = errors.filter((line, index) => index === 0 || !gaveUp.test(line)).slice(0, 2);
  return [{ text: telling.join(' | '), seq, first: seq, count: 1, line }];
}

/** Commands of which one failed are one entry, because of none of them it can be said that it failed. */
function togetherOf(seq: number, failed: readonly PlacedStep[], figures: string[]): WorkCommand {
  const purposes = failed.map(({ purpose }) => purpose);
  const purpose = purposeOrder.find((one) => purposes.includes(one)) as CommandPurpose;
  const parts = failed.map(({ step, purpose }) => ({
    purpose: purpose as CommandPurpose,
    line: lineOf(step),
  }));
  const text = failed
    .map(
      ({ step }, index) => `${index === 0 ? '' : step.link === ';' ? '; ' : ` ${step.link} `}${lineOf(step)}`,
    )
    .join('');
  return { purpose, line: clip(text, longestLine), runs: 1, seq, ok: false, figures, succeeded: 0, parts };
}

/** Words like "error" mean something in the output of a check, and nothing in a log of commits. */
function judged(purpose: Purpose, outcome: Outcome, isAlone: boolean): Outcome {
  if (purpose !== 'git') return outcome;
  const { ok, errors, text } = outcome;
  const nothing = /^(?:nothing to commit|nothing added to commit|no changes added to commit)/m.exec(
    text,
  )?.[0];
  if (nothing !== undefined && isAlone) return { ...outcome, ok: null, figures: [nothing], errors: [] };
  const failed = ok === false && (/^(?:fatal|error|! \[rejected\]|CONFLICT)/m.test(text) || outcome.failed);
  return { ...outcome, ok: ok === null ? null : !failed, figures: [], errors: failed ? errors : [] };
}

/** A command of no special purpose is in no list, so that it failed is told here or nowhere. */
function otherStep(
  seq: number,
  failed: readonly PlacedStep[],
  done: readonly PlacedStep[],
  { failed: hasFailed, errors }: Outcome,
): WorkNote {
  const result = hasFailed ? `: ${clip(errors[0] ?? 'failed', longestReason)}` : '';
  return { seq, text: `ran \`${lineOf((failed[0] ?? done[0]!).step)}\`${result}` };
}

function purposeIn(step: ShellStep): Purpose {
  const purpose = purposeOf(step);
  if (purpose !== 'git') return purpose;
  const { verb } = gitVerb(step.words.slice(1).map((text) => ({ text })));
  const hosted = step.name === 'gh' || step.name === 'glab';
  const verbs = hosted ? step.words.slice(1, 3) : [verb ?? ''];
  return verbs.some((word) => showing.test(word)) ? 'look' : purpose;
}

function isCommit({ name, words }: ShellStep): boolean {
  return name === 'git' && gitVerb(words.slice(1).map((text) => ({ text }))).verb === 'commit';
}

function lineOf({ text }: ShellStep): string {
  return clip(text.trim().split('\n', 1)[0]!.replace(/\s+/g, ' '), longestLine);
}
