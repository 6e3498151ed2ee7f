/**
 * A context in the shape the caller needs (R-46). The converters in message/ know the shapes; here stands only
 * what a whole prompt must be on top of that: system text where the provider takes it, and a readable transcript.
 */
import { invalidInput } from '../errors.ts';
import { toModelMessages } from '../message/ai-sdk.ts';
import type { ModelMessage } from '../message/ai-sdk-shapes.ts';
import { toAnthropic } from '../message/anthropic.ts';
import type { AnthropicMessage, AnthropicPrompt } from '../message/anthropic-shapes.ts';
import { type MessageContent, textOf } from '../message/message.ts';
import { toOpenAIChat } from '../message/openai-chat.ts';
import type { OpenAIChatMessage } from '../message/openai-chat-shapes.ts';
import { toOpenAIResponses } from '../message/openai-responses.ts';
import type { ResponsesPrompt } from '../message/openai-responses-shapes.ts';
import { cacheEnds, mostCacheMarks, ownMarks, settleMarks, withMarkers } from './cache-marks.ts';
import type { AssembledContext } from './context.ts';
import { neutralize, neutralLine } from './neutralize.ts';
import { openingText, partText, systemNote } from './text.ts';

export type SystemModelMessage = Extract<ModelMessage, { role: 'system' }>;

export type AnthropicOptions = {
  /** Cache marks to set at most; 0 for none. Default: 4, less those of the system prompt. Tools may carry marks too. */
  cacheMarks?: number;
};

export type TextOptions = {
  /**
   * Frames what was said as the past, so that no model answers it (R-77); a newest message of the user that nobody
   * answered yet stands behind the frame. Default: false.
   */
  past?: boolean;
};

export type Context = AssembledContext & {
  /** AI SDK messages, system messages among them: for calls with `allowSystemInMessages`. */
  readonly messages: ModelMessage[];
  /** The same for `generateText({ model, ...context.toAiSdk() })`: system messages apart, as the SDK wants them. */
  toAiSdk(): { instructions?: SystemModelMessage[]; messages: ModelMessage[] };
  toOpenAI(): OpenAIChatMessage[];
  toOpenAIResponses(): ResponsesPrompt;
  /**
   * Valid for the API as it is: roles alternate, the user speaks first, system text stands apart, and cache marks are
   * set at the ends of the stable parts (R-70).
   */
  toAnthropic(options?: AnthropicOptions): AnthropicPrompt;
  /** A transcript to read, or to put into a prompt of one's own. */
  toText(options?: TextOptions): string;
};

export function createContext(assembled: AssembledContext): Context {
  const { content } = assembled;
  let messages: ModelMessage[] | undefined;
  return {
    ...assembled,
    get messages() {
      messages ??= toModelMessages(content);
      return messages;
    },
    toAiSdk() {
      const { leading, rest } = splitSystem(content);
      const instructions = toModelMessages(leading) as SystemModelMessage[];
      return {
        ...(instructions.length > 0 && { instructions }),
        messages: toModelMessages(rest.map(systemAsUser)),
      };
    },
    toOpenAI: () => toOpenAIChat(content),
    toOpenAIResponses: () => toOpenAIResponses(content),
    toAnthropic: (options) => anthropicPrompt(assembled, options),
    toText: (options) => transcript(assembled, options),
  };
}

function splitSystem(content: readonly MessageContent[]) {
  const first = content.findIndex(({ role }) => role !== 'system');
  const start = first === -1 ? content.length : first;
  return { leading: content.slice(0, start), rest: content.slice(start) };
}

/** In its place, so that nothing before it changes (I-7). */
function systemAsUser(message: MessageContent): MessageContent {
  if (message.role !== 'system') return message;
  return { role: 'user', parts: [{ type: 'text', text: `${systemNote}${textOf(message.parts)}` }] };
}

function anthropicPrompt(
  assembled: AssembledContext,
  { cacheMarks = mostCacheMarks }: AnthropicOptions = {},
): AnthropicPrompt {
  if (!Number.isInteger(cacheMarks) || cacheMarks < 0 || cacheMarks > mostCacheMarks)
    throw invalidInput('cacheMarks', `a whole number from 0 to ${mostCacheMarks}`, cacheMarks);
  const system = splitSystem(assembled.content).leading;
  const own = ownMarks(toAnthropic(system, { forRequest: true }).system);
  const content = withMarkers(
    assembled.content,
    cacheEnds(assembled, Math.min(cacheMarks, mostCacheMarks - own)),
  );
  const { leading, rest } = splitSystem(content);
  const prompt = settleMarks(toAnthropic([...leading, ...rest.map(systemAsUser)], { forRequest: true }));
  if (content.length > 0 && rest.length === 0) {
    return { ...prompt, messages: [{ role: 'user', content: openingText }] };
  }
  return { ...prompt, messages: withoutTrailingSpace(prompt.messages) };
}

/** The API refuses an answer to be continued that ends in white space. */
function withoutTrailingSpace(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return [...messages];
  const content =
    typeof last.content === 'string'
      ? last.content.trimEnd()
      : last.content.map((block, index) =>
          index === last.content.length - 1 && block.type === 'text'
            ? { ...block, text: (block as { text: string }).text.trimEnd() }
            : block,
        );
  return [...messages.slice(0, -1), { ...last, content }];
}

const speakers = { user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

const pastHeading = '## CONVERSATION HISTORY (for context only - do NOT respond to these)';
const pastEnd = '(End of conversation history)';

/** In a transcript nothing but our own lines parts one speaker from the next: what was said cannot imitate them. */
function transcript(assembled: AssembledContext, { past = false }: TextOptions = {}): string {
  const { content, emptyText } = assembled;
  if (typeof past !== 'boolean') throw invalidInput('past', 'true or false', past);
  const blocks = content.map((_, index) => transcriptBlock(assembled, index));
  const ending = emptyText === undefined ? [] : [emptyText];
  const first = content.findIndex(({ role }) => role !== 'system');
  if (!past || first === -1) return [...blocks, ...ending].join('\n\n');
  const end = content.at(-1)?.role === 'user' ? content.length - 1 : content.length;
  const said = blocks
    .slice(first, end)
    .map((block, index) => (content[first + index]!.role === 'system' ? block : `[PAST] ${block}`));
  const framed = said.length === 0 ? [] : [pastHeading, ...said, pastEnd];
  return [...blocks.slice(0, first), ...framed, ...blocks.slice(end), ...ending].join('\n\n');
}

function transcriptBlock({ content, spoken }: AssembledContext, index: number): string {
  const { role, parts, name } = content[index]!;
  const text = parts
    .map((part, place) => ({ part, said: role !== 'system' && place < spoken[index]! }))
    .filter(({ part }) => part.type !== 'reasoning')
    .map(({ part, said }) => (said ? neutralize(partText(part)) : partText(part)))
    .join('\n');
  if (role === 'system') return text;
  return `${speakers[role]}${name === undefined ? '' : ` (${neutralLine(name, 60)})`}: ${text}`;
}
