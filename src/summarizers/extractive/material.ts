/** The input of all shapes: the document, its ranked candidates, the exact details and the limits. */
import type { Fact } from '../../records/fact.ts';
import type { SummaryRequest } from '../../summarizer.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { type Detail, detailsOf } from './details.ts';
import { type Document, documentOf, type Sentence } from './document.ts';
import { type Focus, focusOf } from './focus.ts';
import { type Earlier, readEarlier } from './previous.ts';
import { termWeights, type Weights } from './ranking.ts';
import { limitOf, type Meter, meterFor, type Size } from './size.ts';

export type Material = {
  document: Document;
  earlier: Earlier;
  weights: Weights;
  candidates: Candidate[];
  /** Terms of the focus. */
  focus: ReadonlySet<string> | undefined;
  details: Detail[];
  facts: readonly Fact[];
  meter: Meter;
  /** Share of the summary for the older summaries it replaces, from 0 to 1. */
  earlierShare: number;
};

const leastCandidates = 300;
/** Facts that are searched for in every sentence. The others can only be listed as details. */
const soughtFacts = 40;

export async function materialOf(request: SummaryRequest, counter: TokenCounter): Promise<Material> {
  const earlier = readEarlier(request.previous);
  const document = await documentOf(request, earlier);
  const meter = meterFor(counter, limitOf(request, counter));
  const weights = termWeights(document);
  const focus = focusOf(document, request.focus);
  const facts = focus === undefined ? request.facts : focusedFirst(request, focus);
  const bonusOfFacts = factBonus(facts);
  const candidates = await candidatesOf(document, {
    weights,
    meter,
    limit: candidateLimit(meter.limit),
    bonus: (sentence) => bonusOfFacts(sentence) * (focus?.weigh(sentence) ?? 1),
    signal: request.signal,
  });
  return {
    document,
    earlier,
    weights,
    candidates,
    focus: focus?.terms,
    details: detailsOf(facts, earlier.details),
    facts,
    meter,
    earlierShare: earlierShare(earlier, request.transcript.length),
  };
}

/** Facts of messages about the focus come first; the order is otherwise unchanged. */
function focusedFirst({ facts, transcript }: SummaryRequest, focus: Focus): readonly Fact[] {
  const about = new Set(transcript.filter(({ text }) => focus.meets(text)).map(({ seq }) => seq));
  return [...facts.filter(({ seq }) => about.has(seq)), ...facts.filter(({ seq }) => !about.has(seq))];
}

/** Several times as many as can be chosen, at eight words per sentence. */
function candidateLimit({ tokens, words }: Size): number {
  return Math.max(leastCandidates, Math.ceil(Math.min(tokens, words * 1.5, 20_000) / 2));
}

/** A sentence that contains an important fact is better than an entry in a list of facts. */
function factBonus(facts: readonly Fact[]): (sentence: Sentence) => number {
  const sought = facts.slice(0, soughtFacts).filter(({ value }) => value.trim().length >= 3);
  return ({ text }) => {
    let bonus = 1;
    for (const [rank, { value }] of sought.entries()) {
      if (text.includes(value)) bonus += 0.6 / (1 + rank / 10);
    }
    return Math.min(bonus, 3);
  };
}

/** In proportion to the messages on each side, but with a minimum for both. */
function earlierShare({ messages, sentences }: Earlier, fresh: number): number {
  if (sentences.length === 0) return 0;
  if (fresh === 0) return 1;
  return Math.min(0.65, Math.max(0.35, messages / (messages + fresh)));
}
