/**
 * Makes spoken or tokenized text readable by removing transcription marks, hesitations, stutters and spaces before
 * punctuation. Each kind of repair is applied only to texts with that habit throughout, so that code, paths and
 * commands of written chats stay as they were typed.
 */
import { shield } from './shield.ts';

const marks =
  'disfmarker|vocalsound|nonvocalsound|pause|gap|comment|laugh(?:s|ter|ing)?|cough(?:s|ing)?|inaudible|' +
  'unintelligible|crosstalk|noise|applause|silence|sigh(?:s|ing)?|breath|music|chuckles?';
const transcriptionMark = new RegExp(`[{[(<]\\s*(?:${marks})\\s*[}\\])>]`, 'gi');

const hesitationWord = 'u+h+|u+m+|e+r+m*|e+h+|h+m+|m{2,}|n{2,}|uh-huh|mm-hmm|mm-mm';
const hesitation = new RegExp(`(^|[\\s,;])(?:${hesitationWord})(?=$|[\\s,.;?!])[\\s,]*`, 'giu');
const parenthesis = /(^|[,\s])(?:you know|i mean|sort of|kind of|let's see)(?=$|[\s,.;])\s*,?/giu;

/** One or two consonants alone: an abandoned word. */
const brokenWord =
  /(^|\s)(?!(?:ph|pc|tv|mr|ms|dr|st|vs|cd|km|kg|mm|cm|hz|gb|mb)\b)[b-df-hj-np-tv-xz]{1,2}(?=\s)/gu;

export type SpeechHabits = {
  /** A tokenizer put spaces before punctuation. */
  tokenized: boolean;
  /** Words as they were spoken, including hesitations. */
  spoken: boolean;
};

export function speechHabits(sample: string, options: { english: boolean }): SpeechHabits {
  const ends = sample.match(/[\p{L}\p{N}]\s?[.,?](?=\s|$)/gu) ?? [];
  const spacedEnds = ends.filter((end) => /\s/u.test(end)).length;
  const words = sample.split(/\s+/u).length;
  const hesitations = sample.match(hesitation)?.length ?? 0;
  return {
    tokenized: ends.length > 0 && spacedEnds / ends.length > 0.3,
    spoken: options.english && hesitations / words > 0.005,
  };
}

/** Applied before a text is split, because a mark between two sentences hides the end of the first. */
export function withoutMarks(text: string): string {
  return text.replace(transcriptionMark, ' ');
}

export function cleanSpeech(text: string, habits: SpeechHabits): string {
  const { text: shielded, restore } = shield(text);
  return restore(clean(shielded, habits));
}

function clean(text: string, { tokenized, spoken }: SpeechHabits): string {
  let result = joinContractions(withoutMarks(text));
  if (tokenized) result = joinPunctuation(result);
  if (spoken) {
    for (let round = 0; round < 2; round += 1) result = result.replace(hesitation, '$1');
    result = dropStutters(result.replace(parenthesis, '$1').replace(brokenWord, '$1'));
  }
  return result
    .replace(/\s+/gu, ' ')
    .replace(/([,;])(?:\s*[,;])+/gu, '$1')
    .replace(/\s+([,;?!]|\.(?=\s|$))/gu, tokenized ? '$1' : '$&')
    .replace(/^[\s,.;:!?…-]+(?=\p{L})/u, '')
    .trim();
}

/** "haven ' t" and "It 's": only before endings of contractions, so that quotation marks stay. */
function joinContractions(text: string): string {
  return text.replace(
    /(\p{L})(?:\s+'\s*|'\s+)(s|t|m|d|ll|ve|re)(?![\p{L}\p{N}'])/giu,
    (_match, before: string, ending: string) => `${before}'${ending.toLowerCase()}`,
  );
}

function joinPunctuation(text: string): string {
  return text.replace(/\s+([,.;:?!])(?=\s|$)/gu, '$1').replace(/(\p{L}) - (\p{Ll})/gu, '$1-$2');
}

/** "we we had a a look" and "th the": a repeated word, or an abandoned and repeated one. */
function dropStutters(text: string): string {
  const words = text.split(/\s+/u);
  const kept: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const size = repeatedRun(words.slice(index, index + 8).map((word) => word.toLowerCase()));
    if (size > 0) index += size - 1;
    else kept.push(words[index]!);
  }
  return kept.join(' ');
}

const meantTwice = new Set(['had', 'that', 'very', 'so', 'no', 'bye', 'really', 'long', 'many']);
const shortWords = new Set(
  (
    'a an am and are as at be but by can did do for get go had has he her him his how i if in is it its let may me ' +
    'my no not now of off on one or our out own put see she so the to too up us was we who why you all any'
  ).split(' '),
);

/** How many words at the start, up to four, are repeated right after; 0 if none. */
function repeatedRun(words: readonly string[]): number {
  for (let size = 4; size >= 1; size -= 1) {
    if (words.length < size * 2) continue;
    const again = words.slice(0, size).every((word, offset) => {
      return /\p{L}/u.test(word) && withoutComma(word) === withoutComma(words[offset + size]!);
    });
    if (again && !(size === 1 && meantTwice.has(words[0]!))) return size;
  }
  const [first = '', second = ''] = words;
  const isAbandoned =
    /^\p{L}{1,3}$/u.test(first) && second.length > first.length + 1 && second.startsWith(first);
  return isAbandoned && !shortWords.has(first) ? 1 : 0;
}

function withoutComma(word: string): string {
  return word.replace(/[,;]+$/u, '');
}
