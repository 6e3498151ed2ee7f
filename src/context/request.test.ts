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

describe('the open request', () => {
  it('R-66 is the newest request before the first shown step', () => {
    expect(askedBefore(2)).toMatchObject({ seq: 1, text: 'Where is the key?' });
    expect(askedBefore(2, steps.slice(1))).toBe(summarized);
  });

  it('R-66 does not exist if the first shown message is the user’s or an answer in words', () => {
    expect(askedBefore(1)).toBeNull();
    expect(askedBefore(4)).toBeNull();
  });

  it('R-66 is shown in full if there is room for it and its message is not removed', () => {
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
