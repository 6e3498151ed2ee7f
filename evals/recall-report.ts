/** Tables with the figures of recall, and a description of the measurement. */
import type { Row } from './recall-tally.ts';

export const budgets = [1_000, 2_000, 4_000, 8_000];
/** The only budget at which variants are measured. */
export const variantBudget = 4_000;
const categories = { 1: 'several places', 2: 'time', 3: 'inference', 4: 'one place' } as const;

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

export function locomoTable(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ name }) => name))];
  const measured = budgets.filter((budget) => rows.some((row) => row.budget === budget));
  const sections = measured.map((budget) => {
    const lines = names.flatMap((name) => {
      const row = rows.find((candidate) => candidate.name === name && candidate.budget === budget);
      if (!row) return [];
      const cells = [0, 1, 2, 3, 4].map((key) => {
        const { found, total } = row.tally.get(key) ?? { found: 0, total: 0 };
        return percent(found, total);
      });
      return [`| ${name} | ${cells.join(' | ')} |`];
    });
    return [
      `### ${budget.toLocaleString('en-US')} tokens`,
      '',
      `| context | all | ${Object.values(categories).join(' | ')} |`,
      `| --- | ${'---: | '.repeat(5).trim()}`,
      ...lines,
    ].join('\n');
  });
  return sections.join('\n\n');
}

export const locomoMethod = `Share of the questions whose evidence turns are **all** in the context, verbatim. Each conversation is appended turn by turn to a thread (two speakers as user and assistant with their names, the caption of a photo as text, the time of its session), compacted as it goes by the default strategy and the built-in extractive summarizer, and then asked for with \`thread.context({ query })\`; the budget is that of the whole context: pinned rules, summaries, ledger, tail and recalled passages together, no response reserve. The baselines have the same budget all for quotations, each turn with date and speaker; neighbours are the turns before and after a hit. These are figures of a development set: the features the ranking looks at were chosen on these conversations, and its weights fitted to them, to meetings and to generated conversations together.`;

export function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((first, second) => first - second);
  return `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`;
}
