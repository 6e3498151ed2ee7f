/** When a command that failed succeeded again. */
import type { CommandPurpose, WorkCommand } from '../records/work-record.ts';

/** Checks of the whole project: the next success of any of them fixes what failed before. */
const wholeProject: ReadonlySet<CommandPurpose> = new Set(['build', 'types', 'lint']);

/** Options with which a command gives up, or only shows what it would do. Its success fixes nothing. */
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
  const isProjectWide = wholeProject.has(failed.purpose);
  const successes = commands
    .filter(
      ({ purpose, line }) =>
        purpose === failed.purpose &&
        (isProjectWide
          ? checksAll(line, failed.line)
          : includesCommand(line, failed.line) ||
            (failed.purpose !== 'test' && addsOptions(line, failed.line))) &&
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

/** `pytest` includes `pytest tests/a.py`; `pytest tests/b.py` and `pytest -k one` do not. */
function includesCommand(line: string, failed: string): boolean {
  const [program, ...words] = wordsOf(line);
  const [other, ...named] = wordsOf(failed);
  const narrows = optionsOf(line).some(
    (option) => narrowing.test(option) && !optionsOf(failed).includes(option),
  );
  return program === other && !narrows && words.every((word) => named.some((one) => covers(word, one)));
}

/** `psql -c "SET lock_timeout = '5s'" -f a.sql` is `psql -f a.sql` tried again with one more option and its value. */
function addsOptions(line: string, failed: string): boolean {
  const missing = quotedWords(failed);
  let afterOption = false;
  for (const [index, word] of quotedWords(line).entries()) {
    const place = missing.indexOf(word);
    if (index === 0 && place !== 0) return false;
    if (place !== -1) missing.splice(place, 1);
    else if (!word.startsWith('-') && !afterOption) return false;
    afterOption = place === -1 && word.startsWith('-');
  }
  return missing.length === 0;
}

/** Quoted texts are one word. */
function quotedWords(line: string): string[] {
  return line.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? [];
}

/**
 * Of checks of a whole project, any success counts that is not visibly about another part: `eslint test` and
 * `npm run build:docs` say nothing about `eslint src` and `npm run build`.
 */
function checksAll(line: string, failed: string): boolean {
  if (includesCommand(line, failed)) return true;
  const named = wordsOf(failed);
  const [program, ...words] = wordsOf(line);
  const others = words.filter((word) => !named.some((one) => covers(word, one)));
  if (program !== named[0])
    return others.every((word) => !/[/*]|\w\.\w|:(?!fix|all|check|ci|prod)/.test(word));
  return others.every((word) => wholeTask.test(word));
}

/** Words that name no part of a project. */
const wholeTask =
  /^(?:\.|all|build|compile|check|run|lint|types?|type-?check|assemble|format|fmt|--)$|:(?:fix|write|all|check|ci|prod(?:uction)?|strict)$/;

/** Options that leave out a part of what would be checked. */
const narrowing =
  /^--?(?:tests?|filter|grep|g|run|k|m|t|R|E|L|test-?[Nn]ame-?[Pp]attern|test-?[Pp]ath-?[Pp]attern|match|name|only\w*|include|exclude|package|p|project|spec|example|changed|since|ignore|deselect|skip|tags?|shard|scope|workspace|target)(?:=|$)/;

/** `tests` covers `tests/a.py`, `a.py` covers `a.py::test_b`, `"symfony/*"` covers `symfony/mime`. */
function covers(word: string, named: string): boolean {
  const whole = word.replace(/^["']|["']$/g, '').replace(/^\.\/\.\.\.$/, './');
  if (whole === named || word === named) return true;
  if (/[/:]\*{1,2}$|\/$/.test(whole)) return named.startsWith(whole.replace(/\*+$/, ''));
  return named.startsWith(whole) && /^(?:\/|::|:\d|\[|#|\.[A-Za-z])/.test(named.slice(whole.length));
}

function wordsOf(line: string): string[] {
  return line.split(' ').filter((word, index) => index === 0 || !word.startsWith('-'));
}

function optionsOf(line: string): string[] {
  return line.split(' ').filter((word) => word.startsWith('-'));
}
