/** Runs a compaction on demand and describes it: a box of figures, then a short brief if the thread holds work. */
import type { SummaryWishes } from '../records/summary.ts';
import type { Thread } from '../thread.ts';
import { sanitize } from './terminal/sanitize.ts';
import { summarizeBox } from './views/summarize-box.ts';
import type { View } from './views/view.ts';

/** Enough for the state of the work; `everthread brief` prints more. */
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
