/** The commands of one call that are worth recording, with their outcome. */
import { gitVerb, type ShellStep } from '../facts/shell.ts';
import { clip } from '../facts/text.ts';
import type { CallReading } from '../facts/tool-call.ts';
import type { WorkCommand, WorkNote, WorkProblem } from '../records/work-record.ts';
import { gaveUp, type Outcome } from './outcome.ts';
import { type Purpose, purposeOf, purposeOrder } from './purposes.ts';

export type CommandsReading = {
  commands: WorkCommand[];
  problems: WorkProblem[];
  /** What was done, in one line. */
  step?: WorkNote;
};

const longestLine = 160;
const longestReason = 120;
const mostOfOneCall = 3;
/** Subcommands that only show something. */
const showing =
  /^(?:status|log|diff|show|branch|remote|config|blame|ls-files|rev-parse|describe|add|stage|list|view|reflog|grep|shortlog|fetch|api|auth)$/;

export function readCommands(seq: number, { steps }: CallReading, outcome: Outcome): CommandsReading {
  const ranked = steps
    .map((step, place) => ({ step, place, purpose: purposeIn(step) }))
    .filter(({ purpose }) => purpose !== 'look' && purpose !== 'other')
    // Of two commands of one kind, the later one tells the outcome.
    .sort((a, b) => purposeOrder.indexOf(a.purpose) - purposeOrder.indexOf(b.purpose) || b.place - a.place);
  const other = steps.find((step) => purposeIn(step) === 'other');
  const [first] = ranked;
  if (first === undefined) {
    return other === undefined
      ? { commands: [], problems: [] }
      : { commands: [], problems: [], step: otherStep(seq, other, outcome) };
  }
  const { ok, figures, errors } = judged(first.purpose, outcome);
  const commands: WorkCommand[] = [];
  for (const { step, purpose } of ranked) {
    const isFirst = step === first.step;
    if (commands.some((command) => command.purpose === purpose) && !isFirst) continue;
    // The outcome belongs to the most important of several commands in one line. The others are known to have worked
    // only if all did.
    const worked = isFirst || ok === true ? ok : null;
    commands.push({
      purpose: purpose as WorkCommand['purpose'],
      line: lineOf(step),
      runs: 1,
      seq,
      ok: worked,
      figures: isFirst ? figures : [],
      succeeded: worked === true ? seq : 0,
    });
    if (commands.length === mostOfOneCall) break;
  }
  const { line } = commands[0]!;
  const result = ok === null ? '' : ok ? (figures.at(-1) ?? 'ok') : (figures.at(-1) ?? 'failed');
  return {
    commands,
    problems:
      ok === false && errors.length > 0
        ? [
            {
              text: errors
                .filter((line, index) => index === 0 || !gaveUp.test(line))
                .slice(0, 2)
                .join(' | '),
              seq,
              first: seq,
              count: 1,
              line,
            },
          ]
        : [],
    step: { seq, text: `ran \`${line}\`${result === '' ? '' : `: ${result}`}` },
  };
}

/** Words like "error" mean something in the output of a check, and nothing in a log of commits. */
function judged(purpose: Purpose, outcome: Outcome): Pick<Outcome, 'ok' | 'figures' | 'errors'> {
  if (purpose !== 'git') return outcome;
  const { ok, errors, text } = outcome;
  const failed = ok === false && (/^(?:fatal|error|! \[rejected\]|CONFLICT)/m.test(text) || outcome.failed);
  return { ok: ok === null ? null : !failed, figures: [], errors: failed ? errors : [] };
}

/** A command of no special purpose is in no list, so that it failed is told here or nowhere. */
function otherStep(seq: number, step: ShellStep, { failed, errors }: Outcome): WorkNote {
  const result = failed ? `: ${clip(errors[0] ?? 'failed', longestReason)}` : '';
  return { seq, text: `ran \`${lineOf(step)}\`${result}` };
}

function purposeIn(step: ShellStep): Purpose {
  const purpose = purposeOf(step);
  if (purpose !== 'git') return purpose;
  const { verb } = gitVerb(step.words.slice(1).map((text) => ({ text })));
  const hosted = step.name === 'gh' || step.name === 'glab';
  const verbs = hosted ? step.words.slice(1, 3) : [verb ?? ''];
  return verbs.some((word) => showing.test(word)) ? 'look' : purpose;
}

function lineOf({ text }: ShellStep): string {
  return clip(text.trim().split('\n', 1)[0]!.replace(/\s+/g, ' '), longestLine);
}
