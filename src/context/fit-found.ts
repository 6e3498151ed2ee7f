/** Fits passages and resources that were found for a request into the room for them. */
import type { TokenCounter } from '../tokens/counter.ts';
import type { Passage, Resource } from './context.ts';
import { leastTokensOf, type PassageLines, type PlacedPassages, showPassages } from './passages.ts';
import type { StableLayout } from './stable-layout.ts';
import { showResources, type VolatileText } from './volatile.ts';

export type FoundToFit = {
  counter: TokenCounter;
  /** Tokens of a message without text, which passages or resources need around them. */
  frameTokens: number;
  /** New passages, most relevant first. */
  passages: readonly Passage[];
  /** Number of the message that the new passages stand behind. */
  recallAfter: number;
  /** Most tokens that new passages may take; undefined if only the room limits them. */
  mostRecalled: number | undefined;
  resources: readonly Resource[];
};

export type FittedFound = {
  shownResources: VolatileText<Resource> | undefined;
  /** Tokens that the resources were fitted into. */
  resourceRoom: number;
  newPassages: PlacedPassages[];
  /** Tokens of resources and passages, with the messages around them. */
  tokens: number;
};

type FoundOptions = {
  layout: StableLayout;
  /** Passages of earlier requests that stay. */
  earlier: readonly PlacedPassages[];
  lines: PassageLines;
  resourceRoom: number;
  passageRoom: number;
  /** Most tokens for passages, instead of the input's own limit. */
  most?: number | undefined;
};

/** Resources come first; passages get what they leave. */
export function fitFound(input: FoundToFit, options: FoundOptions): FittedFound {
  const { counter, frameTokens, resources, recallAfter } = input;
  const resourceRoom = options.resourceRoom - frameTokens;
  const shownResources = showResources({ sources: resources, room: resourceRoom, counter });
  const resourceTokens = shownResources === undefined ? 0 : shownResources.tokens + frameTokens;
  const fitting = passagesToFit(input, options, resourceTokens);
  const shown = showPassages(fitting);
  return {
    shownResources,
    resourceRoom,
    newPassages: shown === undefined ? [] : [{ after: recallAfter, room: fitting.room, ...shown }],
    tokens: resourceTokens + (shown === undefined ? 0 : shown.tokens + frameTokens),
  };
}

/** The tokens that the passages alone use at least. Much faster than fitting them. */
export function leastTokensFound(input: FoundToFit, options: FoundOptions): number {
  return leastTokensOf(passagesToFit(input, options, 0));
}

function passagesToFit(
  { counter, frameTokens, passages, mostRecalled }: FoundToFit,
  { layout, earlier, lines, passageRoom, most }: FoundOptions,
  resourceTokens: number,
) {
  const left = passageRoom - resourceTokens - frameTokens;
  const room = Math.min(left, most ?? mostRecalled ?? left);
  const sources = passages.length === 0 ? passages : notShownYet(passages, { earlier, layout });
  return { sources, room, counter, lines };
}

/** Passages whose messages are neither quoted by an earlier request nor shown whole in the tail. */
function notShownYet(
  passages: readonly Passage[],
  { earlier, layout }: { earlier: readonly PlacedPassages[]; layout: StableLayout },
): readonly Passage[] {
  const seen = new Set(earlier.flatMap(({ shown }) => shown.map(({ source }) => source.seq)));
  for (const { seq, shortened } of layout.shown) if (!shortened) seen.add(seq);
  return passages.filter(({ seq }) => !seen.has(seq));
}
