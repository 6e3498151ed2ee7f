/** When `eternal` compacts: at a ratio of its room, with hysteresis, and below that ratio when it pays. */
import type { CheckInput } from '../strategy.ts';
import { paysOff } from './eternal-costs.ts';
import type { Measures, EternalOptions as Options } from './eternal-options.ts';
import { percent } from './plans.ts';

export function triggerReason(
  input: CheckInput,
  options: Options,
  measures: Measures,
  tail?: number,
): string | undefined {
  const { state } = input;
  const { ratio } = measures;
  if (ratio < measures.trigger) {
    return paysOff(input, measures, tail) ? 'A shorter context is cheaper from here on' : undefined;
  }
  const armed =
    state.compactions === 0 ||
    ratio >= 1 ||
    ratioAfterCompaction(input, measures) < options.resetTokenRatio ||
    state.messages - state.checkpoint >= options.cooldownMessages;
  return armed ? `Context at ${percent(ratio)} of its room` : undefined;
}

/** Why a run goes on after its first pass: the context is still above the reset ratio. */
export function continuationReason(
  input: CheckInput,
  options: Options,
  measures: Measures,
): string | undefined {
  const above = measures.ratio >= options.resetTokenRatio;
  if (
    !compactedLately(input, options) ||
    !above ||
    ratioAfterCompaction(input, measures) < options.resetTokenRatio
  )
    return undefined;
  return `Context still at ${percent(measures.ratio)} of its room`;
}

export function compactedLately({ state }: CheckInput, options: Options): boolean {
  return state.compactions > 0 && state.messages - state.checkpoint < Math.max(1, options.cooldownMessages);
}

function ratioAfterCompaction({ state }: CheckInput, measures: Measures): number {
  return (state.tokensAfterCompaction - state.fixedTokens) / Math.max(1, measures.room);
}

export function isOutgrown({ state }: CheckInput, measures: Measures): boolean {
  return state.liveSummaries > 1 && state.summaryTokens > measures.summaryMost;
}
