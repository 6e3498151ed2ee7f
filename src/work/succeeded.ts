/** When a command that failed succeeded again. */
import type { CommandPurpose, WorkCommand } from '../records/work-record.ts';

/** Checks of the whole project: the next success of any of them fixes what failed before. */
const wholeProject: ReadonlySet<CommandPurpose> = new Set(['build', 'types', 'lint']);

/**
 * The first success after a failure, of the same command or of one that includes everything it checked; 0 for none. If
 * one of several failed, all of them have to succeed.
 */
export function succeededAfter(
  commands: readonly WorkCommand[],
  failed: Pick<WorkCommand, 'purpose' | 'line' | 'parts'>,
  seq: number,
): number {
  if (failed.parts !== undefined) {
    const each = failed.parts.map((part) => succeededAfter(commands, part, seq));
    return each.includes(0) ? 0 : Math.max(...each);
  }
  const whole = wholeProject.has(failed.purpose);
  const successes = commands
    .filter(
      ({ purpose, line }) => purpose === failed.purpose && (whole || includesCommand(line, failed.line)),
    )
    .map(({ succeeded }) => succeeded)
    .filter((one) => one > seq);
  return successes.length === 0 ? 0 : Math.min(...successes);
}

/** `pytest` includes `pytest tests/a.py`; `pytest tests/b.py` does not. */
function includesCommand(line: string, failed: string): boolean {
  const [program, ...words] = wordsOf(line);
  const [other, ...named] = wordsOf(failed);
  return program === other && words.every((word) => named.some((one) => one.startsWith(word)));
}

function wordsOf(line: string): string[] {
  return line.split(' ').filter((word, index) => index === 0 || !word.startsWith('-'));
}
