/** Takes the beginning of a conversation, or alternately beginning and end: hard to beat if openings say everything. */
import type { Baseline } from './document.ts';

export const lead: Baseline = {
  name: 'lead',
  rank: ({ sentences }) => Float64Array.from(sentences, (_, index) => -index),
};

export const leadTail: Baseline = {
  name: 'lead-tail',
  rank: ({ sentences }) =>
    Float64Array.from(sentences, (_, index) => {
      const fromEnd = sentences.length - 1 - index;
      return index <= fromEnd ? -2 * index : -2 * fromEnd - 1;
    }),
};
