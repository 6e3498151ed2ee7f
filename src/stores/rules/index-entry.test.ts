import { expect, it } from 'vitest';
import { periodTokens } from './index-entry.ts';

const years = (span: { after?: string; before?: string }) =>
  periodTokens(span)?.filter((token) => /\d{4}$/u.test(token) && !/-\d\d$/u.test(token)).length;
const months = (span: { after?: string; before?: string }) =>
  periodTokens(span)
    ?.filter((token) => /\d{4}-\d\d$/u.test(token))
    .map((token) => token.slice(-7));

it('R-49 a span of time is found by its whole years, and by the months of the years it touches in part', () => {
  const span = { after: '2023-11-05T00:00:00.000Z', before: '2025-02-03T00:00:00.000Z' };
  expect(years(span)).toBe(1);
  expect(months(span)).toEqual(['2023-11', '2023-12', '2025-01', '2025-02']);
});

it('R-49 a month in which a span ends before it begins is not looked at', () => {
  expect(months({ after: '2025-01-05T00:00:00.000Z', before: '2025-03-01T00:00:00.000Z' })).toEqual([
    '2025-01',
    '2025-02',
  ]);
});

it('R-49 a span without a beginning is narrowed by its end, one without an end by nothing', () => {
  expect(years({ before: '2024-02-01T00:00:00.000Z' })).toBeGreaterThan(10);
  expect(months({ before: '2024-02-01T00:00:00.000Z' })).toEqual(['2024-01']);
  expect(periodTokens({ after: '2024-02-01T00:00:00.000Z' })).toBeUndefined();
});
