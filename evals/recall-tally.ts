/** Counts the questions whose evidence was found. */
import type { AskedQuestion } from './recall-data.ts';

export type Tally = Map<number, { found: number; total: number }>;
export type Row = { name: string; budget: number; tally: Tally };
export type Found = (question: AskedQuestion) => boolean | Promise<boolean>;

export async function tallyOf(
  questions: readonly AskedQuestion[],
  isFound: Found,
  tally: Tally,
): Promise<void> {
  for (const question of questions) {
    const found = await isFound(question);
    for (const key of [0, question.category]) {
      const { found: before, total } = tally.get(key) ?? { found: 0, total: 0 };
      tally.set(key, { found: before + (found ? 1 : 0), total: total + 1 });
    }
  }
}

export function rowsBy(): { add(name: string, budget: number): Tally; rows: Row[] } {
  const rows: Row[] = [];
  return {
    rows,
    add(name, budget) {
      const known = rows.find((row) => row.name === name && row.budget === budget);
      if (known) return known.tally;
      const tally: Tally = new Map();
      rows.push({ name, budget, tally });
      return tally;
    },
  };
}
