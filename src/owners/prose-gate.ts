/**
 * Decides which sentences of a model's prose about an owner may be shown: those that cite statements of the
 * profile, add no exact facts, and do not reverse their meaning. Other sentences are dropped, and if most are, the
 * whole text is. In doubt a sentence is dropped, because the entries are shown anyway.
 */
import { readClaims } from '../facts/claims.ts';
import type { ProfileStatement } from '../facts/profile/statements.ts';
import { createSourceIndex } from '../facts/source-index.ts';
import { splitLines, withoutListMark } from '../facts/text.ts';
import type { ProfileSource } from '../records/profile.ts';
import { unsupportedClaim } from '../summarizers/bound-claims.ts';
import { carriedTerms } from '../summarizers/carrying-terms.ts';
import { splitSentences } from '../text/sentences.ts';
import { wordBeginning } from '../text/stem.ts';

export type CheckedSentence = { text: string; cites: string[]; sources: ProfileSource[] };

const citation = /\s*\((?:#\d{1,4}[\s,;&]*(?:and\s)?)+\)/gu;
/** A citation after the full stop belongs to the sentence before it. */
const afterStop = /([.!?])(\s*\((?:#\d{1,4}[\s,;&]*(?:and\s)?)+\))\.?/gu;
/** Ends of clauses. Each clause must be stated by what it cites. */
const clauseEnds = /[,;:–—]|\s(?:and|but|while|whereas|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s/u;
/** Words for liking, living, working and recurring topics. They may differ from those of the statement. */
const connectingWords = new Set(
  (
    'like likes love loves hate hates prefer enjoy dislike detest loathe adore favour favor favorite favourite avoid ' +
    'fond live lives living reside based home work works working call called name named use uses using own owner owns ' +
    'person people current currently speak speaks earlier former formerly previous previously before move moved ' +
    'interest interested often several many recurring recur topic topics theme themes come comes again back about'
  )
    .split(' ')
    .map(wordBeginning),
);
const against =
  /\b(?:not|never|no|none|nor|without|cannot|can['’]t|\w+n['’]t|hates?|hated|dislikes?|disliked|detests?|loathes?|avoids?|allerg\w*|intoleran\w*|averse|aversion)\b/iu;
const past =
  /\b(?:used to|former(?:ly)?|previous(?:ly)?|earlier|before|until|moved|once|was|were|had|lived|worked|changed|no longer|früher|vorher|avant|antes|prima)\b/iu;
/** One in this many terms of a clause may be a connecting word. */
const termsForConnecting = 4;
const longestSentence = 400;

/** Undefined if too much had to be dropped. `statements` are cited by their position, from 1. */
export function checkProse(
  text: string,
  statements: readonly ProfileStatement[],
): CheckedSentence[] | undefined {
  const sentences = splitLines(text.replaceAll(afterStop, '$2$1'))
    .flatMap(splitSentences)
    .map((sentence) => withoutListMark(sentence).text.trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
  const kept = sentences.flatMap((sentence) => checkedSentence(sentence, statements) ?? []);
  return kept.length > 0 && kept.length * 2 >= sentences.length ? kept : undefined;
}

function checkedSentence(
  sentence: string,
  statements: readonly ProfileStatement[],
): CheckedSentence | undefined {
  if (sentence.length > longestSentence) return undefined;
  const claims = claimsOf(sentence, statements);
  if (claims === undefined) return undefined;
  const named = statements.filter(({ subject }) => subject === 'name');
  if (!claims.every((claim) => isStated(claim, named))) return undefined;
  const cited = [...new Set(claims.flatMap((claim) => claim.cited))];
  const text = sentence.replaceAll(citation, '').trim();
  const sources = cited.flatMap((statement) => statement.sources);
  return { text, cites: cited.map(({ key }) => key), sources };
}

type Claim = { text: string; cited: ProfileStatement[] };

/**
 * The text before each citation, with the statements it cites. Undefined without a citation, or if one does not exist.
 */
function claimsOf(sentence: string, statements: readonly ProfileStatement[]): Claim[] | undefined {
  const claims: Claim[] = [];
  let start = 0;
  for (const match of sentence.matchAll(citation)) {
    const cited = [...match[0].matchAll(/\d+/gu)].map(([number]) => statements[Number(number) - 1]);
    if (cited.some((statement) => statement === undefined)) return undefined;
    claims.push({ text: sentence.slice(start, match.index), cited: cited as ProfileStatement[] });
    start = match.index + match[0].length;
  }
  const last = claims.at(-1);
  if (last === undefined) return undefined;
  last.text += sentence.slice(start);
  return claims;
}

/** `named`: the statements with the owner's name, which any claim may mention. */
function isStated({ text, cited }: Claim, named: readonly ProfileStatement[]): boolean {
  const sources = [...cited, ...named];
  const index = createSourceIndex();
  for (const source of sources) index.add(source.text, source.at);
  if (index.unsupported(readClaims(text)).length > 0) return false;
  if (
    unsupportedClaim(
      text,
      cited.map((statement) => statement.text),
    ) !== undefined
  )
    return false;
  if (cited.some(({ holds }) => !holds) && !past.test(text)) return false;
  const names = new Set(named.flatMap((statement) => termsOf(statement.text)));
  return text.split(clauseEnds).every((clause) => {
    const terms = termsOf(clause).filter((term) => !names.has(term));
    if (terms.length === 0) return true;
    const stated = new Set(cited.flatMap((statement) => termsOf(statement.text)));
    const missing = terms.filter((term) => !stated.has(term)).length;
    if (missing > Math.floor(terms.length / termsForConnecting)) return false;
    // The claim and its statement must agree in whether they are negative: "hates" must not become "likes".
    return cited.some(
      (statement) =>
        against.test(clause) === against.test(statement.text) &&
        termsOf(statement.text).some((term) => terms.includes(term)),
    );
  });
}

function termsOf(text: string): string[] {
  return [...carriedTerms(text).content.keys()].filter((term) => !connectingWords.has(term));
}
