/**
 * Shows a newest message that is too long for the budget by its beginning, a summary of it and its end, if the caller
 * asks for that. Code writes the summary, because a turn waits for no model (I-4).
 */
import type { AssembledContext } from '../context/context.ts';
import { leftOutMark } from '../context/shorten.ts';
import type { Redaction } from '../engine/redaction.ts';
import { hashMessage } from '../message/hash.ts';
import { type Message, textOf } from '../message/message.ts';
import type { Summarizer } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';

/**
 * Characters of the longest message that is summarized. A longer one would delay the turn, so only its ends are shown.
 */
const mostCharacters = 200_000;
/** Share of the room for the summary. Beginning and end share the rest. */
const summaryShare = 0.6;
const leastSummaryTokens = 60;

export type LongMessagePorts = {
  counter: TokenCounter;
  faithful: Summarizer;
  redaction: Pick<Redaction, 'redactLong'>;
};

/** The message in its shorter form; undefined if it is shown whole, or if a summary of it is not possible. */
export async function shortenNewest(options: {
  ports: LongMessagePorts;
  context: AssembledContext;
  newest: Message | undefined;
  ratio: number;
}): Promise<Message | undefined> {
  const { ports, context, newest, ratio } = options;
  const item = newest && context.items.find((one) => isShortened(one, newest.seq));
  if (!item || !newest.parts.every(({ type }) => type === 'text')) return undefined;
  const text = textOf(newest.parts);
  const { counter } = ports;
  const mark = leftOutMark(newest.tokens, newest.seq);
  const frame = counter.message({ role: newest.role, parts: [] }) + counter.count(`${mark}${opening}`) + 8;
  const room = Math.floor(item.tokens / ratio) - frame;
  const targetTokens = Math.floor(room * summaryShare);
  if (targetTokens < leastSummaryTokens || text.length > mostCharacters) return undefined;
  const summary = await summaryOf(ports, newest, { text, targetTokens });
  if (summary === undefined) return undefined;
  const side = Math.floor((room - counter.count(summary)) / 2);
  const shown = [
    counter.truncate(text, side),
    mark,
    `${opening}${summary}`,
    counter.truncateStart(text, side),
  ];
  const content = { role: newest.role, parts: [{ type: 'text' as const, text: shown.join('\n\n') }] };
  return { ...newest, ...content, tokens: counter.message(content), hash: hashMessage(content) };
}

const opening = 'Summary of the whole message: ';

async function summaryOf(
  { faithful, redaction, counter }: LongMessagePorts,
  { seq, role, createdAt, tokens }: Message,
  { text, targetTokens }: { text: string; targetTokens: number },
): Promise<string | undefined> {
  const clean = await redaction.redactLong(text);
  try {
    const { text: summary } = await faithful.summarize({
      shape: 'plain',
      previous: [],
      transcript: [{ seq, role, text: clean, at: createdAt, tokens }],
      facts: [],
      limits: { targetTokens, maxWords: null, maxOutputTokens: targetTokens },
      meta: { totalMessages: 1, totalTokens: tokens, depth: 0, strategy: 'none' },
      signal: new AbortController().signal,
    });
    return counter.count(summary) <= targetTokens ? summary : undefined;
  } catch {
    // Without a summary only its ends are shown, as if the caller had not asked for one.
    return undefined;
  }
}

/** Says in the account of the context that the newest message is shown in this form. */
export function withShortenedNewest(
  context: AssembledContext,
  { seq }: Pick<Message, 'seq'>,
): AssembledContext {
  const reason = 'newest message, told by its ends and a summary because it is too large for this budget';
  return {
    ...context,
    forced: true,
    items: context.items.map((item) =>
      item.section === 'tail' && item.from === seq && item.to === seq
        ? { ...item, kind: 'shortened' as const, reason }
        : item,
    ),
  };
}

function isShortened({ section, kind, from, to }: AssembledContext['items'][number], seq: number): boolean {
  return section === 'tail' && kind === 'shortened' && from === seq && to === seq;
}
