/**
 * What the newest message needs of the past: decides whether it needs anything, what to look for, and turns
 * what was found into passages. Ranking itself is in search/.
 */

import type { Passage } from '../context/context.ts';
import type { Redaction } from '../engine/redaction.ts';
import { type Message, textOf } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { excerptAround, excerptReach } from '../search/excerpt.ts';
import { needsRecall } from '../search/intent.ts';
import { isQuestion } from '../search/is-question.ts';
import { shownReasons } from '../search/reasons.ts';
import { findPassages, type RecallHit } from '../search/recall.ts';
import type { RecallPort } from '../search-index.ts';
import { textTerms } from '../text/terms.ts';

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
const messageFrameTokens = 10;
/** Of a long message its beginning and its end are read: that is where people ask. */
const askedCharacters = 20_000;

export type RecallPorts = { recallPort: RecallPort; redaction: Redaction };

export async function recallPassages(options: {
  ports: RecallPorts;
  threadId: string;
  /** Asked for by the caller, or the newest message of the user says it. */
  query: string | undefined;
  /** When it is asked. */
  now: number;
  /** The newest messages, in order. */
  tail: readonly Message[];
  /** The newest message that may be found. */
  upTo: number;
  mostTokens: number;
}): Promise<Passage[]> {
  const { ports, threadId, tail, upTo, mostTokens } = options;
  const { recallPort, redaction } = ports;
  if (upTo < 1 || mostTokens <= 0) return [];
  const said = tail
    .filter(({ role }) => role === 'user')
    .slice(-2)
    .map(({ parts }) => beginningAndEnd(textOf(parts)));
  // In a tool loop the user's message is still the one that is being answered.
  const asked = options.query === undefined ? said.at(-1) : beginningAndEnd(options.query);
  if (asked === undefined || !needsRecall(asked)) return [];
  const newest = tail.at(-1);
  // A turn of the past is read with its own time, or the same turn would find other days tomorrow.
  const now = options.query === undefined && newest ? Date.parse(newest.createdAt) : options.now;
  const hits = await findPassages(recallPort, {
    query: asked,
    ...(options.query === undefined && { before: said.at(-2) ?? '' }),
    scope: { threadIds: [threadId], upTo },
    now,
    limit: mostPassages,
  });
  const told = rememberingTold(redaction.told);
  const terms = new Set(textTerms(asked));
  const characters = Math.floor(mostTokens * passagePart * charactersPerToken);
  const spread = options.query !== undefined || isQuestion(asked) ? questionSpread : statementSpread;
  const least = (hits[0]?.score ?? 0) - spread;
  const near = hits.filter(({ score }) => score >= least);
  return near.map((hit) => passageOf({ redaction, hit, asked, terms, characters, told }));
}

function beginningAndEnd(text: string): string {
  if (text.length <= askedCharacters) return text;
  const half = askedCharacters / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
}

/** Hundreds of hits have the same query, few names and few reasons. */
function rememberingTold(told: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const shown = known.get(text) ?? told(text);
    known.set(text, shown);
    return shown;
  };
}

/** Read when it is looked at: of hundreds found, a context has room for a few. */
function passageOf(options: {
  redaction: Redaction;
  hit: RecallHit;
  asked: string;
  terms: ReadonlySet<string>;
  characters: number;
  told: (text: string) => string;
}): Passage {
  const { redaction, hit, asked, terms, characters, told } = options;
  const { id, seq, role, name, createdAt } = hit.message;
  let text: string | undefined;
  return {
    messageId: id,
    seq,
    role,
    ...(name === undefined ? {} : { name: told(name) }),
    at: createdAt,
    ...leastTokensOf(hit.message, characters),
    get text() {
      text ??= excerptAround({ text: quotationOf(redaction, hit.message), terms, characters });
      return text;
    },
    get reason() {
      const reasons = shownReasons(hit.reasons, asked, told);
      return reasons.length === 0 ? 'recalled' : `recalled: ${reasons.join('; ')}`;
    },
  };
}

/** Counted when it was stored, frame included; a message of other parts than text reads shorter than it counts. */
function leastTokensOf({ parts, tokens }: Message, characters: number): { leastTokens?: number } {
  const isShown = parts.every((part) => part.type === 'text') && textOf(parts).length <= characters;
  return isShown ? { leastTokens: tokens - messageFrameTokens } : {};
}

function quotationOf(redaction: Redaction, message: Message): string {
  const quoted = redaction.quoted(message, {
    textCharacters: excerptReach,
    inputCharacters: toolCharacters,
    outputCharacters: toolCharacters,
  });
  return renderMessageText(quoted, {
    toolOutputCharacters: toolCharacters,
    toolInputCharacters: toolCharacters,
  });
}
