/**
 * Which messages of a page a summarizer reads. Facts, work records and proofs cover all messages, including
 * those left out here.
 */
import type { Noise } from '../message/noise.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import type { PageMaterial } from '../workers/tasks/page.ts';

export function keptByNoiseOption({ entries, noise }: PageMaterial, option: Noise): TranscriptEntry[] {
  if (noise.length === 0) return entries;
  const found = new Map(noise.map((one) => [one.seq, one]));
  return entries.flatMap((entry) => {
    const { seq, role, text } = entry;
    const shortened = found.get(seq);
    if (shortened === undefined) return [entry];
    const choice = typeof option === 'function' ? option({ seq, role, text, kind: shortened.kind }) : option;
    if (choice === 'keep') return [entry];
    // Progress output is shortened even if noise is to be omitted: its end tells the outcome.
    if (choice === 'omit' && shortened.kind !== 'progress') return [];
    return [{ ...entry, text: shortened.text, tokens: shortened.tokens }];
  });
}
