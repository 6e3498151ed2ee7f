/** Limits of compactions: how much is read at once, how long it may take, how often a summary may be rewritten. */
import { refuseUnknown } from './input/member-checks.ts';
import { checkCount, checkObject } from './input/option-checks.ts';
import { checkNoise, type Noise } from './message/noise.ts';
import type { Summarizer } from './summarizer.ts';
import { usualCallTokens } from './tokens/windows.ts';

export type CompactionLimits = {
  /** Tokens of the largest transcript that goes into one summarizer call. */
  maxInputTokens: number;
  /** Longer text is split, and the pieces are summarized in parallel. */
  chunkTokens: number;
  /** Summarizer calls that one compaction makes at the same time. */
  callConcurrency: number;
  /** Time for one summary, before the next rung of the ladder takes over. */
  timeoutMs: number;
  /**
   * How long a context in mode `blocking` waits for models. Then code writes the summaries that are still due.
   */
  blockingMs: number;
  /** Passes of one run. Work beyond them is left to the next run (I-11). */
  maxPasses: number;
  leaseMs: number;
  /** Tool output longer than this is trimmed before it is summarized. */
  toolOutput: { lines: number; characters: number };
  /** What a summarizer reads of messages without content of their own; see message/noise.ts. Default: `keep`. */
  noise: Noise;
  /** Rewrites since the originals that a merge may reach, before it is made from leaf records again. */
  maxRewrites: number;
};

export const defaultCompactionLimits: CompactionLimits = {
  maxInputTokens: usualCallTokens,
  chunkTokens: 4_000,
  callConcurrency: 4,
  timeoutMs: 120_000,
  blockingMs: 30_000,
  maxPasses: 256,
  leaseMs: 60_000,
  toolOutput: { lines: 60, characters: 4_000 },
  noise: 'keep',
  maxRewrites: 5,
};

/** Larger calls are made only on request (`maxInputTokens`), because the whole text of a call is held in memory. */
const largestCallTokens = 250_000;

/** The default size of a call is that of the summarizer; the default chunk size follows the size of a call. */
export function compactionLimits(
  given: Partial<CompactionLimits>,
  model: Pick<Summarizer, 'maxInputTokens'> | undefined,
): CompactionLimits {
  const own = model ? Math.min(model.maxInputTokens, largestCallTokens) : usualCallTokens;
  const { maxInputTokens = own } = given;
  const chunkTokens = Math.max(defaultCompactionLimits.chunkTokens, Math.floor(maxInputTokens / 2));
  return { ...defaultCompactionLimits, chunkTokens, ...given, maxInputTokens };
}

export type CompactionOptions = Partial<CompactionLimits> & {
  /** Threads that are compacted at the same time. */
  threadsAtOnce?: number;
};

export function checkCompaction(compaction: CompactionOptions): void {
  checkObject('compaction', compaction);
  refuseUnknown('compaction.', compaction, [...Object.keys(defaultCompactionLimits), 'threadsAtOnce']);
  const { toolOutput, noise, ...counts } = compaction;
  for (const [key, value] of Object.entries(counts)) checkCount(`compaction.${key}`, value);
  if (toolOutput !== undefined) {
    checkCount('compaction.toolOutput.lines', toolOutput?.lines);
    checkCount('compaction.toolOutput.characters', toolOutput?.characters);
  }
  checkNoise('compaction.noise', noise);
}
