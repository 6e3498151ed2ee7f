/**
 * Pseudo relevance feedback. The best messages of a first ranking are taken as relevant, and terms that several of them
 * share are added to the query. This finds further places for a question with several answers, and answers in other
 * words than the question's.
 */
import type { Role } from '../message/message.ts';
import type { RecallPort, SearchScope } from '../search-index.ts';
import { detectLanguage } from '../text/language.ts';
import { functionWords } from '../text/stop-words.ts';
import { textTerms } from '../text/terms.ts';
import { type CandidateSet, withMoreCandidates } from './candidates.ts';
import type { ParsedQuery } from './query.ts';
import { type Ranking, rankWithFeedback } from './ranking.ts';
import { coverageByBest } from './region-odds.ts';
import type { TermBook } from './term-book.ts';

/** The added terms with their weights, and the weights of the features `feedbackRank` and `news`. */
export type Feedback = {
  terms: ReadonlyMap<string, number>;
  share: number;
  newsShare: number;
  /** Whether function words were searched for as well, because too little was found. */
  usesFunctionWords: boolean;
};

/** Most messages that are taken as relevant, and the difference in score at which one counts about a third. */
const bestHits = 15;
const spread = 2;
/** A term must occur in this many of them; otherwise it is chance. */
const leastHits = 2;
const mostTerms = 20;
const mostFound = 200;
/** If one role said this share of the best messages, only messages of that role are added. */
const dominantShare = 0.75;
/** Room in tokens that the first ranking fills by itself. In four times as much room, feedback counts in full. */
const smallRoom = 700;

/** If the best message covers less than this share of the question's terms (weighted), the answer may be elsewhere. */
const enoughCoverage = 0.5;
/** With few candidates, this is the share below which the search is extended to function words. */
const nearlyFullCoverage = 0.8;
/** Fewer candidates than this count as few. */
const fewCandidates = 100;
/**
 * The same limit for conversations between user and assistant, in which only one side's messages are searched: a single
 * common word of the question can find a hundred messages that have nothing to do with it.
 */
const fewInDialogue = 250;
/** Weight of `news` if the question has one answer, which rarely consists of the rarest words. */
const newsOfOne = 0.5;
/** In longer threads, function words find too many messages to be useful, and cost too much. */
const mostWithFunctionWords = 2_000;
/** Weight of a function word: it adds candidates, but must not affect their ranking. */
const functionWordWeight = 0.001;

type Found = { set: CandidateSet; ranking: Ranking };

/** Where feedback applies: nowhere, to the candidates found (`found`), or with a further search (`all`). */
function feedbackScope({ set, ranking, query }: Found & { query: ParsedQuery }): 'none' | 'found' | 'all' {
  if (query.wantsMany) return 'all';
  if (ranking.best === undefined) return 'none';
  const isFew = set.candidates.length < fewCandidates;
  const said = coverageByBest({ set, ranking, query }, { unsaid: isFew ? 'as rare' : 'not at all' });
  if (said >= enoughCoverage) return 'none';
  return isFew ? 'all' : 'found';
}

/** Returns the ranking unchanged if the room is small, the best message covers the question, or no terms are shared. */
export async function withFeedback(
  port: RecallPort,
  { scope, room }: { scope: SearchScope; room: number },
  { set, ranking, query }: Found & { query: ParsedQuery },
): Promise<Found & { fewMatches: boolean }> {
  if (needsFunctionWords({ set, ranking, query })) {
    const fewMatches = set.candidates.length < fewCandidates;
    return { ...(await withFunctionWords(port, scope, { set, ranking, query })), fewMatches };
  }
  const share = Math.min(1, Math.log2(room / smallRoom) / 2);
  const look = share > 0 ? feedbackScope({ set, ranking, query }) : 'none';
  const best = look === 'none' ? [] : bestOf(set, ranking);
  const shared = sharedTerms(best, query, set.analyses.book);
  if (shared.size === 0) return { set, ranking, fewMatches: false };
  const wider =
    look === 'found'
      ? set
      : await withMoreCandidates(port, { ...scope, ...dominantRole(best, scope) }, set, {
          terms: [...shared.keys()],
          limit: mostFound,
        });
  const frequencies = look === 'found' ? frequenciesIn(set, shared.keys()) : wider.frequencies;
  const newsShare = query.wantsMany ? share : share * newsOfOne;
  const messages = look === 'found' ? set.candidates.length : wider.messages;
  const feedback = {
    terms: distinctiveTerms(shared, { frequencies, messages }),
    share,
    newsShare,
    usesFunctionWords: false,
  };
  const known = wider === set ? ranking.matches : undefined;
  return { set: wider, ranking: rankWithFeedback(wider, query, { feedback, known }), fewMatches: false };
}

/**
 * Whether too little was found to fill even a small room with relevant messages, so that the search is extended to
 * function words. A question without any word of the thread probably does not ask about it, unless it speaks of those who
 * talk here.
 */
function needsFunctionWords({ set, ranking, query }: Found & { query: ParsedQuery }): boolean {
  const { length } = set.candidates;
  if (length >= fewInDialogue || set.messages > mostWithFunctionWords) return false;
  if (ranking.best === undefined) return query.role !== undefined || query.ofSpeakers;
  const isFew = length < fewCandidates;
  // Questions for several places get a second search by shared terms anyway.
  if (!isFew && (query.wantsMany || !isDialogue(set))) return false;
  const said = coverageByBest({ set, ranking, query }, { unsaid: 'as rare' });
  return said < (isFew ? nearlyFullCoverage : enoughCoverage);
}

/** Whether user and assistant talk to each other. In a group of named people, all messages have one role. */
function isDialogue({ candidates }: CandidateSet): boolean {
  return (
    candidates.some(({ message }) => message.role === 'assistant') &&
    candidates.some(({ message }) => message.role === 'user')
  );
}

/**
 * Extends the search to the function words of the question's language, in messages of the role it asks about; the most
 * informative of these rank next. An answer may share no word with its question, and unused room would be wasted.
 */
async function withFunctionWords(
  port: RecallPort,
  scope: SearchScope,
  { set, ranking, query }: Found & { query: ParsedQuery },
): Promise<Found> {
  const best = ranking.best === undefined ? [] : bestOf(set, ranking);
  const shared = sharedTerms(best, query, set.analyses.book);
  const usual = functionWordsOf(query);
  const own =
    query.role !== undefined && scope.roles === undefined
      ? { roles: [query.role] }
      : dominantRole(best, scope);
  const wider = await withMoreCandidates(port, { ...scope, ...own }, set, {
    terms: [...new Set([...shared.keys(), ...usual])],
    limit: mostFound,
  });
  const terms = new Map(usual.map((term) => [term, functionWordWeight]));
  for (const [term, weight] of distinctiveTerms(shared, wider)) terms.set(term, weight);
  const feedback = { terms, share: 1, newsShare: 1, usesFunctionWords: true };
  return { set: wider, ranking: rankWithFeedback(wider, query, { feedback, known: undefined }) };
}

/** The function words of the question's language; for an unknown language, all words of the question. */
function functionWordsOf({ words }: ParsedQuery): string[] {
  const grammar = functionWords.get(detectLanguage([...words.values()].join(' ')));
  return grammar === undefined ? [...words.keys()] : [...new Set([...grammar].flatMap(textTerms))];
}

/** Weighs shared terms by their Kullback–Leibler divergence from the whole conversation, and drops usual ones. */
function distinctiveTerms(
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

/** The number of candidates that contain each of these terms. */
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

type Best = { candidate: CandidateSet['candidates'][number]; relevance: number }[];

function bestOf({ candidates }: CandidateSet, { diversifiedScores }: Ranking): Best {
  const best = [...candidates.keys()]
    .filter((index) => diversifiedScores[index] !== undefined)
    .sort((first, second) => diversifiedScores[second]! - diversifiedScores[first]! || second - first)
    .slice(0, bestHits);
  return best.map((index) => ({
    candidate: candidates[index]!,
    relevance: Math.exp((diversifiedScores[index]! - diversifiedScores[best[0]!]!) / spread),
  }));
}

/** Terms that several of the best messages share and the question lacks, with the weighted share of messages. */
function sharedTerms(best: Best, query: ParsedQuery, book: TermBook): Map<string, number> {
  const asked = new Set([...query.words.keys(), ...query.terms, ...[...query.forms.values()].flat()]);
  const said = new Map<number, { relevance: number; hits: number }>();
  for (const { candidate, relevance } of best) {
    const { terms, contentTerms } = candidate.analysis;
    for (const term of terms.slice(0, contentTerms)) {
      const before = said.get(term) ?? { relevance: 0, hits: 0 };
      said.set(term, { relevance: before.relevance + relevance, hits: before.hits + 1 });
    }
  }
  const all = best.reduce((sum, { relevance }) => sum + relevance, 0);
  return new Map(
    [...said]
      .filter(([term, { hits }]) => hits >= leastHits && !asked.has(book.text(term)))
      .sort(([, first], [, second]) => second.relevance - first.relevance)
      .slice(0, mostTerms)
      .map(([term, { relevance }]) => [book.text(term), relevance / all]),
  );
}

/** If nearly all of the best messages are of one role, the rest of the answer probably is too. */
function dominantRole(best: Best, { roles }: SearchScope): { roles?: Role[] } {
  if (roles !== undefined) return {};
  const relevances = new Map<Role, number>();
  for (const { candidate, relevance } of best) {
    const { role } = candidate.message;
    relevances.set(role, (relevances.get(role) ?? 0) + relevance);
  }
  const all = best.reduce((sum, { relevance }) => sum + relevance, 0);
  const role = [...relevances.keys()].find((one) => relevances.get(one)! >= dominantShare * all);
  return role === undefined ? {} : { roles: [role] };
}
