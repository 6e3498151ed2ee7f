/**
 * Sets cache marks for providers that cache at marks: at the ends of the stable parts, and never more than the
 * provider accepts. Marks inside stored messages belonged to earlier requests and are removed.
 */
import type { AnthropicBlock, AnthropicMessage, AnthropicPrompt } from '../message/anthropic-shapes.ts';
import type { MessageContent, Part } from '../message/message.ts';
import type { AssembledContext } from './context.ts';

/** The most marks that the API accepts in one request. */
export const mostCacheMarks = 4;
/** How many blocks before a mark the API searches for the end of a cached prefix. */
const lookback = 20;
/** Tokens of the shortest prefix that any provider caches. */
const leastCached = 1_024;
/** Name of the member that marks a part until the prompt is written. */
const marker = 'everthreadCacheMark';

type Marked = Pick<AssembledContext, 'content' | 'contentTokens' | 'boundaries' | 'stable'>;

/**
 * The places to mark, each as a number of messages from the start of `content`. If there are more places than marks,
 * the end of everything stable comes first, then the parts that survive the next compaction.
 */
export function cacheEnds(context: Marked, most: number): number[] {
  const { content, contentTokens, boundaries, stable } = context;
  const tokensTo = (end: number) => contentTokens.slice(0, end).reduce((sum, tokens) => sum + tokens, 0);
  const last = stable === 0 ? content.length : stable;
  const wanted = [last, ...boundaries.toReversed(), bridgeEnd(content, last)];
  const ends = [...new Set(wanted)].filter((end) => end <= content.length && tokensTo(end) >= leastCached);
  return ends.slice(0, Math.max(0, most)).sort((a, b) => a - b);
}

/**
 * A step with many parallel calls can add more blocks than the API searches. A mark this far before the end then finds
 * the prefix that the previous request cached.
 */
function bridgeEnd(content: readonly MessageContent[], last: number): number {
  let blocks = 0;
  let end = last;
  for (; end > 0 && blocks < lookback; end -= 1) blocks += content[end - 1]!.parts.length;
  return end;
}

/** The content with a marker at each end, on the last part that can carry one. */
export function withMarkers(content: readonly MessageContent[], ends: readonly number[]): MessageContent[] {
  const marked = [...content];
  for (const end of ends) {
    const message = marked[end - 1]!;
    const place = message.parts.findLastIndex(canBeMarked);
    const part = message.parts[place];
    if (part === undefined || part.type === 'opaque') continue;
    const extra = { ...part.extra, anthropic: { ...part.extra?.anthropic, [marker]: true } };
    marked[end - 1] = { ...message, parts: message.parts.with(place, { ...part, extra } as Part) };
  }
  return marked;
}

function canBeMarked(part: Part): boolean {
  if (part.type === 'text') return part.text.trim() !== '';
  return part.type === 'tool-call' || part.type === 'tool-result';
}

/**
 * Turns markers into marks and removes the marks of stored messages. The caller's own marks in the system prompt stay.
 */
export function replaceMarkers({ system, messages }: AnthropicPrompt): AnthropicPrompt {
  return {
    ...(system === undefined
      ? {}
      : { system: typeof system === 'string' ? system : system.map(replaceInSystem) }),
    messages: messages.map(
      (message): AnthropicMessage =>
        typeof message.content === 'string'
          ? message
          : { ...message, content: message.content.map(replaceInMessage) },
    ),
  };
}

function replaceInSystem<Block extends AnthropicBlock>(block: Block): Block {
  const { [marker]: isMarked, ...rest } = block as { [member: string]: unknown };
  if (isMarked !== true) return block;
  // The caller's own mark may ask for a longer lifetime than ours, so it stays.
  return (rest.cache_control == null ? mark(rest) : rest) as Block;
}

function replaceInMessage(block: AnthropicBlock): AnthropicBlock {
  const { [marker]: isMarked, cache_control: _stored, ...rest } = block as { [member: string]: unknown };
  const inner = Array.isArray(rest.content)
    ? { content: (rest.content as AnthropicBlock[]).map(replaceInMessage) }
    : {};
  const bare = { ...rest, ...inner };
  return isMarked === true ? mark(bare) : (bare as AnthropicBlock);
}

function mark(block: { [member: string]: unknown }): AnthropicBlock {
  return { ...block, cache_control: { type: 'ephemeral' } } as AnthropicBlock;
}

/** How many marks the caller has set in the system prompt. */
export function ownMarks(system: AnthropicPrompt['system']): number {
  if (system === undefined || typeof system === 'string') return 0;
  return system.filter((block) => (block as { cache_control?: unknown }).cache_control != null).length;
}
