/** BM25, the usual weighting of search terms: how informative a term is, and how much repetition counts. */

/** Weight of a term found in `frequency` of all messages. A term that is everywhere weighs almost nothing. */
export function termWeight({ messages, frequency }: { messages: number; frequency: number }): number {
  const bounded = Math.min(frequency, messages);
  return Math.log(1 + (messages - bounded + 0.5) / (bounded + 0.5));
}

export type Saturation = {
  /** How soon repetitions stop counting. k1 in the literature. */
  repetition: number;
  /** From 0 to 1: how much a text's length counts against it. b in the literature. */
  length: number;
};

/**
 * The share of its weight that a term adds if it occurs `times` in a text that is `lengthRatio` times as long as usual.
 */
export function termShare(times: number, lengthRatio: number, { repetition, length }: Saturation): number {
  return (times * (repetition + 1)) / (times + repetition * (1 - length + length * lengthRatio));
}
