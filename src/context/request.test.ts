import { describe, expect, it } from 'vitest';
import { requestBefore, showRequest, withWhole } from './request.ts';
import { call, counter, result, say, threadOf } from './samples.suite.ts';

const summarized = { seq: 1, text: 'Mend the weir.' };
const steps = threadOf([
  say('user', 'Where is the key?'),
  { role: 'assistant', parts: [call('a')] },
  { role: 'tool', parts: [result('a')] },
  say('assistant', 'Here.'),
]);
const askedBefore = (seq: number, messages = steps) =>
  requestBefore({ shown: { seq }, messages, summarized });

describe('the request that is under way', () => {
  it('R-66 is the newest before the first step that is shown', () => {
    expect(askedBefore(2)).toMatchObject({ seq: 1, text: 'Where is the key?' });
    expect(askedBefore(2, steps.slice(1))).toBe(summarized);
  });

  it('R-66 is none where a user speaks first, or an answer in words', () => {
    expect(askedBefore(1)).toBeNull();
    expect(askedBefore(4)).toBeNull();
  });

  it('R-66 is told whole where there is room for it, and was not taken back', () => {
    const said = `Mend the weir. ${'It leaks at the second gate. '.repeat(60)}`;
    const short = { seq: 1, text: said.slice(0, 300), shortened: true as const };
    const request = withWhole(short, said);
    const whole = showRequest(request, { counter, mostWhole: 1_000 });
    expect(whole).toMatchObject({ seq: 1, shortened: false });
    expect(whole.text).toContain(said.trim());
    expect(showRequest(request, { counter, mostWhole: 100 })).toMatchObject({ shortened: true });
    expect(withWhole(short, '')).toBe(short);
  });
});
