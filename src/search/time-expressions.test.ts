import { describe, expect, it } from 'vitest';
import { matchTime, readTimeExpressions, timeScope } from './time-expressions.ts';

/** A Wednesday. */
const now = Date.parse('2023-06-14T12:00:00Z');

function days(text: string): string[] {
  return readTimeExpressions(text, now).map(({ from, to }) => {
    const last = new Date(to - 1).toISOString().slice(0, 10);
    return `${new Date(from).toISOString().slice(0, 10)}…${last}`;
  });
}

describe('times a question names', () => {
  it.each([
    ['What did she do on 8 May 2023?', '2023-05-08…2023-05-08'],
    ['What did she do on May 8, 2023?', '2023-05-08…2023-05-08'],
    ['What happened in May 2023?', '2023-05-01…2023-05-31'],
    ['What happened in 2022?', '2022-01-01…2022-12-31'],
    ['What did I say yesterday?', '2023-06-13…2023-06-13'],
    ['What did I say last Tuesday?', '2023-06-13…2023-06-13'],
    ['What did we do last week?', '2023-06-05…2023-06-11'],
    ['What did we do last month?', '2023-05-01…2023-05-31'],
    ['What broke three days ago?', '2023-06-11…2023-06-11'],
    ['What did we plan two weeks ago?', '2023-05-27…2023-06-04'],
    ['Was war gestern?', '2023-06-13…2023-06-13'],
    ['Was war vor zwei Wochen?', '2023-05-27…2023-06-04'],
    ['2023-05-08 のこと', '2023-05-08…2023-05-08'],
  ])('R-49 %s → %s', (text, span) => {
    expect(days(text)).toEqual([span]);
  });

  it.each(['What may I eat?', 'They march on', 'How many times a day?', 'Two weeks of rain', ''])(
    'R-49 no time is read into %j',
    (text) => {
      expect(days(text)).toEqual([]);
    },
  );

  it('R-49 a date without a year is true of every year', () => {
    const [time] = readTimeExpressions('What did we do on 8 May?', now);
    const on = (at: string) => matchTime(time!, { at: Date.parse(at), text: '' }).said;
    expect([on('2021-05-08T10:00:00Z'), on('2023-05-08T10:00:00Z'), on('2023-05-09T10:00:00Z')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(timeScope(time!)).toBeUndefined();
  });

  it('R-49 a message belongs to a time it was said at, soon after, or tells of', () => {
    const [time] = readTimeExpressions('What happened on 8 May 2023?', now);
    const match = (at: string, text = '') => matchTime(time!, { at: Date.parse(at), text });
    expect(match('2023-05-08T23:59:00Z')).toMatchObject({ said: true, near: true, told: false });
    expect(match('2023-05-12T08:00:00Z')).toMatchObject({ said: false, near: true });
    expect(match('2023-07-01T08:00:00Z', 'It began on May 8th.')).toMatchObject({ near: false, told: true });
    expect(match('2023-07-01T08:00:00Z', 'It began on May 18th.')).toMatchObject({ told: false });
    expect(timeScope(time!)).toEqual({
      after: '2023-05-07T00:00:00.000Z',
      before: '2023-05-17T00:00:00.000Z',
    });
  });

  it('R-49 a month is told with a capital', () => {
    const [time] = readTimeExpressions('What happened in May 2023?', now);
    const told = (text: string) => matchTime(time!, { at: 0, text }).told;
    expect([told('we met in May'), told('you may go')]).toEqual([true, false]);
  });
});
