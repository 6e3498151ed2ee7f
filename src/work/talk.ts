/** Reads rules, decisions with their reasons, questions and next steps from text written during work. */
import { ownSentences } from '../facts/own-words/own-words.ts';
import { isRule, readStatements } from '../facts/read-statements.ts';
import { isStandingInstruction } from '../facts/rules/standing-instruction.ts';
import { splitLines, withoutListMark } from '../facts/text.ts';
import type { WorkNote } from '../records/work-record.ts';
import { isProse } from '../text/code.ts';
import { type Span, splitSentences } from '../text/sentences.ts';
import { noteOf } from './requests.ts';

export type Talk = {
  constraints: WorkNote[];
  decisions: WorkNote[];
  questions: WorkNote[];
  next: WorkNote | null;
};

const longestNote = 300;
const mostDecisions = 4;
const intent =
  /^(?:(?:ok(?:ay)?|now|next|then|so|first|great|good|perfect|finally|also)[,:!.]?\s+){0,2}(?:let me|let['’]s|i['’]ll|i will|i need to|i['’]m going to|i am going to|i should|we need to|we should|(?:the )?next step|next[,:]|todo:|remaining:|still to do)/i;
/** Reasons for a choice. */
const reason =
  /\b(?:because|since|so that|in order to|due to|the (?:root )?cause|this (?:avoids|ensures|keeps|means|way)|instead of|rather than|which (?:avoids|keeps|means))\b/i;

export function readTalk(seq: number, text: string, role: 'user' | 'assistant'): Talk {
  const sentences = role === 'user' ? ownSentences(text) : assistantSentences(text);
  const note = (sentence: string) => noteOf(seq, sentence, longestNote);
  const decisions: WorkNote[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (!readStatements(sentence, role).some(({ kind }) => kind === 'decision')) continue;
    const after = sentences[index + 1]?.text ?? '';
    const reasonAfter = reason.test(sentence.text) || !reason.test(after) ? '' : ` ${after}`;
    decisions.push(note(`${sentence.text}${reasonAfter}`));
    if (decisions.length === mostDecisions) break;
  }
  const texts = sentences.map((sentence) => sentence.text);
  const rules =
    role === 'user' ? ownSentences(text).filter((one) => isRule(one.text) || isStandingInstruction(one)) : [];
  const questions = role === 'assistant' ? texts.slice(-3).filter((one) => /\?["')*]{0,3}$/.test(one)) : [];
  const next = role === 'assistant' ? texts.findLast((one) => intent.test(one)) : undefined;
  return {
    constraints: rules.map((one) => note(one.text)),
    decisions,
    questions: questions.map(note),
    next: next === undefined ? null : note(next),
  };
}

/** The sentences of an assistant's text, without code, headings, quotations and text that looks like output. */
function assistantSentences(text: string): Span[] {
  return splitLines(text)
    .filter((line) => !line.code && !line.heading && !line.quoted && line.text.length <= 4_000)
    .flatMap((line) => splitSentences(withoutListMark(line)))
    .filter((sentence) => isProse(sentence.text.replace(/`[^`]*`|\*\*/g, 'x')));
}
