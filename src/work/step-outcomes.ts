/**
 * What the outcome of a line says about each of its commands. A client reports one outcome for `lint && test; push`, and
 * a command is only said to have failed or worked if nothing else can be true.
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
const noGood =
  /\b[1-9]\d*\s+(?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:failed|failures?|errors?|fail)\s?[:=]\s{0,8}[1-9]|^\W{0,4}FAILED\b|test result: FAILED/i;

/** `steps` are the commands of one line that did something, in their order; `script` has all of its commands. */
export function outcomesOf(
  steps: readonly PlacedStep[],
  script: readonly ShellStep[],
  outcome: Outcome,
): LineOutcome {
  const all = withStops(script);
  const outcomes = new Map<PlacedStep, StepOutcome>(steps.map((one) => [one, { ok: null, figures: [] }]));
  const none: LineOutcome = { outcomes, failed: [], skipped: new Set() };
  const failing = (failed: PlacedStep[]): LineOutcome => {
    const skipped = [...all.keys()].filter((place) => isBehind(place, failed, all));
    return { outcomes, failed, skipped: new Set(skipped) };
  };
  const waited = steps.filter(({ step }) => step.background !== true);
  if (outcome.ok === null || waited.length === 0) return none;
  const left = steps.findLast(({ step, purpose }) => step.background === true && purpose === 'test');
  // What runs beside the others prints between them, and only tests print figures of tests.
  if (left !== undefined && outcome.figures.some((line) => testFigure.test(line))) return none;
  const [only] = waited;
  if (waited.length === 1 && only !== undefined) {
    const ignored = outcome.ok && all[only.place + 1]?.link === '||' && outcome.figures.length === 0;
    outcomes.set(only, { ok: ignored ? null : outcome.ok, figures: outcome.figures });
    return outcome.ok ? none : failing([only]);
  }
  const test = waited.findLast(({ purpose }) => purpose === 'test');
  const ofTests = outcome.figures.filter((line) => testFigure.test(line) && !buildFigure.test(line));
  const others = outcome.figures.filter((line) => !ofTests.includes(line));
  if (outcome.ok) {
    const owner = test ?? waited.at(-1)!;
    for (const one of waited)
      outcomes.set(one, {
        ok: workedFor(one, waited, all, outcome) ? true : null,
        figures: one === owner ? outcome.figures : [],
      });
    return none;
  }
  const worked = new Set<PlacedStep>();
  const works = (one: PlacedStep, figures: string[] = []) => {
    worked.add(one);
    outcomes.set(one, { ok: true, figures });
  };
  /** It was started, so what stands before it with `&&` worked. */
  const started = (one: PlacedStep) => {
    for (const before of waited)
      if (before.place < one.place && chained(before.place, one.place, all) && !worked.has(before))
        works(before);
  };
  for (const one of committing(waited, outcome)) {
    started(one);
    works(one);
  }
  const refused = refusedPush(waited, outcome);
  if (refused !== undefined) {
    started(refused);
    outcomes.set(refused, { ok: false, figures: [] });
    return failing([refused]);
  }
  // The client says that the line worked, so what ended it did, whatever failed before.
  const end = waited.at(-1)!;
  if (outcome.exitWorked === true && all.slice(end.place + 1).every(({ link }) => link === '|'))
    if (end !== test) {
      started(end);
      works(end);
    }
  if (test !== undefined && ofTests.length > 0) {
    started(test);
    if (ofTests.some((line) => noGood.test(line))) {
      outcomes.set(test, { ok: false, figures: ofTests });
      return failing([test]);
    }
    works(test, ofTests);
  }
  const failed = narrowed(
    waited.filter((one) => !worked.has(one)),
    all,
    outcome,
  );
  const figures = others.length > 0 || test === undefined || worked.has(test) ? others : outcome.figures;
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

/** A line that worked says so of commands that had to work for the line to go on. */
function workedFor(
  one: PlacedStep,
  waited: readonly PlacedStep[],
  all: readonly ShellStep[],
  { errors }: Outcome,
): boolean {
  if (all[one.place + 1]?.link === '||') return false;
  const last = waited.at(-1)!;
  return one === last || chained(one.place, last.place, all) || errors.length === 0;
}

/** Between two commands there is nothing but `&&`, and pipes into what only shows. */
function chained(from: number, to: number, all: readonly ShellStep[]): boolean {
  return all.slice(from + 1, to + 1).every(({ link }) => link === '&&' || link === '|');
}

/** After a failure, what follows with `&&` never runs, unless a pipe hid the failure. */
function isBehind(place: number, failed: readonly PlacedStep[], all: readonly ShellStep[]): boolean {
  const last = failed.at(-1);
  if (last === undefined || place <= last.place || all[last.place + 1]?.link === '|') return false;
  return chained(last.place, place, all);
}

/** Commits that git printed were made, whatever failed after them. */
function committing(waited: readonly PlacedStep[], { text }: Outcome): PlacedStep[] {
  const printed = text.match(/^\[[^\]\n]{1,140} [0-9a-f]{7,40}\] /gm)?.length ?? 0;
  return waited.filter(({ step }) => step.name === 'git' && step.words.includes('commit')).slice(0, printed);
}

const ofRemote =
  /^\s*! \[(?:remote )?rejected\]|\bfailed to push some refs\b|\bCould not read from remote repository\b|^fatal: unable to access\b/m;

/** A push that was refused says so, and only what speaks with a remote can. */
function refusedPush(waited: readonly PlacedStep[], { text }: Outcome): PlacedStep | undefined {
  const speaking = waited.filter(
    ({ step }) => step.name === 'git' && step.words.some((word) => /^(?:push|pull|fetch|clone)$/.test(word)),
  );
  return ofRemote.test(text) && speaking.length === 1 ? speaking[0] : undefined;
}

/**
 * Of the commands that may have failed, the one that an error line names (`cp: cannot stat`), those after the last `;`
 * if the line as a whole failed, and none that would have announced itself.
 */
function narrowed(
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
  const left = last.length > 0 ? last : candidates;
  const telling = left.filter(({ purpose }) => purpose !== 'other');
  return telling.length > 0 ? telling : left.slice(-1);
}
