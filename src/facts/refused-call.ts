/**
 * Whether what a tool answered says that it did not do what it was asked to. Many clients have no mark for it, and say so
 * in words: at the beginning of the answer, or by the exit code they wrap it in.
 */
const saysSo =
  /^\W{0,3}(?:<?(?:tool_use_)?error\b|err\b|failed\b|failure\b|fatal\b|(?:i )?(?:cannot|can't|could not|couldn't|unable to|did not|didn't)\b|permission denied|access denied|operation not permitted|e(?:acces|noent|perm|isdir|exist)\b|(?:\w+ ){0,3}(?:verification |validation )?failed\b|string (?:to replace )?not found|(?:old_?string|search|text|pattern) (?:was )?not found|no (?:match|matches|occurrences?|changes?)\b|0 (?:matches|occurrences|replacements)\b|(?:the )?(?:file|path|directory) (?:was )?(?:not found|does not exist|doesn't exist|has not been read)|invalid\b|refused\b|rejected\b|\{\s*"?(?:error|exception)"?\s*:)/i;
const exitCode = /"?exit_?code"?\s?[:=]\s?(-?\d{1,3})\b/i;
/** Wraps what a program said in JSON, with how it ended beside it. */
const wrapped = /^\s*\{\s*"(?:output|stdout|stderr|metadata)"\s*:/;
const inside = /^\s*\{\s*"(?:output|stdout|stderr)"\s*:\s*"((?:[^"\\]|\\.){0,300})/;

export function saysRefused(output: string): boolean {
  const start = output.slice(0, 400);
  if (!wrapped.test(start)) return saysSo.test(start);
  const code = exitCode.exec(`${start}${output.slice(-400)}`)?.[1];
  return code === undefined ? saysSo.test(inside.exec(start)?.[1] ?? '') : code !== '0';
}
