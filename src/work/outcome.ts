/** The outcome of a command, from its output: whether it worked, its figures, and what it reports as wrong. */
import { isTrace } from '../text/code.ts';
import { unwrap } from './client-wrapping.ts';

export type Outcome = {
  /** Null if there was no answer. */
  ok: boolean | null;
  figures: string[];
  /** The lines that report what is wrong, most informative first. */
  errors: string[];
  text: string;
  /** The client or the program itself reports a failure. */
  failed: boolean;
  /** The line as a whole ended with a failure, so its last command did. */
  exitFailed: boolean;
  /** The client says that the line as a whole worked, so its last command did. */
  exitWorked?: true;
  /** The exit code that the client tells. */
  exit?: number;
  /** It still runs: the client's name for it, empty if it has none. */
  running?: string;
};

const readLines = 400;
const longestLine = 400;
const longestFigure = 140;
const longestError = 220;
/** Shorter lines, such as "Error" alone, explain nothing. */
const shortestError = 8;
const mostFigures = 2;
const mostErrors = 30;

/** "12 passed, 1 failed", "Ran 3 tests", "0 errors", "100% tests passed". */
const counted =
  /(?<![\w.@:-])\d+(?:\.\d+)?%?\s+(?:of \d+ )?(?:\w+ )?(?:tests?|specs?|examples?|suites?|checks?|assertions?|passed|passing|failed|failing|failures?|errors?|warnings?|problems?|skipped|pending|ignored|todo|offen[cs]es?|violations?|vulnerabilit(?:y|ies))\b|\b(?:tests?|test suites|passed|failed|failures|errors|fail|pass)\s?[:=]\s{0,8}\d+|\bno (?:offen[cs]es|issues|problems|errors|warnings|vulnerabilities|violations) (?:detected|found|reported)\b/i;
const verdict =
  /^\W{0,4}(?:BUILD (?:SUCCESSFUL|FAILED|SUCCEEDED)|test result:|FAILED\b|OK \(|Compilation (?:failed|succeeded)|Success(?:fully)?[:!. ]|Build (?:complete|succeeded|failed)|All (?:checks|tests) (?:passed|good)|no issues found|Done in \d|Output written on .{1,80}pages|Finished [`'\w-]+|Compiled successfully|Failed to compile)/i;
const badCount =
  /\b([1-9]\d*)\s+(?:(?!expected|known|allowed|ignored|fixed|of)[a-z]+ )?(?:failed|failing|failures?|errors?)\b|\b(?:failed|failures?|errors?|fail)\s?[:=]\s{0,8}([1-9]\d*)/i;
const badVerdict =
  /^\W{0,4}(?:BUILD FAILED|FAILED\b|Compilation failed|Build failed|Failed to compile)|test result: FAILED/i;

const strongError =
  /^\s{0,8}(?:\[?(?:error|fatal|panic|err!)\b[\]:!]|error(?:\[\w+\])?:|e\s{2,}|×|✖|✗|\d{1,6}:\d{1,6}\s+error\s|(?:-{2,3} )?fail:|make(?:\[\d+\])?: \*\*\*|! |\*\* \()|\b(?:fatal error|undefined reference|multiple definition|No such file or directory|command not found|cannot find|Cannot find|Permission denied|Segmentation fault|core dumped|Aborted|Traceback|AssertionError|invalid size|panicked at)\b|\w(?:Error|Exception)\b\s?[:(]|:\d+(?::\d+)?: (?:fatal )?error\b|\berror(?: TS\d+)?:|npm (?:ERR!|error)|^CMake Error/i;
const weakError =
  /\b(?:error|failed|failure|cannot|could not|unable to|denied|not found|undefined|missing|invalid|unexpected|refused|aborted|conflict)\b/i;

/** `src/a.go:3:6: exported function should have a comment`: whatever stands behind a place in a file. */
const placed = /^\s{0,4}[^\s:]{1,200}\.\w{1,8}:\d{1,6}(?::\d{1,6})?:?\s+\S/;

/** A linker names the file it read before it reports what is wrong. */
const objectFile = /(?:^|(?<=\s))\S{1,200}\.(?:o|obj|a)(?:\([^)\s]{1,80}\))?:\s?/g;
/** Lines that only report that something else failed. */
export const gaveUp =
  /^\s*(?:make(?:\[\d+\])?: \*\*\*|collect2: error|Traceback|npm (?:ERR!|error) (?:code|errno|Lifecycle)|error Command failed)/;

/** The first or last line of a program that was stopped before its end. */
const cutOff =
  /^\W{0,3}(?:(?:the )?(?:command|process|execution|script|tool|operation|job|run)\b.{0,60}\b)?(?:timed? ?out|killed|terminated)\b(?! waiting)/i;
const brokenOff = /\^C\s*$/;
/** A line that only says that the program came to its end. */
const farewell = /^\W*(?:all )?(?:done|finished|completed?)(?: in [\d.]+ ?\w{1,12})?\W*$/i;
/** Advice that follows an error. */
const advice = /^\s*(?:note|help|hint|tip|info)\b\s?:/i;

export function readOutcome(output: string | undefined, isError?: boolean): Outcome {
  const unknown = { ok: null, figures: [], errors: [], text: '', failed: false, exitFailed: false };
  if (output === undefined) return unknown;
  const { text, exit, running } = unwrap(output);
  if (running !== undefined) return { ...unknown, text, running };
  const lines = endLines(text);
  const ends = [lines[0], lines.at(-1)].filter((line) => line !== undefined && line.length <= 200);
  if (exit === undefined && isError !== true && ends.some((line) => brokenOff.test(line!)))
    return { ...unknown, text };
  const figures = figureLines(lines);
  const cutOffLine = ends.find((line) => cutOff.test(line!));
  const exitFailed = isError === true || (exit !== undefined && exit !== 0) || cutOffLine !== undefined;
  const failed =
    exitFailed ||
    figures.some((line) => isBad(line)) ||
    (exit === undefined && lines.some((line) => badVerdict.test(line)));
  const errors = [
    ...new Set([...errorLines(lines, failed), ...(cutOffLine === undefined ? [] : [cutOffLine.trim()])]),
  ];
  const ok = !failed && !(errors.length > 0 && figures.length === 0);
  const code = exit !== undefined && exit !== 0 ? [`exit code ${exit}`] : [];
  const exitWorked = !exitFailed && (exit === 0 || isError === false);
  return {
    ok,
    figures: [...figures, ...(figures.length === 0 && !ok ? code : [])],
    errors,
    text,
    failed,
    exitFailed,
    ...(exit !== undefined && { exit }),
    ...(exitWorked && { exitWorked }),
  };
}

function isBad(line: string): boolean {
  return badCount.test(line) || badVerdict.test(line);
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

function errorLines(all: readonly string[], failed: boolean): string[] {
  const lines = all.map((line, index) => withNextLine(line, all[index + 1]));
  const strong = lines.filter((line) => strongError.test(line) && !/\b0 errors?\b/i.test(line));
  const hasCause = strong.some((line) => !gaveUp.test(line));
  const tells = (line: string) => weakError.test(line) || placed.test(line);
  const weak = hasCause || !failed ? [] : lines.filter((line) => tells(line) && !advice.test(line));
  const chosen = hasCause ? strong : [...weak, ...strong];
  const fallback = failed && chosen.every((line) => gaveUp.test(line)) ? lastLineBeforeGivingUp(lines) : [];
  const isInformative = (line: string) => line.trim().length >= shortestError && !/(?:^|: )cd: /.test(line);
  // A traceback has the error at its end. The line in which make or a linker gives up says less than the errors before it.
  const inOrder = lines.some((line) => line.startsWith('Traceback')) ? chosen.toReversed() : chosen;
  const ordered = [
    ...[...inOrder, ...fallback].filter((line) => !gaveUp.test(line)),
    ...inOrder.filter((line) => gaveUp.test(line)),
  ];
  return [
    ...new Set(
      ordered.filter(isInformative).map((line) => line.replace(objectFile, '').trim().slice(0, longestError)),
    ),
  ].slice(0, mostErrors);
}

/** The last line before those that only report that something else failed. */
function lastLineBeforeGivingUp(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => gaveUp.test(line));
  const before = (end === -1 ? lines : lines.slice(0, end)).filter(
    (line) => !advice.test(line) && !farewell.test(line),
  );
  return before.slice(-1);
}

/** After a line such as "ArgumentError:", the next line says what was wrong. */
function withNextLine(line: string, next: string | undefined): string {
  const opens = /(?:Error|Exception|panicked at .{1,200}|Error Message|message):$|^\s*--- FAIL: /i.test(line);
  return !opens || next === undefined ? line : `${line} ${next.trim()}`;
}
