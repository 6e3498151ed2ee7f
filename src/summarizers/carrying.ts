/**
 * Decides whether a summary represents its source: its content comes from the source, and it contains enough of
 * what matters there. No phrases are looked for, so that apologies, error messages and summaries of something else are
 * refused in any language. How much is required depends on the size of the source and of the requested summary. A
 * source with almost no content requires almost nothing.
 */
import type { StructuredRecord } from '../records/summary.ts';
import { detectLanguage } from '../text/language.ts';
import { carriedTerms, type Terms } from './carrying-terms.ts';

export type Carrying = { ok: true } | { ok: false; reason: 'not_carried' | 'wrong_language' };

export type CarryingOptions = {
  text: string;
  record?: StructuredRecord | null;
  /** Everything the summary was made from: messages with their speakers, earlier summaries. */
  sources: readonly string[];
  /** Number of words that were requested. */
  wordsAsked: number;
  /** True if the requested language may differ from the source's. Then only names, numbers and code can be compared. */
  anyLanguage?: boolean;
};

/**
 * Least share of a true retelling's terms that come from its source. People retell a short conversation in their own
 * words, while any text shares some terms of a long source by chance.
 */
const leastGrounded: readonly { upTo: number; share: number }[] = [
  { upTo: 45, share: 0.2 },
  { upTo: 300, share: 0.3 },
  { upTo: Number.POSITIVE_INFINITY, share: 0.36 },
];
/** A source with fewer terms is hardly more than a greeting, and requires nothing of its summary. */
const leastContentTerms = 4;
/** Words that a source needs before its vocabulary shows its language. */
const knownVocabulary = 120;
const leastWordsToCompare = 8;
const severalPieces = 6;
const severalTerms = 45;

export function carries(options: CarryingOptions): Carrying {
  const source = sourceOf(options.sources, options.anyLanguage === true);
  const whole = judge(options.text, source, options);
  if (!whole.ok || options.record == null) return whole;
  const fields = [options.record.summary, ...fieldsOf(options.record)];
  return fields.every((field) => fieldIsCarried(field, source, options)) ? whole : refused('not_carried');
}

type Source = {
  content: Map<string, number>;
  /** The terms of each message. */
  pieces: ReadonlySet<string>[];
  vocabulary: Set<string>;
  words: number;
  language: string;
};

function sourceOf(texts: readonly string[], anchorsOnly: boolean): Source {
  const source: Source = {
    content: new Map(),
    pieces: [],
    vocabulary: new Set(),
    words: 0,
    language: 'other',
  };
  for (const text of texts) {
    const { content, running } = carriedTerms(text, { anchorsOnly });
    for (const [term, count] of content) source.content.set(term, (source.content.get(term) ?? 0) + count);
    source.pieces.push(new Set(content.keys()));
    for (const word of running) source.vocabulary.add(word);
    source.words += running.length;
  }
  source.language = detectLanguage(texts.join('\n').slice(0, 60_000));
  // For a language without a list of function words: frequent short words count as such.
  if (source.language === 'other')
    for (const [term, count] of source.content)
      if (count >= 5 && count > source.words * 0.01 && term.length <= 4 && /^\p{Ll}+$/u.test(term))
        source.content.delete(term);
  return source;
}

function judge(text: string, source: Source, { wordsAsked, anyLanguage = false }: CarryingOptions): Carrying {
  const own = carriedTerms(text, { anchorsOnly: anyLanguage });
  if (!anyLanguage && inOtherWords(text, own, source))
    return refused(isInLanguage(text, source.language) ? 'not_carried' : 'wrong_language');
  const size = source.content.size;
  const found = supported(own, source);
  const stated = own.content.size;
  if (size < leastContentTerms) return found > 0 || isSmallTalk(own) ? { ok: true } : refused('not_carried');
  const needed = Math.min(termsNeeded(size), Math.max(1, Math.floor(wordsAsked * 0.12)));
  if (anyLanguage) return found >= Math.min(3, Math.ceil(needed / 3)) ? { ok: true } : refused('not_carried');
  const { share } = leastGrounded.find(({ upTo }) => size <= upTo)!;
  const carried = found >= needed && found >= stated * share && !isOfOnePlace(own, source);
  return carried ? { ok: true } : refused('not_carried');
}

/**
 * If all terms come from one of several messages, the text is a quotation. So an error message is not taken for a
 * summary of the conversation into which it was pasted.
 */
function isOfOnePlace(own: Terms, { content, pieces }: Source): boolean {
  if (pieces.length < severalPieces || content.size < severalTerms) return false;
  const found = [...own.content.keys()].filter((term) => content.has(term));
  return pieces.some(
    (piece) => piece.size < content.size * 0.25 && found.filter((term) => !piece.has(term)).length < 2,
  );
}

/** A short conversation requires a tenth of its terms, a long one hardly more than a medium one. */
function termsNeeded(size: number): number {
  if (size <= 100) return Math.max(1, Math.floor(size * 0.075 - (size < 45 ? 1 : 0)));
  return Math.floor(7.5 + 1.5 * Math.log2(size / 100));
}

function supported(own: Terms, source: Source): number {
  let found = 0;
  for (const term of own.content.keys()) if (source.content.has(term)) found += 1;
  return found;
}

/** "The two greeted each other": a few words with little content. */
function isSmallTalk({ content, running }: Terms): boolean {
  return running.length >= 3 && content.size <= 3;
}

/**
 * Detects another script, the function words of another language, or mostly words that a source of some length never
 * uses: every text of a language contains its grammar.
 */
function inOtherWords(text: string, own: Terms, source: Source): boolean {
  if (own.running.length < leastWordsToCompare || source.words < leastWordsToCompare) return false;
  const known = own.running.filter((word) => source.vocabulary.has(word)).length / own.running.length;
  if (source.words >= knownVocabulary && known < (source.words > 300 ? 0.3 : 0.2)) return true;
  const language = detectLanguage(text);
  return known < 0.45 && language !== 'other' && source.language !== 'other' && language !== source.language;
}

function isInLanguage(text: string, language: string): boolean {
  return language !== 'other' && detectLanguage(text) === language;
}

/** Names of roles may be in no source, but entities, points and decisions must come from it. */
function fieldsOf({ keyPoints, context }: StructuredRecord): string[] {
  const tasks = context.actionItems.map(({ task }) => task);
  return [keyPoints, context.decisions, tasks, context.unresolved, context.domainEntities]
    .map((items) => items.join('\n'))
    .filter((field) => field !== '');
}

/** Short lists are too small to measure. They are refused only if none of their terms is in the source. */
function fieldIsCarried(field: string, source: Source, { anyLanguage = false }: CarryingOptions): boolean {
  const own = carriedTerms(field, { anchorsOnly: anyLanguage });
  const stated = own.content.size;
  if (anyLanguage || source.content.size < leastContentTerms) return true;
  return supported(own, source) >= (stated >= 6 ? stated * 0.25 : stated >= 2 ? 1 : 0);
}

function refused(reason: 'not_carried' | 'wrong_language'): Carrying {
  return { ok: false, reason };
}
