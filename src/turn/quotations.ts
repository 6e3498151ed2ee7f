/**
 * What is quoted of the messages that were found: their text without secrets, and of a long message the piece that was
 * asked about. Short messages are quoted only when somebody looks, because a context has room for a few of the hundreds
 * found. Long messages are searched beforehand, with pauses so that nothing else has to wait, and up to a bound.
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
  /** A shorter piece, used if many are shown. A short message is quoted whole. */
  brief(): string;
  /** Least tokens that it takes, if they are known without reading it. */
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
  /** Most characters quoted of one message. */
  characters: number;
  /** The lengths if many are shown: of a piece, and of a message that is still quoted whole. Default: `characters`. */
  brief?: PieceLengths;
  /** True for messages of which only a piece is quoted. */
  isBrief?: (message: Message) => boolean;
  /** True for messages of which no piece is quoted, but as much as is allowed. */
  isWhole?: (message: Message) => boolean;
};

/** Once long messages of `mostLong` characters in all were quoted, further long ones are left out. */
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

/** From the count made when it was stored, less its frame. Unknown for other parts than text: they are quoted shorter. */
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
