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
  /** Commands that failed, or of which one failed. */
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
  const relevantOutcome =
    first === undefined ? outcome : outcomeFor(first.purpose, outcome, done.length === 1);
  const { outcomes, failed, skipped } = outcomesOf(done, steps, relevantOutcome);
  const ran = steps.filter((_, place) => !skipped.has(place));
  const mayHaveFailed = new Set(failed.map(({ step }) => step));
  if (first === undefined)
    return { commands: [], problems: [], step: unlistedStep(seq, failed, done, outcome), ran, mayHaveFailed };
  const joint = failed.length > 1 ? jointCommand(seq, failed, outcomes.get(failed[0]!)!.figures) : undefined;
  const commands: WorkCommand[] = joint === undefined ? [] : [joint];
  const separate = ranked.filter(
    (one) => !skipped.has(one.place) && !(failed.length > 1 && failed.includes(one)),
  );
  const kinds = new Set<string>();
  // Failed commands come first, because they are more important than those that worked.
  for (const one of separate.toSorted((a, b) => Number(failed.includes(b)) - Number(failed.includes(a)))) {
    const { purpose, step } = one;
    const kind = purpose === 'git' ? `git ${step.words.slice(1, 3).join(' ')}` : purpose;
    if (kinds.has(kind)) continue;
    const { ok, figures } = outcomes.get(one)!;
    // The commits of the record have it already.
    if (ok === true && isCommit(step) && separate.some((other) => other.purpose === 'git' && other !== one))
      continue;
    kinds.add(kind);
    const succeeded = ok === true ? seq : 0;
    commands.push({
      purpose: recordedPurpose(purpose),
      line: lineOf(step),
      runs: 1,
      seq,
      ok,
      figures,
      succeeded,
    });
    if (commands.length === mostOfOneCall) break;
  }
  const onlyUnlistedFailed = failed.length === 1 && failed[0]!.purpose === 'other';
  // A failure of an unlisted command is only a step: no later success of it would be recorded, so a problem would never close.
  const reported = onlyUnlistedFailed ? undefined : (commands.find(({ ok }) => ok === false) ?? commands[0]);
  if (reported === undefined)
    return { commands, problems: [], step: unlistedStep(seq, failed, done, outcome), ran, mayHaveFailed };
  return {
    commands,
    problems: problemsOf(seq, reported, relevantOutcome),
    step: reported.purpose === 'other' ? unlistedStep(seq, failed, done, outcome) : stepOf(seq, reported),
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
  const informative = errors.filter((line, index) => index === 0 || !gaveUp.test(line)).slice(0, 2);
  return [{ text: informative.join(' | '), seq, first: seq, count: 1, line }];
}

/** If one of several commands failed and it is unknown which, they are one entry, so that none is wrongly blamed. */
function jointCommand(seq: number, failed: readonly PlacedStep[], figures: string[]): WorkCommand {
  const purposes = failed.map(({ purpose }) => purpose);
  const purpose = recordedPurpose(purposeOrder.find((one) => purposes.includes(one))!);
  const parts = failed.map(({ step, purpose }) => ({
    purpose: recordedPurpose(purpose),
    line: lineOf(step),
  }));
  const text = failed
    .map(
      ({ step }, index) => `${index === 0 ? '' : step.link === ';' ? '; ' : ` ${step.link} `}${lineOf(step)}`,
    )
    .join('');
  return { purpose, line: clip(text, longestLine), runs: 1, seq, ok: false, figures, succeeded: 0, parts };
}

/** A record says `other` of a program whose purpose is unknown. */
function recordedPurpose(purpose: Purpose): CommandPurpose {
  return purpose === 'unlisted' ? 'other' : (purpose as CommandPurpose);
}

/**
 * For git, words like "error" anywhere in the output prove nothing: they may be part of a commit's subject. A program
 * that nobody knows may print anything, so that only its end tells.
 */
function outcomeFor(purpose: Purpose, outcome: Outcome, isAlone: boolean): Outcome {
  if (purpose === 'unlisted' && outcome.ok === false && !outcome.exitFailed)
    return { ...outcome, ok: outcome.exitWorked === true ? true : null, errors: [] };
  if (purpose !== 'git') return outcome;
  const { ok, errors, text } = outcome;
  const nothingToCommit = /^(?:nothing to commit|nothing added to commit|no changes added to commit)/m.exec(
    text,
  )?.[0];
  if (nothingToCommit !== undefined && isAlone)
    return { ...outcome, ok: null, figures: [nothingToCommit], errors: [] };
  const failed = ok === false && (/^(?:fatal|error|! \[rejected\]|CONFLICT)/m.test(text) || outcome.failed);
  return { ...outcome, ok: ok === null ? null : !failed, figures: [], errors: failed ? errors : [] };
}

/** Commands without a listed purpose have no entry among the commands, so the step itself reports their failure. */
function unlistedStep(
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
