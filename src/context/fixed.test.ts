import { expect, it } from 'vitest';
import { fixedSections } from './fixed.ts';
import { counter } from './samples.suite.ts';

const given = {
  system: 'Be brief.',
  profile: 'Likes tea.',
  pinned: ['No emojis.'],
  rules: [{ text: 'Use tabs.', seq: 4, at: '2026-01-01T00:00:00.000Z' }],
  ruleTokens: 500,
  counter,
};

it('R-44 fixed sections are remembered for equal input only', () => {
  const first = fixedSections(given);
  expect(fixedSections({ ...given, rules: structuredClone(given.rules) })).toBe(first);
  const others = [
    { system: 'Be kind.' },
    { profile: 'Likes coffee.' },
    { pinned: [] },
    { rules: [{ ...given.rules[0]!, seq: 5 }] },
    { rules: [{ ...given.rules[0]!, corrects: true as const }] },
    { ruleTokens: 0 },
    { system: [{ type: 'text' as const, text: 'Be brief, in parts.' }] },
  ];
  for (const other of others) expect(fixedSections({ ...given, ...other })).not.toEqual(first);
  expect(fixedSections(given)).toEqual(first);
});
