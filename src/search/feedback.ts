/**
 * Pseudo relevance feedback: a question for several places finds some of them by its own words, and one that was put in
 * other words than the answer finds what stands near it. What those say beyond the question tells how the talk about it
 * sounds, and brings what was said about it in other words.
 */
import type { Role } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { type CandidateSet, withFurther } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranking, rankAgain } from './ranking.ts';
import { saidByBest } from './region-odds.ts';
import type { TermBook } from './term-book.ts';

/** Terms by how far they stand out in what was found first, and how much of the ranking is left to them and to news. */
export type Feedback = { terms: ReadonlyMap<string, number>; share: number; newsShare: number };

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
/** Fewer candidates leave room for others. */
const fewCandidates = 100;
/** One answer is rarely told in the rarest words, as one of many is. */
const newsOfOne = 0.5;

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
): Promise<Found> {
  const share = Math.min(1, Math.log2(room / smallRoom) / 2);
  const look = share > 0 ? secondLook({ set, ranking, query }) : 'none';
  const best = look === 'none' ? [] : bestOf(set, ranking);
  const shared = sharedTerms(best, query, set.analyses.book);
  if (shared.size === 0) return { set, ranking };
  const wider =
    look === 'found'
      ? set
      : await withFurther(port, { ...scope, ...ownRole(best, scope) }, set, {
          terms: [...shared.keys()],
          limit: mostFound,
        });
  const frequencyOf = look === 'found' ? frequenciesIn(set, shared.keys()) : wider.frequencies;
  const newsShare = query.wantsMany ? share : share * newsOfOne;
  const messages = look === 'found' ? set.candidates.length : wider.messages;
  const terms = new Map<string, number>();
  const rarest = 1 / Math.max(1, messages);
  for (const [term, held] of shared) {
    // Kullback and Leibler: what the whole conversation says as often tells nothing.
    const usual = Math.max(rarest, (frequencyOf.get(term) ?? 0) * rarest);
    const weight = held * Math.log(held / usual);
    if (weight > 0) terms.set(term, weight);
  }
  const known = wider === set ? ranking.matches : undefined;
  return { set: wider, ranking: rankAgain(wider, query, { feedback: { terms, share, newsShare }, known }) };
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
