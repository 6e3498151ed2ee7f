/** The outcome of a command, from its output: whether it worked, its figures, and what it reports as wrong. */
import { isTrace } from '../text/code.ts';

export type Outcome = {
  /** Null if there was no answer. */
  ok: boolean | null;
  figures: string[];
  /** The lines that report what is wrong, most telling first. */
  errors: string[];
  text: string;
  /** The client or the program itself reports a failure. */
  failed: boolean;
  /** The line as a whole ended with a failure, so its last command did. */
  exitFailed: boolean;
};

const readLines = 400;
const longestLine = 400;
const longestFigure = 140;
const longestError = 220;
/** "Error" alone says nothing. */
const shortestError = 8;
const mostFigures = 2;
const mostErrors = 30;

/** "12 passed, 1 failed", "Ran 3 tests", "0 errors", "100% tests passed". */
const counted =
  /(?<![\w.@:-])\d+(?:\.\d+)?%?\s+(?:of \d+ )?(?:tests?|specs?|examples?|suites?|checks?|assertions?|passed|passing|failed|failing|failures?|errors?|warnings?|problems?|skipped|pending|ignored|todo)\b|\b(?:tests?|test suites|passed|failed|failures|errors|fail|pass)\s?[:=]\s?\d+/i;
const verdict =
  /^\W{0,4}(?:BUILD (?:SUCCESSFUL|FAILED|SUCCEEDED)|test result:|FAILED\b|OK \(|Compilation (?:failed|succeeded)|Success(?:fully)?[:!. ]|Build (?:complete|succeeded|failed)|All (?:checks|tests) (?:passed|good)|no issues found|Done in \d|Output written on .{1,80}pages|Finished [`'\w-]+|Compiled successfully|Failed to compile)/i;
const badCount =
  /\b([1-9]\d*)\s+(?:tests? )?(?:failed|failing|failures?|errors?)\b|\b(?:failed|failures?|errors?|fail)\s?[:=]\s?([1-9]\d*)/i;
const badVerdict =
  /^\W{0,4}(?:BUILD FAILED|FAILED\b|Compilation failed|Build failed|Failed to compile)|test result: FAILED/i;

const strongError =
  /^\s{0,8}(?:\[?(?:error|fatal|panic|err!)\b[\]:!]|error(?:\[\w+\])?:|e\s{2,}|×|✖|✗|fail:|make(?:\[\d+\])?: \*\*\*|! |\*\* \()|\b(?:fatal error|undefined reference|multiple definition|No such file or directory|command not found|cannot find|Cannot find|Permission denied|Segmentation fault|core dumped|Aborted|Traceback|AssertionError|invalid size)\b|\w(?:Error|Exception)\b\s?[:(]|:\d+(?::\d+)?: (?:fatal )?error\b|\berror(?: TS\d+)?:|npm (?:ERR!|error)|^CMake Error/i;
const weakError =
  /\b(?:error|failed|failure|cannot|could not|unable to|denied|not found|undefined|missing|invalid|unexpected|refused|aborted|conflict)\b/i;

/** A linker names the file it read before it reports what is wrong. */
const objectFile = /(?:^|(?<=\s))\S{1,200}\.(?:o|obj|a)(?:\([^)\s]{1,80}\))?:\s?/g;
/** Lines that only report that something else failed. */
export const gaveUp =
  /^\s*(?:make(?:\[\d+\])?: \*\*\*|collect2: error|Traceback|npm (?:ERR!|error) (?:code|errno|Lifecycle)|error Command failed)/;

const exitCode =
  /(?:exit(?:ed)?(?: with)?(?: status| code)?|exit_code|exitCode|returned? code|status)["']?\s?[:=]?\s{0,2}(?:code )?(-?\d{1,3})\b/i;

export function readOutcome(output: string | undefined, isError: boolean): Outcome {
  if (output === undefined)
    return { ok: null, figures: [], errors: [], text: '', failed: false, exitFailed: false };
  const { text, exit } = unwrapped(output);
  const lines = endLines(text);
  const figures = figureLines(lines);
  const exitFailed = isError || (exit !== undefined && exit !== 0);
  const failed =
    exitFailed ||
    figures.some((line) => isBad(line)) ||
    (exit === undefined && lines.some((line) => badVerdict.test(line)));
  const errors = errorLines(lines, failed);
  const ok = !failed && !(errors.length > 0 && figures.length === 0);
  const code = exit !== undefined && exit !== 0 ? [`exit code ${exit}`] : [];
  return {
    ok,
    figures: [...figures, ...(figures.length === 0 && !ok ? code : [])],
    errors,
    text,
    failed,
    exitFailed,
  };
}

function isBad(line: string): boolean {
  return badCount.test(line) || badVerdict.test(line);
}

/** Clients wrap program output: Codex in JSON with the exit code, others in a line at the beginning or end. */
function unwrapped(output: string): { text: string; exit: number | undefined } {
  if (/^\s*\{/.test(output) && /"(?:output|stdout)"/.test(output.slice(0, 2_000) + output.slice(-200))) {
    try {
      const value = JSON.parse(output) as Record<string, unknown>;
      const metadata = (value.metadata ?? value) as Record<string, unknown>;
      const exit = metadata.exit_code ?? metadata.exitCode;
      const inner = [value.output, value.stdout, value.stderr].filter((one) => typeof one === 'string');
      if (inner.length > 0)
        return { text: inner.join('\n'), exit: typeof exit === 'number' ? exit : undefined };
    } catch {
      // Not JSON after all, or truncated.
    }
  }
  const ends = `${output.slice(0, 300)}\n${output.slice(-300)}`;
  const code = ends
    .split('\n')
    .map((line) =>
      /^\W{0,3}(?:command|process|script|exit|error: exit|shell)/i.test(line) ? exitCode.exec(line) : null,
    )
    .find((match) => match !== null);
  return { text: output, exit: code === undefined ? undefined : Number(code[1]) };
}

function endLines(text: string): string[] {
  const lines = text.slice(-200_000).split('\n');
  const chosen =
    lines.length <= readLines ? lines : [...lines.slice(0, readLines / 2), ...lines.slice(-readLines / 2)];
  return chosen.map((line) => line.slice(0, longestLine).trimEnd()).filter((line) => line.trim() !== '');
}

/** The last figures, because totals come last. */
function figureLines(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines.slice(-60).reverse()) {
    const isTotal = (counted.test(line) || verdict.test(line)) && line.length <= 200 && !isTrace(line);
    if (!isTotal || /^\s{0,8}(?:\/\/|#|\*|>|["'`])/.test(line)) continue;
    const clean = line.trim().replace(/^[=─━\s-]+|[=─━\s-]+$/g, '');
    if (!found.includes(clean)) found.push(clean.slice(0, longestFigure));
    if (found.length === mostFigures) break;
  }
  return found.reverse();
}

function errorLines(lines: readonly string[], failed: boolean): string[] {
  const strong = lines.filter((line) => strongError.test(line) && !/\b0 errors?\b/i.test(line));
  const chosen = strong.length > 0 || !failed ? strong : lines.filter((line) => weakError.test(line));
  const fallback = failed && chosen.length === 0 ? lines.slice(-1) : [];
  const isInformative = (line: string) => line.trim().length >= shortestError && !/(?:^|: )cd: /.test(line);
  // A traceback tells at its end what went wrong. That make or a linker gave up says less than the errors before it.
  const inOrder = lines.some((line) => line.startsWith('Traceback')) ? chosen.toReversed() : chosen;
  const ordered = [
    ...inOrder.filter((line) => !gaveUp.test(line)),
    ...inOrder.filter((line) => gaveUp.test(line)),
  ];
  return [
    ...new Set(
      [...ordered, ...fallback]
        .filter(isInformative)
        .map((line) => line.replace(objectFile, '').trim().slice(0, longestError)),
    ),
  ].slice(0, mostErrors);
}
