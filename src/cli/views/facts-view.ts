/** Lists exact facts: id, kind, message, value, and earlier values. */
import type { KnownFact } from '../../facts/corrections.ts';
import { counted, dayAndTime, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { createPage, type Page, type View } from './view.ts';

/** Nobody reads more; words narrow the list down, and `--json` has all facts. */
const mostShown = 200;

export function factsView(facts: readonly KnownFact[], view: View, { all }: { all: number }): string {
  const page = createPage(view);
  const { style, columns } = page;
  if (facts.length === 0) {
    return page.render(wrap(all === 0 ? 'No exact facts yet.' : 'No fact mentions that.', columns));
  }
  const left = facts.length - mostShown;
  const hint = `${left > 0 ? `${figure(left)} more: name words to narrow it down. ` : ''}To correct one: everthread facts --correct <fact> <text>`;
  return page.render([
    ...wrap(counted(facts.length, 'fact'), columns).map(style.bold),
    ...facts.slice(0, mostShown).flatMap((fact) => factLines(fact, page)),
    '',
    ...wrap(hint, columns).map(style.dim),
  ]);
}

function factLines(fact: KnownFact, { style, columns, utc }: Page): string[] {
  const { id, kind, seq, subject, value, corrected, valueHistory = [] } = fact;
  const origin = `${kind} · message ${figure(seq)}`;
  const before = valueHistory.map((earlier) => earlier.value).join(', ');
  const put = corrected ? ` · corrected ${dayAndTime(corrected.at, { utc }).day}` : '';
  const text = `${subject ? `${subject}: ` : ''}${value}${before ? ` (was ${before})` : ''}`;
  return [
    '',
    `${style.cyan(id)}  ${style.dim(`${origin}${put}`)}`,
    ...wrap(sanitizeLine(text), columns - 2).map((line) => `${style.dim('│')} ${line}`),
  ];
}
