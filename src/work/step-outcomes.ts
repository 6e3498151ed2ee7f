/**
 * Derives the outcome of each command from the outcome of the whole line. A client reports one outcome for
 * `lint && test; push`, and a command counts as failed or worked only if nothing else can be true.
 */
import type { ShellStep } from '../facts/shell.ts';
import type { Outcome } from './outcome.ts';
import type { Purpose } from './purposes.ts';

export type PlacedStep = { step: ShellStep; place: number; purpose: Purpose };
export type StepOutcome = { ok: boolean | null; figures: string[] };
export type LineOutcome = {
  outcomes: Map<PlacedStep, StepOutcome>;
  /** The command that failed, or those of which one failed. */
  failed: PlacedStep[];
  /** The places of commands that were never started. */
  skipped: ReadonlySet<number>;
};

const testFigure =
  /\b(?:tests?|specs?|examples?|suites?|assertions?|pass(?:ed|ing)?|fail(?:ed|ing|ures?)?|skipped)\b/i;
const buildFigure = /^\W{0,4}(?:build|compil)/i;
const failedTests =
  /\b[1-9]\d*\s+(?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:failed|failures?|errors?|fail)\s?[:=]\s{0,8}[1-9]|^\W{0,4}FAILED\b|test result: FAILED/i;

/** `steps` are the commands of one line that did something, in their order; `script` has all of its commands. */
export function outcomesOf(
  steps: readonly PlacedStep[],
  script: readonly ShellStep[],
  outcome: Outcome,
): LineOutcome {
  const all = withStops(script);
  const outcomes = new Map<PlacedStep, StepOutcome>(steps.map((one) => [one, { ok: null, figures: [] }]));
  const withoutFailure: LineOutcome = { outcomes, failed: [], skipped: new Set() };
  const failing = (failed: PlacedStep[]): LineOutcome => {
    const skipped = [...all.keys()].filter((place) => isSkippedAfter(place, failed, all));
    return { outcomes, failed, skipped: new Set(skipped) };
  };
  const foreground = steps.filter(({ step }) => step.background !== true);
  if (outcome.ok === null || foreground.length === 0) return withoutFailure;
  const backgroundTest = steps.findLast(
    ({ step, purpose }) => step.background === true && purpose === 'test',
  );
  // The output of a background test is mixed with that of the other commands, so the figures may not be theirs.
  if (backgroundTest !== undefined && outcome.figures.some((line) => testFigure.test(line)))
    return withoutFailure;
  const [only] = foreground;
  if (foreground.length === 1 && only !== undefined) {
    const ignored = outcome.ok && all[only.place + 1]?.link === '||' && outcome.figures.length === 0;
    outcomes.set(only, { ok: ignored ? null : outcome.ok, figures: outcome.figures });
    return outcome.ok ? withoutFailure : failing([only]);
  }
  const test = foreground.findLast(({ purpose }) => purpose === 'test');
  const testFigures = outcome.figures.filter((line) => testFigure.test(line) && !buildFigure.test(line));
  const otherFigures = outcome.figures.filter((line) => !testFigures.includes(line));
  if (outcome.ok) {
    const owner = test ?? foreground.at(-1)!;
    for (const one of foreground)
      outcomes.set(one, {
        ok: mustHaveWorked(one, foreground, all, outcome) ? true : null,
        figures: one === owner ? outcome.figures : [],
      });
    return withoutFailure;
  }
  const worked = new Set<PlacedStep>();
  const markWorked = (one: PlacedStep, figures: string[] = []) => {
    worked.add(one);
    outcomes.set(one, { ok: true, figures });
  };
  /** A command that started proves that the commands before it, joined with `&&`, worked. */
  const markStarted = (one: PlacedStep) => {
    for (const before of foreground)
      if (before.place < one.place && chained(before.place, one.place, all) && !worked.has(before))
        markWorked(before);
  };
  for (const one of printedCommits(foreground, outcome)) {
    markStarted(one);
    markWorked(one);
  }
  const refused = refusedByHook(foreground, worked, outcome) ?? refusedPush(foreground, outcome);
  if (refused !== undefined) {
    markStarted(refused);
    outcomes.set(refused, { ok: false, figures: [] });
    return failing([refused]);
  }
  // The exit code of a line is that of its last command, so that one worked, even if an earlier one failed.
  const end = foreground.at(-1)!;
  if (outcome.exitWorked === true && all.slice(end.place + 1).every(({ link }) => link === '|'))
    if (end !== test) {
      markStarted(end);
      markWorked(end);
    }
  if (test !== undefined && testFigures.length > 0) {
    markStarted(test);
    if (testFigures.some((line) => failedTests.test(line))) {
      outcomes.set(test, { ok: false, figures: testFigures });
      return failing([test]);
    }
    markWorked(test, testFigures);
  }
  const failed = likelyFailed(
    foreground.filter((one) => !worked.has(one)),
    all,
    outcome,
  );
  const figures =
    otherFigures.length > 0 || test === undefined || worked.has(test) ? otherFigures : outcome.figures;
  for (const one of failed) outcomes.set(one, { ok: failed.length === 1 ? false : null, figures });
  return failing(failed);
}

/** After `set -e` a failure stops the script as `&&` does. */
function withStops(script: readonly ShellStep[]): readonly ShellStep[] {
  const from = script.findIndex(
    ({ name, words }) => name === 'set' && words.some((word) => /^-\w*e/.test(word)),
  );
  if (from === -1) return script;
  return script.map((step, place) => (place > from && step.link === ';' ? { ...step, link: '&&' } : step));
}

/** Whether a successful line proves that this command worked. */
function mustHaveWorked(
  one: PlacedStep,
  foreground: readonly PlacedStep[],
  all: readonly ShellStep[],
  { errors }: Outcome,
): boolean {
  if (all[one.place + 1]?.link === '||') return false;
  const last = foreground.at(-1)!;
  return one === last || chained(one.place, last.place, all) || errors.length === 0;
}

/** Whether only `&&` and pipes connect two commands. */
function chained(from: number, to: number, all: readonly ShellStep[]): boolean {
  return all.slice(from + 1, to + 1).every(({ link }) => link === '&&' || link === '|');
}

/** Whether a command never ran because one before it failed. A pipe hides a failure from the following `&&`. */
function isSkippedAfter(place: number, failed: readonly PlacedStep[], all: readonly ShellStep[]): boolean {
  const last = failed.at(-1);
  if (last === undefined || place <= last.place || all[last.place + 1]?.link === '|') return false;
  return chained(last.place, place, all);
}

/** Commits confirmed by a line of git's output. They were made even if a later command failed. */
function printedCommits(foreground: readonly PlacedStep[], { text }: Outcome): PlacedStep[] {
  const printed = text.match(/^\[[^\]\n]{1,140} [0-9a-f]{7,40}\] /gm)?.length ?? 0;
  return foreground
    .filter(({ step }) => step.name === 'git' && step.words.includes('commit'))
    .slice(0, printed);
}

const remoteRefusal =
  /^\s*! \[(?:remote )?rejected\]|\bfailed to push some refs\b|\bCould not read from remote repository\b|^fatal: unable to access\b/m;

/** The only command of the line that talks to a remote, if the output says that a remote refused. */
function refusedPush(foreground: readonly PlacedStep[], { text }: Outcome): PlacedStep | undefined {
  const remoteCommands = foreground.filter(
    ({ step }) => step.name === 'git' && step.words.some((word) => /^(?:push|pull|fetch|clone)$/.test(word)),
  );
  return remoteRefusal.test(text) && remoteCommands.length === 1 ? remoteCommands[0] : undefined;
}

const hookRefusal =
  /\bhook (?:exited|failed|declined)|\bpre-(?:commit|push) (?:script|hook|checks?) (?:exited|failed)|^husky\b.{0,40}\b(?:failed|exited)/im;

/** A hook that refuses shows that git was reached: its commit, or its push, is the command that failed. */
function refusedByHook(
  foreground: readonly PlacedStep[],
  worked: ReadonlySet<PlacedStep>,
  { text }: Outcome,
): PlacedStep | undefined {
  if (!hookRefusal.test(text)) return undefined;
  const verb = /\bpre-push\b/i.test(text) ? 'push' : 'commit';
  const reached = foreground.filter(
    (one) => !worked.has(one) && one.step.name === 'git' && one.step.words.includes(verb),
  );
  return reached.length === 1 ? reached[0] : undefined;
}

/**
 * Narrows down which of these commands may have failed: to the one that an error line names (`cp: cannot stat`), else to
 * those after the last `;` if the line as a whole failed, and then to commands other than those that handle files.
 */
function likelyFailed(
  candidates: readonly PlacedStep[],
  all: readonly ShellStep[],
  { errors, exitFailed }: Outcome,
): PlacedStep[] {
  const named = candidates.filter(({ step: { name } }) =>
    errors.some((line) => line.startsWith(`${name}: `) || line.startsWith(`${name}[`)),
  );
  const [one] = named;
  if (one !== undefined && named.every(({ step }) => step.name === one.step.name)) return named.slice(-1);
  const start = all.findLastIndex(({ link }) => link === ';');
  const last = exitFailed ? candidates.filter(({ place }) => place >= start) : [];
  const remaining = last.length > 0 ? last : candidates;
  const listed = remaining.filter(({ purpose }) => purpose !== 'other');
  return listed.length > 0 ? listed : remaining.slice(-1);
}
