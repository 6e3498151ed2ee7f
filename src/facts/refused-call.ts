/**
 * Whether a tool's answer says that the call was refused. Many clients have no flag for this and say it in words: at
 * the beginning of the answer, or by an exit code around it.
 */
const saysSo =
  /^\W{0,3}(?:<?(?:tool_use_)?error\b|err\b|failed\b|failure\b|fatal\b|(?:i )?(?:cannot|can't|could not|couldn't|unable to|did not|didn't)\b|permission denied|access denied|operation not permitted|e(?:acces|noent|perm|isdir|exist)\b|(?:\w+ ){0,3}(?:verification |validation )?failed\b|string (?:to replace )?not found|(?:old_?string|search|text|pattern) (?:was )?not found|no (?:match|matches|occurrences?|changes?)\b|0 (?:matches|occurrences|replacements)\b|(?:the )?(?:file|path|directory) (?:was )?(?:not found|does not exist|doesn't exist|has not been read)|invalid\b|refused\b|rejected\b|\{\s*"?(?:error|exception)"?\s*:)/i;
const exitCode = /"?exit_?code"?\s?[:=]\s?(-?\d{1,3})\b/i;
/** Wraps a program's output in JSON together with its exit code. */
const wrapped = /^\s*\{\s*"(?:output|stdout|stderr|metadata)"\s*:/;
const inside = /^\s*\{\s*"(?:output|stdout|stderr)"\s*:\s*"((?:[^"\\]|\\.){0,300})/;

export function saysRefused(output: string): boolean {
  const start = output.slice(0, 400);
  if (!wrapped.test(start)) return saysSo.test(start);
  const code = exitCode.exec(`${start}${output.slice(-400)}`)?.[1];
  return code === undefined ? saysSo.test(inside.exec(start)?.[1] ?? '') : code !== '0';
}
