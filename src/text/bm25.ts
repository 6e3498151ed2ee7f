/** BM25, the usual weighing of terms: how much a term tells, and how far saying it again counts. */

/** How much a term tells that stands in so many of all messages: one that is everywhere tells next to nothing. */
export function termWeight({ messages, frequency }: { messages: number; frequency: number }): number {
  const held = Math.min(frequency, messages);
  return Math.log(1 + (messages - held + 0.5) / (held + 0.5));
}

export type Saturation = {
  /** How soon repetitions stop to count. The k1 of the literature. */
  repetition: number;
  /** From 0 to 1: how much the length of a text counts against it. The b of the literature. */
  length: number;
};

/** The share of its weight that a term said so many times brings, in a text of so many times the usual length. */
export function termShare(times: number, lengthRatio: number, { repetition, length }: Saturation): number {
  return (times * (repetition + 1)) / (times + repetition * (1 - length + length * lengthRatio));
}
