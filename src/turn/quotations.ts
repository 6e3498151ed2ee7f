/**
 * What is quoted of the messages that were found: without secrets, and of long ones the stretch that was asked about.
 * Short ones are read when they are looked at, because of hundreds found a context has room for a few. Long ones are
 * looked through ahead, with pauses: nobody else waits for them, and there is a bound on how much it is.
 */
import type { Redaction } from '../engine/redaction.ts';
import { type Message, textOf } from '../message/message.ts';
import { renderMessageText } from '../message/text.ts';
import { sizeOf, type ViewLimits } from '../redaction/redact-content.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { AskedItem } from '../search/asked-item.ts';
import { excerptAround, excerptReach, excerptSteps } from '../search/excerpt.ts';
import { inSteps } from '../text/steps.ts';

export type Quotation = {
  text(): string;
  /** A shorter piece, for where many are shown; all of a message that is short. */
  brief(): string;
  /** Known where it is quoted whole or in a piece. */
  leastTokens?: number;
};

/** Looking for secrets in this much takes some ten milliseconds. */
const longCharacters = 4_000;
const toolCharacters = 20_000;
const messageFrameTokens = 10;
const leastPieceTokens = 40;

const limits: ViewLimits = {
  textCharacters: excerptReach,
  inputCharacters: toolCharacters,
  outputCharacters: toolCharacters,
};

export type PieceLengths = { characters: number; wholeCharacters: number };

type QuotationOptions = {
  redaction: Redaction;
  /** What was asked about. */
  terms: ReadonlySet<string>;
  /** Whether one thing was asked for. */
  seeksDetail: boolean;
  /** Which item of a list was asked for. */
  item?: AskedItem | undefined;
  /** Of one message so much is quoted at most. */
  characters: number;
  /** Where many are shown, so much; of a message that is hardly longer, all of it. Default: the same. */
  brief?: PieceLengths;
  /** Those that are quoted briefly in any case. */
  isBrief?: (message: Message) => boolean;
  /** Those of which no piece is quoted, but as much as may be. */
  isWhole?: (message: Message) => boolean;
};

/** Long messages beyond `mostLong` characters in all have none. */
export async function quotationsOf(
  options: QuotationOptions & { messages: readonly Message[]; mostLong?: number },
): Promise<Map<Message, Quotation>> {
  const quotations = new Map<Message, Quotation>();
  let { mostLong: left = Number.POSITIVE_INFINITY } = options;
  for (const message of options.messages) {
    const size = sizeOf(message.parts, excerptReach);
    if (size <= longCharacters) quotations.set(message, shortQuotation(message, options));
    else if (left > 0) {
      left -= size;
      quotations.set(message, await longQuotation(message, options));
    }
  }
  return quotations;
}

function shortQuotation(message: Message, options: QuotationOptions): Quotation {
  const { redaction, terms, seeksDetail, item } = options;
  const lengths = lengthsOf(message, options);
  let whole: string | undefined;
  const quoted = (characters: (text: string) => number) => {
    let text: string | undefined;
    return () => {
      whole ??= rendered(redaction.quoted(message, limits));
      text ??= excerptAround({ text: whole, terms, characters: characters(whole), seeksDetail, item });
      return text;
    };
  };
  return { text: quoted(lengths.text), brief: quoted(lengths.brief), ...leastTokensOf(message, options) };
}

async function longQuotation(message: Message, options: QuotationOptions): Promise<Quotation> {
  const { redaction, terms, seeksDetail, item } = options;
  const lengths = lengthsOf(message, options);
  const view = await redaction.quotedLong(message, limits);
  await yieldToEventLoop();
  const whole = rendered(view);
  const quoted = (characters: (text: string) => number) =>
    inSteps(
      excerptSteps({ text: whole, terms, characters: characters(whole), seeksDetail, item }),
      yieldToEventLoop,
    );
  const text = await quoted(lengths.text);
  const brief = await quoted(lengths.brief);
  return { text: () => text, brief: () => brief, ...leastTokensOf(message, options) };
}

function lengthsOf(message: Message, options: QuotationOptions) {
  const { characters, isBrief } = options;
  const brief = pieceOf(message, options);
  const piece = brief?.characters ?? characters;
  const whole = brief?.wholeCharacters ?? characters;
  const most = isBrief?.(message) === true ? Math.min(characters, piece) : characters;
  return {
    text: () => most,
    brief: (text: string) => Math.min(most, text.length <= whole ? whole : piece),
  };
}

function pieceOf(message: Message, { brief, isWhole }: QuotationOptions): PieceLengths | undefined {
  return isWhole?.(message) === true ? undefined : brief;
}

function rendered(quoted: Message): string {
  return renderMessageText(quoted, {
    toolOutputCharacters: toolCharacters,
    toolInputCharacters: toolCharacters,
  });
}

/** Counted when it was stored, frame included; a message of other parts than text reads shorter than it counts. */
function leastTokensOf(message: Message, options: QuotationOptions): { leastTokens?: number } {
  const { parts, tokens } = message;
  const { characters } = options;
  const brief = pieceOf(message, options);
  if (parts.some((part) => part.type !== 'text')) return {};
  const { length } = textOf(parts);
  if (length <= Math.min(characters, brief?.wholeCharacters ?? characters))
    return { leastTokens: tokens - messageFrameTokens };
  return brief !== undefined && brief.characters < characters ? { leastTokens: leastPieceTokens } : {};
}
