/** The sentences that a summary may choose from, each worded as the summary would word it. */
import { yieldToEventLoop } from '../../runtime.ts';
import { stopWordsOf } from '../../text/stop-words.ts';
import type { Document, Sentence } from './document.ts';
import { narrate } from './english/narrate.ts';
import { hasFiniteVerb } from './english/verbs.ts';
import { coverage, perLength, salience, type Weights } from './ranking.ts';
import type { Meter, Size } from './size.ts';
import type { Speaker } from './turns.ts';

export type Candidate = {
  sentence: Sentence;
  /** The sentence with its speaker. */
  narrated: string;
  /** The sentence without its speaker, for use after a sentence of the same speaker. */
  bare: string | null;
  size: Size;
  importance: number;
  /** A question that nobody answered. */
  isOpen: boolean;
  /** Who agreed to a proposal. */
  acceptedBy: Speaker | null;
};

const nothingCovered: ReadonlyMap<string, number> = new Map();
const longestWords = 45;
/** Sentences scored between two pauses. */
const pauseSentences = 10_000;
/** Sentences worded between two pauses, which takes far longer than scoring. */
const pauseTellings = 50;

/** In English, acknowledgements are recognized by their words; in other languages, by being short. */
function leastTerms(text: string, { english, listedLanguage }: Document): number {
  if (english) return 1;
  return listedLanguage || isLatin(text) ? 2 : 3;
}

export async function candidatesOf(
  document: Document,
  options: {
    weights: Weights;
    meter: Meter;
    limit: number;
    bonus(sentence: Sentence): number;
    signal: AbortSignal;
  },
): Promise<Candidate[]> {
  const { weights, meter, limit, bonus, signal } = options;
  const scored: { sentence: Sentence; importance: number; score: number }[] = [];
  for (const sentence of document.sentences) {
    if (sentence.index % pauseSentences === pauseSentences - 1) {
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    const { act, terms, text } = sentence;
    if (act === 'smalltalk' || terms.length < leastTerms(text, document)) continue;
    const importance = salience(sentence, document) * bonus(sentence);
    const score = perLength(coverage(terms, weights, nothingCovered) * importance, text.length / 5);
    scored.push({ sentence, importance, score });
  }
  scored.sort((left, right) => right.score - left.score || left.sentence.index - right.sentence.index);
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const [rank, { sentence, importance }] of scored.slice(0, limit).entries()) {
    if (rank % pauseTellings === pauseTellings - 1) await yieldToEventLoop();
    const narration = narrateSentence(sentence, document);
    if (
      narration !== null &&
      sentence.kind === 'prose' &&
      document.english &&
      isFragment(narration, document)
    )
      continue;
    if (narration === null || seen.has(narration.narrated)) continue;
    seen.add(narration.narrated);
    const size = meter.measure(narration.narrated);
    const rambles = size.words > longestWords && (document.spoken || size.words > meter.limit.words / 4);
    if (rambles && sentence.kind === 'prose') continue;
    candidates.push({
      sentence,
      ...narration,
      size,
      importance,
      isOpen: document.exchanges.isOpen(sentence),
      acceptedBy: document.exchanges.acceptedBy(sentence),
    });
  }
  return candidates;
}

/**
 * A remainder such as that of "Thank you, Chair" without its thanks. In written text a phrase without a verb can still
 * inform.
 */
function isFragment({ bare }: { bare: string | null }, { spoken }: Document): boolean {
  return bare !== null && (bare.split(' ').length < 3 || (spoken && !hasFiniteVerb(bare)));
}

export function narrateSentence(
  sentence: Sentence,
  document: Document,
): { narrated: string; bare: string | null } | null {
  const { speaker, addressee, text, kind } = sentence;
  if (kind === 'previous' || speaker === null) return { narrated: text, bare: null };
  if (kind === 'report') {
    const source = speaker.kind === 'tool' && speaker.name !== 'a tool' ? speaker.name : 'Output';
    return { narrated: `${source}: ${ended(text)}`, bare: ended(text) };
  }
  if (!document.english || sentence.verbatim || !isLatin(text)) return verbatim(speaker.name, text);
  const stopWords = stopWordsOf(document.language);
  const narration = narrate(text, {
    cast: { speaker: speaker.name, addressee: addressee?.name ?? null },
    names: document.names,
    asksRatherThanTells: speaker.kind === 'user',
    acts: speaker.kind === 'assistant',
    decides: sentence.act === 'decision',
    isCommonWord: (word) => stopWords.has(word) || document.commonWords.has(word),
  });
  if (narration === null) return null;
  if (narration === 'verbatim') return verbatim(speaker.name, text);
  const agreed = document.exchanges.acceptedBy(sentence);
  if (agreed !== null)
    return { narrated: narration.narrated.replace(/\.?$/u, `; ${agreed.name} agrees.`), bare: null };
  if (narration.orders === true) return { narrated: narration.narrated, bare: null };
  // An assistant's statements are the substance of the conversation, and naming the assistant each time costs words.
  if (speaker.kind === 'assistant' && narration.bare !== null)
    return { narrated: narration.bare, bare: narration.bare };
  return narration;
}

function verbatim(name: string, text: string): { narrated: string; bare: string } {
  const sentence = ended(text);
  return { narrated: `${labelOf(name)}: ${sentence}`, bare: sentence };
}

/** Adds an end mark, because sentences are put side by side. */
function ended(text: string): string {
  const bare = text.replace(/[\s,;:：、，]+$/u, '');
  if (/[.!?…。！？؟।]["'”’»)\]」』）]*$/u.test(bare)) return bare;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(bare) ? `${bare}。` : `${bare}.`;
}

function labelOf(name: string): string {
  return name.replace(/^the /u, '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin >= letters * 0.8;
}
