import { expect, it } from 'vitest';
import { gatherCandidates } from './candidates.ts';
import { type Line, portOf, storeOf } from './conversations.suite.ts';
import { parseQuery } from './query.ts';

const now = Date.parse('2024-02-01T12:00:00Z');

/** Stored together, a minute apart. */
async function stretchesOf(lines: readonly Line[]) {
  const query = 'What did we say about the lake?';
  const store = await storeOf({ t: lines });
  const request = { query, scope: { threadIds: ['t'] } };
  const { candidates } = await gatherCandidates(portOf(store), request, parseQuery(query, now));
  return candidates.map(({ stretch, at }) => ({ stretch, day: new Date(at).toISOString().slice(0, 10) }));
}

it.each([
  [
    'before its first words',
    '[2023/05/08 (Mon) 14:20] Is the lake warm?',
    '[2023/06/20 (Tue) 09:00] And the lake?',
  ],
  ['on a line of its own', 'Session of 8 May 2023', 'Session of 20 June 2023'],
])('R-49 a date holds for what follows it until the next one: %s', async (_, first, second) => {
  const of = (text: string, role: 'user' | 'assistant' = 'user') => ({ role, text });
  const lines = [
    of(first),
    of('The lake has eighteen degrees.', 'assistant'),
    of('Then the lake is too cold.'),
    of(second),
    of('The lake is warm now.', 'assistant'),
  ];
  const [may, june] = [
    { stretch: 0, day: '2023-05-08' },
    { stretch: 1, day: '2023-06-20' },
  ];
  expect(await stretchesOf(lines)).toEqual([may, may, may, june, june]);
});
