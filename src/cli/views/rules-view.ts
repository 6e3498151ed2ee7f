/** Lists standing rules: number, message, time, text, and how a rule ended. */
import type { Rule } from '../../facts/pins.ts';
import { counted, dayAndTime, figure } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { wrap } from '../terminal/width.ts';
import { createPage, type Page, type View } from './view.ts';

export type RulesOptions = {
  /** How to remove a rule on this surface. */
  hint: string;
};

export function rulesView(rules: readonly Rule[], view: View, { hint }: RulesOptions): string {
  const page = createPage(view);
  const { style, columns } = page;
  if (rules.length === 0) {
    return page.render(
      wrap(
        'No standing rules. "Always …", "never …" or "from now on …" in your own words makes one.',
        columns,
      ),
    );
  }
  const holding = rules.filter(({ revokedBy }) => revokedBy === undefined).length;
  return page.render([
    ...wrap(counted(holding, 'standing rule'), columns).map(style.bold),
    ...rules.flatMap((rule) => ruleLines(rule, page)),
    '',
    ...wrap(hint, columns).map(style.dim),
  ]);
}

function ruleLines(rule: Rule, { style, columns, utc }: Page): string[] {
  const { day, time } = dayAndTime(rule.at, { utc });
  const number = sanitizeLine(rule.id);
  const origin = `message ${figure(rule.seq)} · ${day} ${time}${endingOf(rule)}`;
  const text = wrap(sanitizeLine(rule.text), columns - 2);
  return [
    '',
    `${style.cyan(number)}  ${style.dim(origin)}`,
    ...text.map((line) => `${style.dim('│')} ${line}`),
  ];
}

function endingOf({ revokedBy, ended }: Rule): string {
  if (revokedBy === undefined) return '';
  if (ended === 'removed') return ' · removed';
  return ended === 'limit' ? ' · dropped for newer ones' : ` · ended by message ${figure(revokedBy)}`;
}
