/**
 * Which of several quotations tell a figure that a later one tells anew: a price, a date, a count that has changed since.
 * Two sentences are about the same where most of what the shorter one says stands in the other, and their figures
 * differ. A value without a digit in it is not noticed: nothing in the words tells that it is one.
 */
import { isProse } from '../text/code.ts';
import { rememberTexts } from '../text/remembered.ts';
import { splitSentences } from '../text/sentences.ts';
import { stopTerms } from '../text/stop-terms.ts';
import { textTerms } from '../text/terms.ts';

type Statement = { figures: ReadonlySet<string>; about: ReadonlySet<string> };

/** Fewer words in common are said of other things, too. */
const leastShared = 2;
const leastShare = 0.5;
/** A sentence with more is a list or a table, of which no figure replaces another. */
const mostFigures = 3;

/** By the place of the earlier quotation, the place of the newest that tells its figure anew. In order of time. */
export function newerFigures(quotations: readonly string[]): Map<number, number> {
  const told = quotations.map(statementsOf);
  const newer = new Map<number, number>();
  for (const [index, statements] of told.entries()) {
    for (let later = told.length - 1; later > index; later -= 1) {
      if (!statements.some((one) => told[later]!.some((other) => isToldAnew(one, other)))) continue;
      newer.set(index, later);
      break;
    }
  }
  return newer;
}

const statementsOf = rememberTexts(readStatements, { mostCharacters: 1_000_000 });

function readStatements(text: string): Statement[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && isProse(line))
    .flatMap((line) => splitSentences({ text: line, start: 0 }))
    .map((sentence) => statementOf(sentence.text))
    .filter(({ figures }) => figures.size > 0 && figures.size <= mostFigures);
}

function statementOf(sentence: string): Statement {
  const figures = new Set(sentence.match(/\p{N}(?:[\p{N}.,:/-]*\p{N})?/gu));
  const about = textTerms(sentence).filter((term) => !stopTerms.has(term) && !/\p{N}/u.test(term));
  return { figures, about: new Set(about) };
}

function isToldAnew(earlier: Statement, later: Statement): boolean {
  if (sharedBy(earlier.figures, later.figures) > 0) return false;
  const shared = sharedBy(earlier.about, later.about);
  return shared >= leastShared && shared >= leastShare * Math.min(earlier.about.size, later.about.size);
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const entry of one) if (other.has(entry)) shared += 1;
  return shared;
}
