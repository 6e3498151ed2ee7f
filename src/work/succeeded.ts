/** When a command that failed succeeded again. */
import type { CommandPurpose, WorkCommand } from '../records/work-record.ts';

/** Checks of the whole project: the next success of any of them fixes what failed before. */
const wholeProject: ReadonlySet<CommandPurpose> = new Set(['build', 'types', 'lint']);

/** Options with which a command gives up, or only shows what it would do: its success mends nothing. */
const doesNothing =
  /\s--(?:abort|quit|dry-run|collect-only|no-run|just-print|list(?:-?[Tt]ests?)?|help|version)(?:[=\s]|$)/;

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
      ({ purpose, line }) =>
        purpose === failed.purpose &&
        (whole || includesCommand(line, failed.line)) &&
        (line === failed.line || !doesNothing.test(line)),
    )
    .map(({ succeeded }) => succeeded)
    .filter((one) => one > seq);
  return successes.length === 0 ? 0 : Math.min(...successes);
}

/** Whether what failed was given up since (`git rebase --abort`). */
export function givenUpAfter(
  commands: readonly WorkCommand[],
  failed: Pick<WorkCommand, 'purpose' | 'line'>,
  seq: number,
): boolean {
  return commands.some(
    ({ purpose, line, succeeded }) =>
      purpose === failed.purpose &&
      succeeded > seq &&
      /\s--(?:abort|quit)(?:\s|$)/.test(line) &&
      includesCommand(line, failed.line),
  );
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
