import { expect, it } from 'vitest';
import { extractFacts } from './extract.ts';

const text =
  'Always call the pump of quay 12 by its number. We decided to use Postgres 16.2. When does Ada Lovelace sail? See `src/quay.ts`.';
const facts = (role: string, seq: number) =>
  extractFacts([{ seq, role, at: '2026-03-09T18:15:00.000Z', text }]);

it('R-39 a text that is read again gives the same facts, as words of whoever says it', () => {
  const first = facts('user', 1);
  expect(first.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['rule', 'decision', 'question']));
  const byAssistant = facts('assistant', 2);
  expect(byAssistant.some(({ kind }) => kind === 'rule')).toBe(false);
  expect(byAssistant.every(({ seq, role }) => seq === 2 && role === 'assistant')).toBe(true);
  const kept = structuredClone(first);
  for (const fact of first) fact.value = 'changed by whoever got it';
  expect(facts('user', 1)).toEqual(kept);
  expect(facts('assistant', 2)).toEqual(byAssistant);
});

it('R-39 what else is said is heard when a text is read again: a question that was answered, a word that is no name', () => {
  const at = '2026-03-09T18:15:00.000Z';
  const asked = { seq: 1, role: 'user', at, text: 'Which ferry leaves from the northern quay tonight?' };
  const weightOf = (entries: Parameters<typeof extractFacts>[0]) =>
    extractFacts(entries).find(({ kind }) => kind === 'question')!.importance;
  const open = weightOf([asked]);
  const answered = weightOf([asked, { seq: 2, role: 'assistant', at, text: 'The one at nine.' }]);
  expect(answered).toBeLessThan(open);
  expect(weightOf([asked])).toBe(open);
});
