import { expect, it } from 'vitest';
import { dialogue, portOf, storeOf } from './conversations.suite.ts';
import { findForContext } from './recall.ts';
import { inFirstPerson } from './speakers.ts';

const question = 'what car does tess get?';

async function reasonsOf(lines: readonly string[]) {
  const store = await storeOf({
    t: dialogue('2026-05-08T13:00:00Z', ...lines).map(({ text }) => ({ text })),
  });
  const { hits } = await findForContext(portOf(store), {
    query: question,
    scope: { threadIds: ['t'] },
    now: Date.parse('2026-06-01T12:00:00Z'),
    limit: 20,
    room: 2_000,
  });
  return hits.map(({ message, reasons }) => ({
    seq: message.seq,
    reasons: reasons().map(({ text }) => text),
  }));
}

const chat = [
  'tess: passed with two mistakes',
  'rob: finally somebody who can get a car',
  'tess: my gran gives me her old corsa',
  'rob: what a car to get, does it run',
  'tess: it smells of lavender',
  'rob: get it a fresh tree',
];

it('R-50 who writes in small letters before a colon is who is asked about, where nearly every line begins so', async () => {
  const hits = await reasonsOf(chat);
  expect(hits.find(({ seq }) => seq === 3)?.reasons).toContain('said by tess');
  expect(hits.find(({ seq }) => seq === 4)?.reasons).not.toContain('said by tess');
});

it('R-50 a word before a colon here and there is no name', async () => {
  const told = [
    ...chat.slice(0, 5),
    ...Array.from({ length: 12 }, (_, index) => `We get a car at ${index}.`),
  ];
  const hits = await reasonsOf(told);
  expect(hits.some(({ reasons }) => reasons.includes('said by tess'))).toBe(false);
});

it('R-49 a question about any speaker can be read, whatever signs are in the name', () => {
  expect(inFirstPerson('What did Jean-Luc say?', ['Jean-Luc'])).toBe('What did I say?');
  for (const name of ['a-b', 'A.B. (staff)', '[bot]', 'x/y', '\\d+', '^$', 'sk-ant-1']) {
    expect(inFirstPerson(`What did ${name} say?`, [name])).not.toContain('undefined');
  }
});
