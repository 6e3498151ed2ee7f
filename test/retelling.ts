/** An honest summary for tests that need any: a few words of each source. */
import type { SummaryRequest } from '../src/summarizer.ts';

export function retelling(
  { previous, transcript, limits }: Pick<SummaryRequest, 'previous' | 'transcript' | 'limits'>,
  opening = '',
): string {
  const sources = [...previous, ...transcript].map(({ text }) => text.split(/\s+/u));
  const room = Math.max(30, Math.min(90, Math.floor(limits.targetTokens / 7)));
  const share = Math.max(9, Math.ceil(room / Math.max(1, sources.length)));
  const said = sources.flatMap((words) => words.slice(0, share)).slice(0, room);
  return `${opening}${said.join(' ')}.`;
}
