/** Finds the ends of sentences, in any script that marks them. Linear in the length of any text. */

export type Span = { text: string; start: number };

const mark = /[.!?…]{1,5}["'”’)\]*]{0,3}(?=\s)|[。！？؟।]{1,5}[」』”"]?/g;
const abbreviation =
  /(?:^|[\s("'])(?:dr|mr|mrs|ms|prof|st|jr|sr|vs|etc|e\.g|i\.e|cf|approx|no|nr|fig|inc|ltd|co|ca|z\.b|d\.h|bzw|p\.ex|p\.m|a\.m)\.$/iu;
/** "J. Smith", "John F. Kennedy", but not "option B." */
const initialOfName = /(?:^|\p{Lu}[\p{L}.]*\s)\p{Lu}\.$/u;
const shortWord = /(?:^|[\s(])\p{L}{1,2}\.$/u;
const ordinal = /(?:^|\s)\d{1,2}\.$/u;

export type SentenceRules = {
  /** Whether "14. März" is a date, as in most languages but English. */
  ordinalDots?: boolean;
};

/** Offsets behind the last character of each sentence, except the last sentence. */
export function sentenceEnds(text: string, { ordinalDots = false }: SentenceRules = {}): number[] {
  const ends: number[] = [];
  mark.lastIndex = 0;
  // Without an iterator, because every message of a user is read for rules.
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const end = match.index + match[0].length;
    if (match[0] !== '.' || endsSentence(text, end, ordinalDots)) ends.push(end);
  }
  return ends;
}

/** Whether the full stop before this place is not just the end of an abbreviation. */
function endsSentence(text: string, end: number, ordinalDots: boolean): boolean {
  const before = text.slice(Math.max(0, end - 12), end);
  if (abbreviation.test(before) || initialOfName.test(before)) return false;
  if (ordinalDots && ordinal.test(before)) return false;
  return !(shortWord.test(before) && /^\s{0,3}\p{Ll}/u.test(text.slice(end, end + 4)));
}

/** A longer one is a block of data, not a sentence. */
const longestSentence = 1_200;

/** The sentences of one line, with offsets into the text that contains the line. */
export function splitSentences(line: Span): Span[] {
  const sentences: Span[] = [];
  let from = 0;
  for (const to of [...sentenceEnds(line.text), line.text.length]) {
    const raw = line.text.slice(from, to);
    const text = raw.trim();
    const lead = raw.length - raw.trimStart().length;
    if (text !== '' && text.length <= longestSentence) {
      sentences.push({ text, start: line.start + from + lead });
    }
    from = to;
  }
  return sentences;
}
