import { describe, expect, it } from 'vitest';
import { noRevocations, revocations } from './revocation-cases.ts';
import { foreignCases, ordinaryCases, revokedBy, setsRule, trueCases } from './rules.ts';

const kindsOf = (cases: readonly { kind: string }[]) => new Set(cases.map(({ kind }) => kind)).size;

describe('rules evaluation', () => {
  it('R-40 has enough cases of enough kinds', () => {
    expect(trueCases.length).toBeGreaterThanOrEqual(150);
    expect(foreignCases.length).toBeGreaterThanOrEqual(300);
    expect(kindsOf(foreignCases)).toBeGreaterThanOrEqual(30);
    expect(revocations.length).toBeGreaterThanOrEqual(20);
  });

  it('R-40 finds what users ask for for good', () => {
    const missed = trueCases.filter((one) => !setsRule(one)).map(({ text }) => text);
    expect(missed.length / trueCases.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });

  it('R-40 R-47 nothing quoted, pasted, printed, reported or supposed becomes a rule', () => {
    expect(foreignCases.filter(setsRule)).toEqual([]);
    expect(ordinaryCases.filter(setsRule)).toEqual([]);
  });

  it('R-40 R-47 nothing but the own words of the user takes a rule back', () => {
    const others = [...foreignCases, ...ordinaryCases].map(({ text }) => text);
    expect([...others, ...noRevocations].filter((text) => revokedBy(text).length > 0)).toEqual([]);
  });

  it('R-40 what the user takes back is gone', () => {
    expect(revocations.filter(({ rule, said }) => revokedBy(said, [rule]).length === 0)).toEqual([]);
  });
});
