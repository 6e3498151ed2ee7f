/** Describes a summary of the picture in words, for its hint and for screen readers. Pure. */
import type { Stratum as Covered } from '../api/types.ts';
import { count } from './format.ts';

/** `shown` is false for a summary that is prepared ahead and not in the context yet. */
export type Stratum = Covered & { shown: boolean };

export function stratumLabel(block: Stratum): string {
  const state = [
    block.pinned && 'pinned',
    block.edited && 'edited',
    block.stale && 'to be made anew',
    !block.shown && 'prepared',
  ].filter(Boolean);
  return `${block.level} summary of messages ${count(block.from)} to ${count(block.to)}: ${count(block.tokens)} tokens for ${count(block.sourceTokens)}${state.length ? `, ${state.join(', ')}` : ''}`;
}
