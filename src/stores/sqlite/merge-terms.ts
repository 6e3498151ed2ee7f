/**
 * Merges the lists of the full-text index a piece at a time. Every batch of words is a list of its own, and a search
 * looks into all of them: a dozen lists take three times as long to search as one. By itself FTS5 merges four of a size,
 * as a part of whichever write comes next.
 */
import type { LongStatements } from './long-statements.ts';
import { mergeTerms, mergeTwo } from './text-index.ts';

export type TermsMerger = {
  /** One transaction. Says how many milliseconds it took; undefined once nothing is left to merge. */
  next(): Promise<number | undefined>;
};

export type MergeLimits = { fewestPages: number; mostPages: number; shortMs: number; longMs: number };

/**
 * A piece takes as many pages as are written in a moment on this machine. `takesAll`: into one list, whatever their
 * sizes; else only lists of about one size, so that each word is written a few times in the life of a long log.
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
      // Noting the call is a change of its own.
      return last![0]!.changes - first![0]!.changes >= 2 ? took : undefined;
    },
  };
}
