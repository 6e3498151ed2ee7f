/** What of a page a summarizer reads. Facts, work and proofs are of all messages, whatever is left out here. */
import type { Noise } from '../message/noise.ts';
import type { TranscriptEntry } from '../summarizer.ts';
import type { PageMaterial } from '../workers/tasks/page.ts';

export function readAloud({ entries, noise }: PageMaterial, wanted: Noise): TranscriptEntry[] {
  if (noise.length === 0) return entries;
  const found = new Map(noise.map((one) => [one.seq, one]));
  return entries.flatMap((entry) => {
    const heard = found.get(entry.seq);
    if (heard === undefined) return [entry];
    const wish = typeof wanted === 'function' ? wanted({ ...told(entry), kind: heard.kind }) : wanted;
    if (wish === 'keep') return [entry];
    // Output that counts on says how it ended.
    if (wish === 'omit' && heard.kind !== 'progress') return [];
    return [{ ...entry, text: heard.text, tokens: heard.tokens }];
  });
}

function told({ seq, role, text }: TranscriptEntry) {
  return { seq, role, text };
}
