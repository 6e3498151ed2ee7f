import { describe, expect, it } from 'vitest';
import type { EntryKind, Profile, ProfileEntry, ProfileTheme } from '../records/profile.ts';
import { showProfile } from './profile.ts';
import { counter } from './samples.suite.ts';

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const value = (text: string, number: number, threadId = 'other') => ({
  ...{ text, at: day(number), addedAt: day(number), sources: [{ threadId, seq: 1, at: day(number) }] },
});
const entry = (kind: EntryKind, subject: string, ...values: ReturnType<typeof value>[]): ProfileEntry => ({
  ...{ id: subject, kind, subject, value: values[0]!, earlier: values.slice(1), weight: 1 },
});
const theme = (topic: string, number: number): ProfileTheme => ({
  ...{ topic, addedAt: day(number), threads: 2, since: day(1), until: day(number), sources: [] },
});
const profile = (other: Partial<Profile>): Profile =>
  ({ entries: [], themes: [], ...other }) as unknown as Profile;
const show = (given: Partial<Profile>, { asOf = day(20), limitTokens = 800 } = {}) =>
  showProfile({ profile: profile(given), threadId: 'here', asOf, limitTokens, counter });

describe('the profile of an owner', () => {
  it('R-69 shows each value with its day and the value before it', () => {
    const moved = entry(
      'fact',
      'town',
      value('lives in Lund', 9),
      value('lived in Malmö', 4),
      value('in Ystad', 2),
    );
    expect(show({ entries: [moved] })).toBe('Facts:\n- lives in Lund (2026-03-09; before: lived in Malmö)');
    expect(show({ entries: [entry('fact', 'town', value('lives in Lund', 9))] })).toBe(
      'Facts:\n- lives in Lund (2026-03-09)',
    );
  });

  it('R-69 R-70 is as it was at the last compaction: what was learned later is not shown yet', () => {
    const moved = entry('fact', 'town', value('lives in Lund', 9), value('lived in Malmö', 4));
    expect(show({ entries: [moved] }, { asOf: day(5) })).toBe('Facts:\n- lived in Malmö (2026-03-04)');
    expect(show({ entries: [moved] }, { asOf: day(3) })).toBeUndefined();
    expect(show({ themes: [theme('boats', 9)] }, { asOf: day(8) })).toBeUndefined();
  });

  it('R-69 leaves out what comes from this thread', () => {
    const own = entry('fact', 'town', value('lives in Lund', 9, 'here'));
    const other = entry('preference', 'tone', value('prefers short answers', 2));
    expect(show({ entries: [own, other] })).toBe('Preferences:\n- prefers short answers (2026-03-02)');
  });

  it('R-69 R-70 shows sentences about the user once they are as old as the last compaction, with none of this thread', () => {
    const sentence = (text: string, number: number, threadId = 'other') => ({
      ...{ text, addedAt: day(number), cites: [], sources: [{ threadId, seq: 1, at: day(number) }] },
    });
    const prose = (...sentences: ReturnType<typeof sentence>[]) =>
      ({ prose: { sentences } }) as unknown as Partial<Profile>;
    const told = prose(
      sentence('Rosa sails.', 3),
      sentence('She moved to Lund.', 9),
      sentence('Here.', 3, 'here'),
    );
    expect(show(told, { asOf: day(5) })).toBe('Rosa sails.');
    expect(show(told)).toBe('Rosa sails. She moved to Lund.');
  });

  it('R-69 names themes, newest first, or nothing if there are none', () => {
    const themes = [theme('boats', 3), theme('taxes', 9)];
    expect(show({ themes })).toBe('Running themes: taxes, boats');
    expect(show({})).toBeUndefined();
  });

  it('R-44 stays within its share: the most important entries come first', () => {
    const entries = Array.from({ length: 40 }, (_, index) =>
      entry('fact', `subject ${index}`, value(`owns boat number ${index} in the old harbour`, 2)),
    );
    const all = show({ entries }, { limitTokens: 10_000 })!;
    for (const limitTokens of [60, 200, 400]) {
      const text = show({ entries }, { limitTokens })!;
      expect(counter.count(text)).toBeLessThanOrEqual(limitTokens);
      expect(all.startsWith(text)).toBe(true);
      expect(text).toContain('boat number 0');
    }
    expect(show({ entries }, { limitTokens: 5 })).toBeUndefined();
  });
});
