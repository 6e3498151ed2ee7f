/**
 * Pseudo relevance feedback: a question for several places finds some of them by its own words, and one that was put in
 * other words than the answer finds what stands near it. What those say beyond the question tells how the talk about it
 * sounds, and brings what was said about it in other words.
 */
import type { Role } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { detectLanguage } from '../text/language.ts';
import { functionWords } from '../text/stop-words.ts';
import { textTerms } from '../text/terms.ts';
import { type CandidateSet, withFurther } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranking, rankAgain } from './ranking.ts';
import { saidByBest } from './region-odds.ts';
import type { TermBook } from './term-book.ts';

/** Terms by how far they stand out in what was found first, and how much of the ranking is left to them and to news. */
export type Feedback = {
  terms: ReadonlyMap<string, number>;
  share: number;
  newsShare: number;
  /** Whether usual words were looked for, too, because little was found. */
  isWide: boolean;
};

/** Messages that are taken for right, and by how much the score of one has to be lower for it to count a third. */
const bestHits = 15;
const spread = 2;
/** Said by fewer of them, a term is an accident. */
const leastHits = 2;
const mostTerms = 20;
const mostFound = 200;
/** Of what was found first: from here on, others who speak are left alone. */
const ofOneRole = 0.75;
/** Tokens that what was found first fills by itself; in four times as much, feedback counts in full. */
const smallRoom = 700;

/** Part of the question's words, rare ones counting more: where the best message says less, the answer may be elsewhere. */
const enoughSaid = 0.5;
/** Where little was found, and the best says less than this, everything else is looked at. */
const nearlyAllSaid = 0.8;
/** Fewer candidates leave room for others. */
const fewCandidates = 100;
/**
 * Of what a user and an assistant say to each other, one side is looked at, and so many candidates are still few where the
 * best says less than half: one common word of a question finds a hundred that tell nothing of it.
 */
const fewOfTwoSides = 250;
/** One answer is rarely told in the rarest words, as one of many is. */
const newsOfOne = 0.5;
/** In a longer thread usual words find too many messages for any of them to be likely, and cost too much. */
const mostWithUsualWords = 2_000;
/** What a usual word counts beside those that what was found first shares: it brings a message in and tells nothing of it. */
const usualWeight = 0.001;

type Found = { set: CandidateSet; ranking: Ranking };

/** How far to look for what the first look did not find: not again, among what was found, or everywhere. */
function secondLook({ set, ranking, query }: Found & { query: ParsedQuery }): 'none' | 'found' | 'all' {
  if (query.wantsMany) return 'all';
  if (ranking.best === undefined) return 'none';
  const isFew = set.candidates.length < fewCandidates;
  const said = saidByBest({ set, ranking, query }, { unsaid: isFew ? 'as rare' : 'not at all' });
  if (said >= enoughSaid) return 'none';
  return isFew ? 'all' : 'found';
}

/** The same ranking where the room is small, the best says what is asked, or what was found has nothing in common. */
export async function withFeedback(
  port: RecallPort,
  { scope, room }: { scope: SearchScope; room: number },
  { set, ranking, query }: Found & { query: ParsedQuery },
): Promise<Found & { isLittle: boolean }> {
  if (looksWide({ set, ranking, query })) {
    const isLittle = set.candidates.length < fewCandidates;
    return { ...(await withUsualWords(port, scope, { set, ranking, query })), isLittle };
  }
  const share = Math.min(1, Math.log2(room / smallRoom) / 2);
  const look = share > 0 ? secondLook({ set, ranking, query }) : 'none';
  const best = look === 'none' ? [] : bestOf(set, ranking);
  const shared = sharedTerms(best, query, set.analyses.book);
  if (shared.size === 0) return { set, ranking, isLittle: false };
  const wider =
    look === 'found'
      ? set
      : await withFurther(port, { ...scope, ...ownRole(best, scope) }, set, {
          terms: [...shared.keys()],
          limit: mostFound,
        });
  const frequencies = look === 'found' ? frequenciesIn(set, shared.keys()) : wider.frequencies;
  const newsShare = query.wantsMany ? share : share * newsOfOne;
  const messages = look === 'found' ? set.candidates.length : wider.messages;
  const feedback = {
    terms: standingOut(shared, { frequencies, messages }),
    share,
    newsShare,
    isWide: false,
  };
  const known = wider === set ? ranking.matches : undefined;
  return { set: wider, ranking: rankAgain(wider, query, { feedback, known }), isLittle: false };
}

/**
 * Whether what was found may leave even a small room empty, or fill it with what has a common word of the question and
 * nothing else. What has no word of the thread, and does not speak of the one who asks or is asked, probably asks for
 * nothing of it.
 */
function looksWide({ set, ranking, query }: Found & { query: ParsedQuery }): boolean {
  const { length } = set.candidates;
  if (length >= fewOfTwoSides || set.messages > mostWithUsualWords) return false;
  if (ranking.best === undefined) return query.role !== undefined;
  const isFew = length < fewCandidates;
  // Several places are looked for twice anyway, by what those found first have in common.
  if (!isFew && (query.wantsMany || !hasTwoSides(set))) return false;
  const said = saidByBest({ set, ranking, query }, { unsaid: 'as rare' });
  return said < (isFew ? nearlyAllSaid : enoughSaid);
}

/** In a group of people who have names, the side that is asked about is everybody. */
function hasTwoSides({ candidates }: CandidateSet): boolean {
  return (
    candidates.some(({ message }) => message.role === 'assistant') &&
    candidates.some(({ message }) => message.role === 'user')
  );
}

/**
 * Also what the side that is asked about said in words of any subject, in the language of the question: its news come
 * next. An answer may share no word with its question, and room that nothing fills helps nobody.
 */
async function withUsualWords(
  port: RecallPort,
  scope: SearchScope,
  { set, ranking, query }: Found & { query: ParsedQuery },
): Promise<Found> {
  const best = ranking.best === undefined ? [] : bestOf(set, ranking);
  const shared = sharedTerms(best, query, set.analyses.book);
  const usual = usualWords(query);
  const own =
    query.role !== undefined && scope.roles === undefined ? { roles: [query.role] } : ownRole(best, scope);
  const wider = await withFurther(port, { ...scope, ...own }, set, {
    terms: [...new Set([...shared.keys(), ...usual])],
    limit: mostFound,
  });
  const terms = new Map(usual.map((term) => [term, usualWeight]));
  for (const [term, weight] of standingOut(shared, wider)) terms.set(term, weight);
  const feedback = { terms, share: 1, newsShare: 1, isWide: true };
  return { set: wider, ranking: rankAgain(wider, query, { feedback, known: undefined }) };
}

/** Words of the question's grammar, and where its language is unknown the question's own. */
function usualWords({ words }: ParsedQuery): string[] {
  const grammar = functionWords.get(detectLanguage([...words.values()].join(' ')));
  return grammar === undefined ? [...words.keys()] : [...new Set([...grammar].flatMap(textTerms))];
}

/** Kullback and Leibler: what the whole conversation says as often tells nothing. */
function standingOut(
  shared: ReadonlyMap<string, number>,
  { frequencies, messages }: { frequencies: ReadonlyMap<string, number>; messages: number },
): Map<string, number> {
  const terms = new Map<string, number>();
  const rarest = 1 / Math.max(1, messages);
  for (const [term, held] of shared) {
    const usual = Math.max(rarest, (frequencies.get(term) ?? 0) * rarest);
    const weight = held * Math.log(held / usual);
    if (weight > 0) terms.set(term, weight);
  }
  return terms;
}

/** In how many of the candidates each of these terms is. */
function frequenciesIn(
  { candidates, analyses: { book } }: CandidateSet,
  terms: Iterable<string>,
): Map<string, number> {
  const numbers = new Map([...terms].map((term) => [book.find(term)!, term]));
  const frequencies = new Map<string, number>();
  for (const { analysis } of candidates) {
    for (let place = 0; place < analysis.contentTerms; place += 1) {
      const term = numbers.get(analysis.terms[place]!);
      if (term !== undefined) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
  }
  return frequencies;
}

type Best = { candidate: CandidateSet['candidates'][number]; worth: number }[];

function bestOf({ candidates }: CandidateSet, { besides }: Ranking): Best {
  const best = [...candidates.keys()]
    .filter((index) => besides[index] !== undefined)
    .sort((first, second) => besides[second]! - besides[first]! || second - first)
    .slice(0, bestHits);
  return best.map((index) => ({
    candidate: candidates[index]!,
    worth: Math.exp((besides[index]! - besides[best[0]!]!) / spread),
  }));
}

/** Terms that several of the best say and the question does not: the part of them that does, by what they are worth. */
function sharedTerms(best: Best, query: ParsedQuery, book: TermBook): Map<string, number> {
  const asked = new Set([...query.words.keys(), ...query.terms, ...[...query.forms.values()].flat()]);
  const said = new Map<number, { worth: number; hits: number }>();
  for (const { candidate, worth } of best) {
    const { terms, contentTerms } = candidate.analysis;
    for (const term of terms.slice(0, contentTerms)) {
      const before = said.get(term) ?? { worth: 0, hits: 0 };
      said.set(term, { worth: before.worth + worth, hits: before.hits + 1 });
    }
  }
  const all = best.reduce((sum, { worth }) => sum + worth, 0);
  return new Map(
    [...said]
      .filter(([term, { hits }]) => hits >= leastHits && !asked.has(book.text(term)))
      .sort(([, first], [, second]) => second.worth - first.worth)
      .slice(0, mostTerms)
      .map(([term, { worth }]) => [book.text(term), worth / all]),
  );
}

/** Where nearly all that was found was said by one side, the rest probably was, too. */
function ownRole(best: Best, { roles }: SearchScope): { roles?: Role[] } {
  if (roles !== undefined) return {};
  const worths = new Map<Role, number>();
  for (const { candidate, worth } of best) {
    const { role } = candidate.message;
    worths.set(role, (worths.get(role) ?? 0) + worth);
  }
  const all = best.reduce((sum, { worth }) => sum + worth, 0);
  const role = [...worths.keys()].find((one) => worths.get(one)! >= ofOneRole * all);
  return role === undefined ? {} : { roles: [role] };
}
