/** Detects the language of a text by its function words, which occur in every text of a language. */
import { functionWords } from './stop-words.ts';

/** Technical writing contains few function words, so a twentieth of all words is enough. */
const leastShare = 0.05;

/** The language whose function words are most of the sample, or `other`. */
export function detectLanguage(sample: string): string {
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return 'other';
  let best = 'other';
  let bestHits = words.length * leastShare;
  for (const [language, list] of functionWords) {
    let hits = 0;
    for (const word of words) if (list.has(word)) hits += 1;
    if (hits > bestHits) {
      best = language;
      bestHits = hits;
    }
  }
  return best;
}
