/**
 * Whether a tool's answer says that the call did nothing. Many clients have no flag for this and say it in words. Such an
 * answer begins with a sentence, and it counts which comes first in it: a word for something done, or a word for a
 * failure or a denial ("Successfully replaced 1 match" and "The text was not replaced").
 */
const sentenceLength = 300;
const failing =
  /(?<![\w-])(?:errors?|err|exception|fail(?:ed|ure|s)?|fatal|denied|declined|cancell?ed|rejected|refused|aborted|skipped|forbidden|invalid|missing|unable|waiting|awaiting|pending|mismatch|ambiguous|identical|read-only|E[A-Z]{3,12}(?=[:,])|not|no|none|nothing|never|cannot|multiple (?:matches|occurrences)|more than one)(?![\w-])|n['’]t\b/i;
const doing =
  /(?<![\w-])(?:success(?:ful|fully)?|ok|done|updated|edited|applied|created|written|wrote|saved|modified|replaced|changed|made|inserted|added|appended|deleted|removed|moved|renamed|overwr(?:ote|itten)|patched|completed|accepted)(?![\w-])/i;
/** "Replaced 0 occurrences" did nothing, although it begins with something done. */
const noneDone =
  /(?<![\w.-])0 (?:\w+ )?(?:occurrences?|match(?:es)?|replacements?|changes?|edits?|files?|hunks?)\b/i;
const severalFound = /\bfound (?:[2-9]|\d{2,}) (?:match(?:es)?|occurrences)\b/i;
/** Content of a file, or a patch: an answer that shows what is there now, not a sentence. */
const content = /^\s*(?:\d+\s?[\t→|:]|(?:diff|index) |---|\+\+\+|@@|\*\*\*|#|\/[/*]|;|import\b)/;
/** Names of files and quoted texts say nothing about the call. */
const named = /`[^`]*`|"[^"]*"|'[^'\s][^']*'|\S*[/\\]\S*|\w+\.\w[\w.]*/g;

const exitCode = /"?exit[_ ]?code"?\s?[:=]\s?(-?\d{1,3})\b|\bexited with code (-?\d{1,3})\b/i;
/** Wraps a program's output in JSON together with its exit code. */
const wrapped = /^\s*\{\s*"(?:output|stdout|stderr|metadata)"\s*:/;
const inside = /^\s*\{\s*"(?:output|stdout|stderr)"\s*:\s*"((?:[^"\\]|\\.){0,300})/;

/** Lines in front of the output that tell how the program ended. */
const header = /^(?:[A-Z][\w ]{1,30}:? [^\n]{0,60}\n){1,5}Output:\s*/;

export function saysRefused(output: string): boolean {
  const above = header.exec(output.slice(0, 400))?.[0];
  const code = above === undefined ? undefined : exitOf(above);
  if (above !== undefined && code !== undefined)
    return code !== '0' || saysRefused(output.slice(above.length));
  const start = output.slice(0, 400);
  if (wrapped.test(start)) {
    const code = exitOf(`${start}${output.slice(-400)}`);
    return code === undefined ? deniesDoing(inside.exec(start)?.[1] ?? '') : code !== '0';
  }
  return /^\s*\{/.test(start) ? reportsFailure(output) : deniesDoing(start);
}

function exitOf(text: string): string | undefined {
  const found = exitCode.exec(text);
  return found?.[1] ?? found?.[2];
}

/** The answer of a tool that was called but not run, because a person did not want it to run. */
export function saysDeclined(output: string): boolean {
  const line = firstLine(inside.exec(output.slice(0, 400))?.[1] ?? output.slice(0, 400));
  return declined.some((form) => form.test(line));
}

const declined: readonly RegExp[] = [
  /\b(?:user|human|operator) (?:has |have |explicitly )?(?:declined|denied|rejected|refused|cancell?ed|aborted|skipped|interrupted|stopped|(?:does(?:n['’]t| not)|did(?:n['’]t| not)) (?:want|allow|approve|permit|accept|confirm)|(?:chose|decided) not)\b/i,
  /\b(?:declined|denied|rejected|refused|cancell?ed|aborted|skipped|interrupted|stopped|not (?:allowed|approved|permitted)) by (?:the |a )?(?:user|human|operator)\b/i,
  /^\W*(?:operation (?:was )?cancell?ed|request interrupted|(?:tool(?: use| call)?|command|execution) (?:was |has been )?(?:cancell?ed|interrupted|declined|denied|rejected|not (?:executed|run|approved)))\b/i,
];

function deniesDoing(text: string): boolean {
  const line = firstLine(text);
  if (content.test(line)) return false;
  const sentence = line.replace(/<[^>]{0,40}error>/i, 'error ').replace(named, ' ');
  if (noneDone.test(sentence)) return true;
  const done = doing.exec(sentence)?.index ?? Number.POSITIVE_INFINITY;
  const failed = failing.exec(sentence)?.index ?? Number.POSITIVE_INFINITY;
  return failed < done || (done === Number.POSITIVE_INFINITY && severalFound.test(sentence));
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]!.slice(0, sentenceLength);
}

/** `{ "success": false }`, `{ "error": "…" }`, `{ "message": "not found" }`. */
function reportsFailure(output: string): boolean {
  if (output.length > 20_000) return false;
  try {
    const { success, ok, error, status, message } = JSON.parse(output) as { [key: string]: unknown };
    if (success === true || ok === true) return false;
    if (
      success === false ||
      ok === false ||
      (error !== undefined && error !== null && error !== false && error !== '')
    )
      return true;
    if (typeof status === 'string' && /^(?:error|failed|failure|denied|rejected|cancell?ed)$/i.test(status))
      return true;
    return typeof message === 'string' && deniesDoing(message);
  } catch {
    return deniesDoing(output.slice(0, 400).replace(/^\s*\{\s*"(\w+)"\s*:/, '$1 '));
  }
}
