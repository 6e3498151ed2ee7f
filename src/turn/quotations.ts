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
import { excerptAround, excerptReach, excerptSteps } from '../search/excerpt.ts';
import { inSteps } from '../text/steps.ts';

export type Quotation = {
  text(): string;
  /** Known where the whole message is quoted as it was said. */
  leastTokens?: number;
};

/** Looking for secrets in this much takes some ten milliseconds. */
const longCharacters = 4_000;
const toolCharacters = 20_000;
const messageFrameTokens = 10;

const limits: ViewLimits = {
  textCharacters: excerptReach,
  inputCharacters: toolCharacters,
  outputCharacters: toolCharacters,
};

type QuotationOptions = {
  redaction: Redaction;
  /** What was asked about. */
  terms: ReadonlySet<string>;
  /** Of one message so much is quoted at most. */
  characters: number;
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
  const { redaction, terms, characters } = options;
  let text: string | undefined;
  return {
    text: () => {
      text ??= excerptAround({ text: rendered(redaction.quoted(message, limits)), terms, characters });
      return text;
    },
    ...leastTokensOf(message, characters),
  };
}

async function longQuotation(message: Message, options: QuotationOptions): Promise<Quotation> {
  const { redaction, terms, characters } = options;
  const quoted = await redaction.quotedLong(message, limits);
  await yieldToEventLoop();
  const whole = rendered(quoted);
  const text = await inSteps(excerptSteps({ text: whole, terms, characters }), yieldToEventLoop);
  return { text: () => text, ...leastTokensOf(message, characters) };
}

function rendered(quoted: Message): string {
  return renderMessageText(quoted, {
    toolOutputCharacters: toolCharacters,
    toolInputCharacters: toolCharacters,
  });
}

/** Counted when it was stored, frame included; a message of other parts than text reads shorter than it counts. */
function leastTokensOf({ parts, tokens }: Message, characters: number): { leastTokens?: number } {
  const isShown = parts.every((part) => part.type === 'text') && textOf(parts).length <= characters;
  return isShown ? { leastTokens: tokens - messageFrameTokens } : {};
}
