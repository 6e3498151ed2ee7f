/**
 * A context in the shape the caller needs (R-46). convert.ts has the shapes; this file adds cache marks and a readable
 * transcript.
 */
import { invalidInput } from '../errors.ts';
import { toModelMessages } from '../message/ai-sdk.ts';
import type { ModelMessage } from '../message/ai-sdk-shapes.ts';
import { toAnthropic as toAnthropicPrompt } from '../message/anthropic.ts';
import type { AnthropicPrompt } from '../message/anthropic-shapes.ts';
import type { OpenAIChatMessage } from '../message/openai-chat-shapes.ts';
import type { ResponsesPrompt } from '../message/openai-responses-shapes.ts';
import { cacheEnds, mostCacheMarks, ownMarks, replaceMarkers, withMarkers } from './cache-marks.ts';
import type { AssembledContext } from './context.ts';
import {
  type AiSdkPrompt,
  type OpenAIOptions,
  sendableToSdk,
  splitSystem,
  toAiSdk,
  toAnthropic,
  toOpenAI,
  toOpenAIResponses,
} from './convert.ts';
import { neutralize, neutralLine } from './neutralize.ts';
import { partText } from './text.ts';
import { wellFormed } from './well-formed.ts';

export type AnthropicOptions = {
  /**
   * Most cache marks to set; 0 for none. Default: 4, less those of the system prompt. Pass a smaller number if tools
   * carry marks too.
   */
  cacheMarks?: number;
};

export type TextOptions = {
  /**
   * Frames the conversation as the past, so that no model answers it (R-77). If the newest message is the user's and
   * not answered yet, it stands behind the frame. Default: false.
   */
  past?: boolean;
};

export type Context = AssembledContext & {
  /** AI SDK messages with system messages among them, for calls with `allowSystemInMessages`. */
  readonly messages: ModelMessage[];
  /** The same for `generateText({ model, ...context.toAiSdk() })`, with system messages apart, as the SDK requires. */
  toAiSdk(): AiSdkPrompt;
  toOpenAI(options?: OpenAIOptions): OpenAIChatMessage[];
  toOpenAIResponses(): ResponsesPrompt;
  /**
   * Valid for the API without changes: roles alternate, the user speaks first, system text stands apart, and cache
   * marks are set at the ends of the stable parts (R-70).
   */
  toAnthropic(options?: AnthropicOptions): AnthropicPrompt;
  /** A transcript to read, or to put into a prompt of your own. */
  toText(options?: TextOptions): string;
};

export function createContext(assembled: AssembledContext): Context {
  const { content, emptyText } = assembled;
  let messages: ModelMessage[] | undefined;
  return {
    content,
    contentTokens: assembled.contentTokens,
    spoken: assembled.spoken,
    hashes: assembled.hashes,
    stable: assembled.stable,
    boundaries: assembled.boundaries,
    // A getter, because the account is only made on first use.
    get items() {
      return assembled.items;
    },
    set items(given) {
      assembled.items = given;
    },
    tokens: assembled.tokens,
    budget: assembled.budget,
    sections: assembled.sections,
    recalled: assembled.recalled,
    forced: assembled.forced,
    displaced: assembled.displaced,
    arrangement: assembled.arrangement,
    ...(emptyText === undefined ? {} : { emptyText }),
    toAiSdk: () => toAiSdk(content),
    toOpenAI: (options) => toOpenAI(content, options),
    toOpenAIResponses: () => toOpenAIResponses(content),
    toAnthropic: (options) => anthropicPrompt(assembled, options),
    toText: (options) => transcript(assembled, options),
    get messages() {
      messages ??= toModelMessages(sendableToSdk(content));
      return messages;
    },
  };
}

function anthropicPrompt(
  assembled: AssembledContext,
  { cacheMarks = mostCacheMarks }: AnthropicOptions = {},
): AnthropicPrompt {
  if (!Number.isInteger(cacheMarks) || cacheMarks < 0 || cacheMarks > mostCacheMarks)
    throw invalidInput('cacheMarks', `a whole number from 0 to ${mostCacheMarks}`, cacheMarks);
  const { leading } = splitSystem(assembled.content);
  const own = ownMarks(toAnthropicPrompt(leading, { forRequest: true }).system);
  const ends = cacheEnds(assembled, Math.min(cacheMarks, mostCacheMarks - own));
  return replaceMarkers(toAnthropic(withMarkers(assembled.content, ends)));
}

const speakers = { user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

const pastHeading = '## CONVERSATION HISTORY (for context only - do NOT respond to these)';
const pastEnd = '(End of conversation history)';

/**
 * Only lines of this function separate one speaker from the next, so message text is neutralized: it cannot imitate
 * them.
 */
function transcript(assembled: AssembledContext, { past = false }: TextOptions = {}): string {
  const { content, emptyText } = assembled;
  if (typeof past !== 'boolean') throw invalidInput('past', 'true or false', past);
  const blocks = content.map((_, index) => transcriptBlock(assembled, index));
  const ending = emptyText === undefined ? [] : [emptyText];
  const first = content.findIndex(({ role }) => role !== 'system');
  if (!past || first === -1) return [...blocks, ...ending].join('\n\n');
  const end = content.at(-1)?.role === 'user' ? content.length - 1 : content.length;
  const pastBlocks = blocks
    .slice(first, end)
    .map((block, index) => (content[first + index]!.role === 'system' ? block : `[PAST] ${block}`));
  const framed = pastBlocks.length === 0 ? [] : [pastHeading, ...pastBlocks, pastEnd];
  return [...blocks.slice(0, first), ...framed, ...blocks.slice(end), ...ending].join('\n\n');
}

function transcriptBlock({ content, spoken }: AssembledContext, index: number): string {
  const { role, parts, name } = wellFormed(content[index]!);
  const text = parts
    .map((part, place) => ({ part, isFromLog: role !== 'system' && place < spoken[index]! }))
    .filter(({ part }) => part.type !== 'reasoning')
    .map(({ part, isFromLog }) => (isFromLog ? neutralize(partText(part)) : partText(part)))
    .join('\n');
  if (role === 'system') return text;
  return `${speakers[role]}${name === undefined ? '' : ` (${neutralLine(name, 60)})`}: ${text}`;
}
