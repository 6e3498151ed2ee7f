/** Commands that a user ran and shows with their output: a piece of a terminal, or a client's report of it. */
import { isPrompt } from '../own-words/line-shapes.ts';
import { readStretches } from '../own-words/own-words.ts';

export type PastedRun = {
  start: number;
  end: number;
  command: string;
  output: string;
  /** In the words of a client. */
  isReport?: true;
};

const longestRead = 40_000;
const report = /^I ran (?:this|the) command:\s*\n+([^\n]{1,2000})\n+And got this output:[^\S\n]*\n/im;
/** `$ npm test`, `❯ ls`, `bob@host:~/x$ ls`. Behind `>` or `%` alone there may be a quotation or a figure. */
const prompt =
  /^\s{0,3}(?:(?:\([\w.-]{1,30}\)\s)?(?:[\w.-]{1,40}@[\w.-]{1,60}[\s:][^\n$#%❯]{0,80}[$#%❯]|[~/][\w~/.-]{0,60}\s?[$❯]|PS [A-Z]:\\[^>\n]{0,120}>|[$❯➜])\s+)([A-Za-z.~/][^\n]*)$/u;
/** Lines that belong to an output because they are indented, though they look like words. */
const indentedBelow = /^(?:\n?[ \t]+\S[^\n]*\n?)*/;
const fence = /^\s{0,3}(?:`{3,}|~{3,})[^\n]*$/;

export function readPastedRuns(text: string): PastedRun[] {
  const reported = report.exec(text.slice(0, longestRead));
  if (reported !== null) {
    const from = reported.index + reported[0].length;
    const output = text
      .slice(from)
      .split('\n')
      .filter((line) => !fence.test(line))
      .join('\n');
    const command = reported[1]!.trim();
    return [{ start: reported.index, end: text.length, command, output: output.trim(), isReport: true }];
  }
  if (text.length > longestRead || !text.split('\n').some((line) => isPrompt(line) && prompt.test(line)))
    return [];
  return foreignSpans(text).flatMap(({ start, end }) =>
    runsIn(text, start, end + indentedBelow.exec(text.slice(end))![0].length),
  );
}

/** Foreign text that does not begin as a quotation. Quoted words of a command line belong to it. */
function foreignSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number; isQuoted: boolean }[] = [];
  let isOpen = false;
  for (const { start, end, kind } of readStretches(text)) {
    const last = spans.at(-1);
    if (kind !== 'own' && isOpen && last !== undefined) last.end = end;
    else if (kind !== 'own') spans.push({ start, end, isQuoted: kind === 'quotation' });
    isOpen = kind !== 'own';
  }
  return spans.filter(({ isQuoted }) => !isQuoted);
}

/** A question below an output, behind a blank line, is the user's. */
const askedBelow = /\n[^\S\n]*\n(?=[^\n]*[?？]\s*$(?![\s\S]))/;

function runsIn(text: string, start: number, until: number): PastedRun[] {
  const asked = until === text.length ? askedBelow.exec(text.slice(start, until)) : null;
  const end = asked === null ? until : start + asked.index + 1;
  const runs: PastedRun[] = [];
  let at = start;
  for (const line of text.slice(start, end).split('\n')) {
    const last = runs.at(-1);
    const command = isPrompt(line) ? prompt.exec(line)?.[1] : undefined;
    const next = Math.min(end, at + line.length + 1);
    if (command !== undefined) runs.push({ start: at, end: next, command: command.trim(), output: '' });
    else if (last !== undefined && !fence.test(line)) {
      last.output += `${line}\n`;
      last.end = next;
    }
    at = next;
  }
  return runs;
}
