/** The sentences worth choosing from, each told the way the summary would tell it. */
import type { Document, Sentence } from './document.ts';
import { narrate } from './english/narrate.ts';
import { hasFiniteVerb } from './english/verbs.ts';
import { coverage, perLength, standing, type Weights } from './ranking.ts';
import type { Meter, Size } from './size.ts';
import { stopWordsOf } from './stop-words.ts';

export type Candidate = {
  sentence: Sentence;
  /** With its speaker. */
  told: string;
  /** Without, where the sentence before names the same speaker. */
  bare: string | null;
  size: Size;
  worth: number;
};

const nothingCovered: ReadonlyMap<string, number> = new Map();
const longestWords = 45;

export function candidatesOf(
  document: Document,
  options: { weights: Weights; meter: Meter; limit: number; bonus(sentence: Sentence): number },
): Candidate[] {
  const { weights, meter, limit, bonus } = options;
  const scored = document.sentences
    .filter(({ act, terms }) => act !== 'smalltalk' && terms.length > 0)
    .map((sentence) => {
      const worth = standing(sentence, document) * bonus(sentence);
      const words = sentence.text.length / 5;
      return { sentence, worth, score: perLength(coverage(sentence.terms, weights, nothingCovered) * worth, words) };
    })
    .sort((left, right) => right.score - left.score || left.sentence.index - right.sentence.index)
    .slice(0, limit);
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const { sentence, worth } of scored) {
    const telling = tell(sentence, document);
    if (document.spoken && sentence.kind === 'prose' && telling !== null && isFragment(telling)) continue;
    if (telling === null || seen.has(telling.told)) continue;
    seen.add(telling.told);
    const size = meter.measure(telling.told);
    if (size.words > longestWords && size.words > meter.limit.words / 4 && sentence.kind === 'prose') continue;
    candidates.push({ sentence, ...telling, size, worth });
  }
  return candidates;
}

/** What is left of "Thank you, Chair" without its thanks; speech is full of it, writing is not. */
function isFragment({ bare }: { bare: string | null }): boolean {
  return bare !== null && (bare.split(' ').length < 3 || !hasFiniteVerb(bare));
}

export function tell(sentence: Sentence, document: Document): { told: string; bare: string | null } | null {
  const { speaker, addressee, text, kind } = sentence;
  if (kind === 'previous' || speaker === null) return { told: text, bare: null };
  if (kind === 'report') {
    const source = speaker.kind === 'tool' && speaker.name !== 'a tool' ? speaker.name : 'Output';
    return { told: `${source}: ${ended(text)}`, bare: ended(text) };
  }
  if (!document.english || !isLatin(text)) {
    const said = ended(text);
    return { told: `${labelOf(speaker.name)}: ${said}`, bare: said };
  }
  const stopWords = stopWordsOf(document.language);
  const narration = narrate(text, {
    cast: { speaker: speaker.name, addressee: addressee?.name ?? null },
    asksRatherThanTells: speaker.kind === 'user',
    acts: speaker.kind === 'assistant',
    isCommonWord: (word) => stopWords.has(word) || document.commonWords.has(word),
  });
  if (narration === null) return null;
  // What an assistant states is the substance of the conversation; naming it each time only costs words.
  if (speaker.kind === 'assistant' && narration.bare !== null) return { told: narration.bare, bare: narration.bare };
  return narration;
}

/** Sentences are put beside each other: each needs an end of its own. */
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
