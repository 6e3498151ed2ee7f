/**
 * What ranking needs to know of a message whatever is asked: its terms and what its wording tells. The same messages
 * are found again and again, so that it is remembered by the hash of their content, for as many as were looked at last.
 */
import { type Message, textOf } from '../message/message.ts';
import { createMemory } from '../text/remembered.ts';
import { isSmallTalkTerm, isStopTerm } from '../text/stop-terms.ts';
import { firstPerson, tellsNumber, tellsTime } from './cues.ts';
import { indexTerms } from './index-terms.ts';
import { readHeading, type TextHeading } from './text-heading.ts';

export type Analysis = {
  /** Its beginning: messages can be of any length. */
  text: string;
  /** How often each term is said. */
  terms: ReadonlyMap<string, number>;
  /** Each once: gone through faster than the entries of a map. */
  allTerms: readonly string[];
  /** Terms that are neither stop words nor small talk. */
  contentTerms: readonly string[];
  /** Terms said, repetitions included. */
  length: number;
  tellsTime: boolean;
  tellsNumber: boolean;
  firstPerson: boolean;
  /** Ends by asking: what is asked is rarely what is told. */
  endsWithQuestion: boolean;
  /** Who speaks and when, where the text says it. */
  heading: TextHeading;
  /** The share of its words that are small talk. */
  smallTalkShare: number;
  /** Words with a capital inside of sentences, up to three: 0 to 1. */
  properNameShare: number;
};

const messageCharacters = 8_000;
/** Characters of all that is remembered: some ten thousand messages. With its terms, one takes about six bytes. */
const mostCharacters = 4_000_000;

const remembered = createMemory<string, { analysis: Analysis; parts: number }>({ mostSize: mostCharacters });

export function analyseMessage(message: Message): Analysis {
  // A message of which only a part may be found is told from the whole one by how many parts it has.
  const parts = message.parts.length;
  const known = remembered.get(message.hash);
  if (known?.parts === parts) return known.analysis;
  const analysis = read(message);
  remembered.set(message.hash, { analysis, parts }, analysis.text.length + analysis.length * 5);
  return analysis;
}

function read(message: Message): Analysis {
  const text = textOf(message.parts).slice(0, messageCharacters);
  const said = indexTerms(message, messageCharacters / 4);
  const terms = new Map<string, number>();
  for (const term of said) terms.set(term, (terms.get(term) ?? 0) + 1);
  const all = [...terms.keys()];
  const smallTalk = all.filter((term) => isSmallTalkTerm(term)).length;
  return {
    text,
    terms,
    allTerms: all,
    contentTerms: all.filter((term) => !isStopTerm(term) && !isSmallTalkTerm(term)),
    length: said.length,
    tellsTime: tellsTime.test(text),
    tellsNumber: tellsNumber.test(text),
    firstPerson: firstPerson.test(text),
    endsWithQuestion: /[?？]\s*(?:$|\n)/u.test(text.trimEnd()),
    heading: readHeading(text),
    smallTalkShare: smallTalk / (all.length || 1),
    properNameShare: properNameShare(text, message.name),
  };
}

function properNameShare(text: string, speaker: string | undefined): number {
  let count = 0;
  for (const [word] of text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu)) {
    if (word !== speaker) count += 1;
    if (count === 3) break;
  }
  return count / 3;
}
