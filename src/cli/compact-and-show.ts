/** A compaction that somebody asked for, and what it did in words: its box, and where the work stands if there is any. */
import type { SummaryWishes } from '../records/summary.ts';
import type { Thread } from '../thread.ts';
import { sanitize } from './terminal/sanitize.ts';
import { summarizeBox } from './views/summarize-box.ts';
import type { View } from './views/view.ts';

/** Enough to see where the work stands; `everthread brief` prints more. */
const briefTokens = 400;

export async function compactAndShow(
  thread: Thread,
  options: SummaryWishes & { refresh: boolean; signal?: AbortSignal },
  view: View,
): Promise<{ data: unknown; text: string }> {
  const { signal } = options;
  const result = await thread.compact(options);
  const summaries = await thread.summaries();
  const box = summarizeBox({ result, summaries }, view);
  const brief = result.compacted
    ? await thread.brief({ tokens: briefTokens, ...(signal && { signal }) })
    : undefined;
  if (brief?.kind !== 'work') return { data: result, text: box };
  return { data: { ...result, brief }, text: `${box}\n${sanitize(brief.text)}\n` };
}
