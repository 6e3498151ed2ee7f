/**
 * What the newest message needs of the past: decides whether it needs anything, what to look for, and turns
 * what was found into passages. Ranking itself is in recall/.
 */

import type { Passage } from '../context/context.ts';
import type { Engine } from '../engine/engine.ts';
import { type Message, textOf } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { asksSomething } from '../search/asking.ts';
import { excerptAround } from '../search/excerpt.ts';
import { needsRecall } from '../search/intent.ts';
import { findPassages, type RecallHit } from '../search/recall.ts';
import { textTerms } from '../search/terms.ts';

/**
 * Scores are log odds: what is this far below the best hit is not worth its tokens. Measured on questions, a wider
 * spread finds nothing more; what only tells something needs less.
 */
const questionSpread = 10;
const statementSpread = 4;
/** More than any budget for passages shows. */
const mostPassages = 300;
/** A passage takes at most this part of what all may take. */
const passagePart = 0.25;
const charactersPerToken = 4;
const toolCharacters = 20_000;

export async function recallPassages(options: {
  engine: Engine;
  threadId: string;
  /** Asked for by the caller, or the newest message of the user says it. */
  query: string | undefined;
  /** The newest messages, in order. */
  tail: readonly Message[];
  /** The newest message that may be found. */
  upTo: number;
  mostTokens: number;
}): Promise<Passage[]> {
  const { engine, threadId, tail, upTo, mostTokens } = options;
  if (upTo < 1 || mostTokens <= 0) return [];
  const said = tail.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts));
  // In a tool loop the user's message is still the one that is being answered.
  const asked = options.query ?? said.at(-1);
  if (asked === undefined || !needsRecall(asked)) return [];
  const newest = tail.at(-1);
  // A turn of the past is read with its own time, or the same turn would find other days tomorrow.
  const now = options.query === undefined && newest ? Date.parse(newest.createdAt) : engine.runtime.now();
  const hits = await findPassages(engine.recallPort, {
    query: asked,
    ...(options.query === undefined && { before: said.at(-2) ?? '' }),
    scope: { threadIds: [threadId], upTo },
    now,
    limit: mostPassages,
  });
  const terms = new Set(textTerms(asked));
  const characters = Math.floor(mostTokens * passagePart * charactersPerToken);
  const spread = options.query !== undefined || asksSomething(asked) ? questionSpread : statementSpread;
  const least = (hits[0]?.score ?? 0) - spread;
  return hits.filter(({ score }) => score >= least).map((hit) => passageOf(hit, terms, characters));
}

function passageOf({ message, reasons }: RecallHit, terms: ReadonlySet<string>, characters: number): Passage {
  const { id, seq, role, name, createdAt } = message;
  const text = renderMessageText(message, {
    toolOutputCharacters: toolCharacters,
    toolInputCharacters: toolCharacters,
  });
  return {
    messageId: id,
    seq,
    role,
    ...(name === undefined ? {} : { name }),
    at: createdAt,
    text: excerptAround({ text, terms, characters }),
    reason: reasons.length === 0 ? 'recalled' : `recalled: ${reasons.join('; ')}`,
  };
}
