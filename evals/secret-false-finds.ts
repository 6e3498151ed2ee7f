/** Counts how often an ordinary line is taken for a secret, in recorded coding sessions, dialogues and meetings. */
import { renderMessageText } from '../src/message/text.ts';
import { createRedactor } from '../src/redaction/redaction.ts';
import { recordedSessions } from '../test/session-data.ts';
import { dialogSum, locomoSessions, qmSum } from './data.ts';

export type FalseFinds = { lines: number; changed: string[] };

/** Lines that the redactor changes although they hold no planted secret. */
export function countFalseFinds(texts: Iterable<string>): FalseFinds {
  const { redact } = createRedactor();
  const found: FalseFinds = { lines: 0, changed: [] };
  for (const text of texts) {
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      found.lines += 1;
      if (redact(line) !== line) found.changed.push(line);
    }
  }
  return found;
}

export function* sessionTexts(): Generator<string> {
  for (const { messages } of recordedSessions() ?? [])
    for (const { parts } of messages) yield renderMessageText({ parts }, { reasoning: true });
}

export function* dialogueTexts(): Generator<string> {
  for (const set of [dialogSum(), qmSum(), locomoSessions()])
    for (const { transcript } of set?.examples ?? []) for (const { text } of transcript) yield text;
}

export function falseRow(name: string, { lines, changed }: FalseFinds): string {
  if (process.env.EVERTHREAD_EVAL_DETAILS === '1')
    for (const line of changed.slice(0, 60))
      console.error(`${name}: ${createRedactor().redact(line).slice(0, 300)}`);
  return `| ${name} | ${lines.toLocaleString('en-US')} | ${changed.length} | ${((100 * changed.length) / Math.max(1, lines)).toFixed(3)} % |`;
}
