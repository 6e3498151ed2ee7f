/** Tells whether a line is code, data or program output, or prose that somebody wrote. Looks only at its beginning. */
import { unspacedCharacter } from './scripts.ts';

const inspected = 400;

/** Pasted code, logs and tables outside of a fence. */
export function looksLikeCode(line: string): boolean {
  const sample = line.slice(0, inspected);
  if (
    /^\s{0,40}(?:import|from|const|let|var|function|def|class|#include|return|export|public|private|static|\/\/|\/\*|\*\/|@@|\+\+\+|---|\+|diff --git|at \S+ \(|\d+[→|:]|<\/?[a-z][\w-]*[\s>]|\{|\}|\[\d|Traceback|File ")/.test(
      sample,
    )
  ) {
    return (
      !/^\s{0,40}(?:from|let|class|return|import|export|public|private) [a-z']+ [a-z']+ [a-z']+ /i.test(
        sample,
      ) || /[;{]\s*$/.test(sample)
    );
  }
  if (/[;{}]\s*$/.test(sample) && /[=(){}]/.test(sample)) return true;
  const symbols = sample.match(/[{}()=<>|\\$#;[\]_]/g)?.length ?? 0;
  return symbols > 4 && symbols / sample.length > 0.08;
}

const trace = /^\s*(?:at\s+\S+.*[:(]\d+|File ".*", line \d+|\.{3} \d+ more|Traceback)/;

/** A line of a stack trace. */
export function isTrace(line: string): boolean {
  return trace.test(line);
}

/** Brackets, arrows, rulers and listings, with which no sentence begins. */
const layout = /^(?:[[<|→←+]|[-=_*#]{3,}|\d+[→|:\t]|[dl-][rwx-]{9}\b)/u;
const leastLetters = 0.7;
const longestWord = 60;
const manyWords = 8;

/** Prose consists mostly of letters and spaces, in words of human length. Code and data do not. */
export function isProse(line: string): boolean {
  const sample = line.slice(0, inspected);
  if (looksLikeCode(sample) || layout.test(sample) || trace.test(sample) || /[;{}]\s*$/.test(sample))
    return false;
  const letters = sample.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0;
  if (letters / sample.length < leastLetters) return false;
  const words = sample.split(/\s+/u);
  if (words.every((word) => word.length <= longestWord) || unspacedCharacter.test(sample)) return true;
  return words.length >= manyWords;
}
