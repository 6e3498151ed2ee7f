/** Shows how the sections of a context fill its budget. */
import type { Context } from '../api/types.ts';
import { count, percent } from './format.ts';

const known = ['system', 'profile', 'pinned', 'summaries', 'ledger', 'tail', 'recall', 'resources'];

export const colourOf = (section: string): string =>
  known.includes(section) ? `var(--section-${section})` : 'var(--ink-soft)';

export function BudgetBar({ context }: { context: Context }) {
  const { budget, tokens } = context;
  const room = budget.tokens - budget.responseTokens;
  const sections = context.sections.filter((section) => section.tokens > 0);
  return (
    <figure class="budget-figure" aria-label={`${count(tokens)} of ${count(room)} tokens used`}>
      <div class="budget" aria-hidden="true">
        {sections.map((section) => (
          <span
            key={section.name}
            title={`${section.name}: ${count(section.tokens)} tokens`}
            style={{ width: `${(section.tokens / room) * 100}%`, '--swatch': colourOf(section.name) }}
          />
        ))}
      </div>
      <ul class="budget-list">
        {sections.map((section) => (
          <li key={section.name}>
            <i class="swatch" style={{ '--swatch': colourOf(section.name) }} /> {section.name}{' '}
            <b>{count(section.tokens)}</b>
            {section.budget > 0 && <span class="soft"> share {count(section.budget)}</span>}
          </li>
        ))}
        <li class="soft">
          <i class="swatch" /> free {count(Math.max(0, room - tokens))} (
          {percent(Math.max(0, room - tokens) / room)})
        </li>
        <li class="soft">kept for the answer {count(budget.responseTokens)}</li>
      </ul>
    </figure>
  );
}
