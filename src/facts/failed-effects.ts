/**
 * The changes of files that a script really made. Programs report failures under their own name (`rm: cannot remove 'a'`),
 * commands after such a failure with `&&` never ran, and a failed patch or inline script counts as having written nothing.
 */
import { inlineScript } from './interpreters.ts';
import type { FileEffect } from './patch.ts';
import type { ShellStep } from './shell.ts';

const readLines = 400;
const complaint = /^[^\s:]{1,80}: /;
const harmless = /\bwarning\b|\bRemoving leading\b/i;
const failing =
  /\b(?:errors?|fail(?:ed|s|ure)?|cannot|can['’]t|could not|unable|denied|not|no such|invalid|unknown|missing|refus\w+|fatal|abort\w*|unexpected)\b/i;
const shells = /^(?:\/\S{0,40}\/)?(?:ba|z|da|k)?sh: /;

/** Commands that write no files themselves and seldom fail. */
const withoutEffects = /^(?:cd|pushd|set|export|source|\.|mkdir|echo|true)$/;

/** `hasFailed`: the line as a whole ended with a failure. */
export function doneEffects(
  steps: readonly ShellStep[],
  output: string,
  { hasFailed = false }: { hasFailed?: boolean } = {},
): FileEffect[] {
  const complaints = complaintsIn(output);
  const acting = steps.filter(({ name }) => !withoutEffects.test(name));
  const isPython = output.includes('Traceback (most recent call last)');
  const isFailed = (step: ShellStep) =>
    (hasFailed && acting.length === 1 && acting[0] === step) ||
    (isPython && isInline(step)) ||
    (step.name === 'patch' && allHunksFailed(output));
  if (complaints.length === 0 && !hasFailed && !isPython && !acting.some(isFailed))
    return steps.flatMap(({ effects }) => effects);
  const byShell = complaints.filter((line) => shells.test(line));
  const done: FileEffect[] = [];
  let stopped = false;
  for (const step of steps) {
    if (step.link !== '&&') stopped = step.link === '|' && stopped;
    if (stopped) continue;
    const own = complaints.filter((line) => isBy(step.name, line) && isFailure(step, line));
    const whole =
      isFailed(step) && step.redirected !== true && (isAllOrNothing(step) || step.effects.length === 1);
    if (!whole)
      done.push(...step.effects.filter((effect) => !failed(effect, step, own) && !named(effect, byShell)));
    stopped = own.length > 0 || isFailed(step);
  }
  return done;
}

function isInline({ name, words }: ShellStep): boolean {
  return inlineScript(name, words) !== undefined;
}

/** A patch or a git command has all of its effects or none. How far a failed script came is unknown, so it counts as none. */
function isAllOrNothing(step: ShellStep): boolean {
  return /^(?:apply_?patch|patch|git)$/.test(step.name) || isInline(step);
}

function allHunksFailed(output: string): boolean {
  const counts = [...output.matchAll(/^(\d+) out of (\d+) hunks? FAILED/gm)];
  return counts.length > 0 && counts.every(([, failed, all]) => failed === all);
}

function complaintsIn(output: string): string[] {
  return output
    .slice(-50_000)
    .split('\n', readLines)
    .filter((line) => complaint.test(line) && !harmless.test(line));
}

/** Programs that only handle files are silent when they work. Others report under their own name, too ("go: added …"). */
function isFailure({ effects }: ShellStep, line: string): boolean {
  return effects.length > 0 || failing.test(line);
}

function isBy(name: string, line: string): boolean {
  return name === 'git' ? /^(?:fatal|error): /.test(line) : name !== '' && line.startsWith(`${name}: `);
}

/** If the program has one effect of its own, its failure concerns that one; otherwise the effects whose files it names. */
function failed(effect: FileEffect, { effects, redirected }: ShellStep, own: readonly string[]): boolean {
  if (own.length === 0) return false;
  return (effects.length === 1 && redirected !== true) || named(effect, own);
}

function named({ path, to }: FileEffect, lines: readonly string[]): boolean {
  const names = [path, ...(to === undefined ? [] : [to])].map((one) => one.split('/').at(-1)!);
  return lines.some((line) => {
    const words = line.split(/[\s:'"‘’`,]+/).map((word) => word.split('/').at(-1)!);
    return names.some((name) => name !== '' && words.includes(name));
  });
}
