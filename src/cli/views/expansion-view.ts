/** Shows a page of the messages behind a summary. */
import type { Expansion } from '../../search/read-archive.ts';
import { figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { listLines } from './message-list.ts';
import { createPage, type View } from './view.ts';

/** `hint` says how to read the next page on this surface; shown if there is one. */
export function expansionView(expansion: Expansion, view: View, { hint }: { hint?: string } = {}): string {
  const page = createPage(view);
  const { style, columns } = page;
  const { messages, next, summaryId } = expansion;
  const first = messages[0];
  const last = messages.at(-1);
  if (first === undefined || last === undefined) {
    return page.render(wrap(`Summary ${sanitizeLine(summaryId)} has no further messages.`, columns));
  }
  const heading = `Messages ${figure(first.seq)}–${figure(last.seq)} behind summary ${sanitizeLine(summaryId)}`;
  return page.render([
    ...wrap(heading, columns).map(style.bold),
    ...listLines({ messages, total: last.seq, whole: 'all', page }).lines,
    ...(next === undefined || hint === undefined ? [] : ['', ...wrap(hint, columns).map(style.dim)]),
  ]);
}
