/**
 * Merges the lists of the full-text index piece by piece. Every batch of words is a list of its own, and a search looks
 * into all of them: searching a dozen lists takes three times as long as one. FTS5 itself only merges four lists of one
 * size, as a part of whichever write comes next.
 */
import type { LongStatements } from './long-statements.ts';
import { mergeTerms, mergeTwo } from './text-index.ts';

export type TermsMerger = {
  /** Runs one transaction. Returns the milliseconds it took; undefined once nothing is left to merge. */
  next(): Promise<number | undefined>;
};

export type MergeLimits = { fewestPages: number; mostPages: number; shortMs: number; longMs: number };

/**
 * The size of a piece adapts to the machine, so that each takes a moment only. With `takesAll`, all lists are merged
 * into one; otherwise only lists of about the same size, so that each word is rewritten only a few times in the life of
 * a long log.
 */
export function termsMerger(options: {
  statements: LongStatements;
  takesAll: boolean;
  limits: MergeLimits;
}): TermsMerger {
  const { statements, takesAll, limits } = options;
  let pages = limits.fewestPages;
  let isFirst = true;
  return {
    async next() {
      const counted = 'select total_changes() as changes';
      const before = isFirst && !takesAll ? [mergeTwo] : [];
      const merge = mergeTerms(pages, takesAll && isFirst);
      const started = performance.now();
      const results = await statements.run<{ changes: number }>([...before, counted, merge, counted]);
      const took = performance.now() - started;
      const [first, , last] = results.slice(before.length);
      isFirst = false;
      if (took < limits.shortMs) pages = Math.min(limits.mostPages, pages * 2);
      else if (took > limits.longMs) pages = Math.max(limits.fewestPages, Math.floor(pages / 2));
      // FTS5 counts the merge command itself as one change, so fewer than two mean that nothing was merged.
      return last![0]!.changes - first![0]!.changes >= 2 ? took : undefined;
    },
  };
}
