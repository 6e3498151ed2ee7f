/**
 * What a script did to files after all: programs say by their own name what they could not do (`rm: cannot remove 'a'`),
 * and what follows such a failure with `&&` never ran.
 */
import type { FileEffect } from './patch.ts';
import type { ShellStep } from './shell.ts';

const readLines = 400;
const complaint = /^[^\s:]{1,80}: /;
const harmless = /\bwarning\b|\bRemoving leading\b/i;
const shells = /^(?:\/\S{0,40}\/)?(?:ba|z|da|k)?sh: /;

export function doneEffects(steps: readonly ShellStep[], output: string): FileEffect[] {
  const complaints = complaintsIn(output);
  if (complaints.length === 0) return steps.flatMap(({ effects }) => effects);
  const byShell = complaints.filter((line) => shells.test(line));
  const done: FileEffect[] = [];
  let stopped = false;
  for (const step of steps) {
    if (step.link !== '&&') stopped = step.link === '|' && stopped;
    if (stopped) continue;
    const own = complaints.filter((line) => isBy(step.name, line));
    done.push(...step.effects.filter((effect) => !failed(effect, step, own) && !named(effect, byShell)));
    stopped = own.length > 0;
  }
  return done;
}

function complaintsIn(output: string): string[] {
  return output
    .slice(-50_000)
    .split('\n', readLines)
    .filter((line) => complaint.test(line) && !harmless.test(line));
}

function isBy(name: string, line: string): boolean {
  return name === 'git' ? /^(?:fatal|error): /.test(line) : name !== '' && line.startsWith(`${name}: `);
}

/** One effect of the program's own is the one that failed; of several, those that are named. */
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
