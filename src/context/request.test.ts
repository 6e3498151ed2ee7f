import { describe, expect, it } from 'vitest';
import { firstSaid, requestBefore, showRequest, withWhole } from './request.ts';
import { call, counter, result, say, threadOf } from './samples.suite.ts';

const summarized = { seq: 1, text: 'Mend the weir.' };
const steps = threadOf([
  say('user', 'Where is the key?'),
  { role: 'assistant', parts: [call('a')] },
  { role: 'tool', parts: [result('a')] },
  say('assistant', 'Here.'),
]);
const askedBefore = (seq: number, messages = steps) =>
  requestBefore({ first: firstSaid([{ seq }], messages), messages, summarized });

describe('the open request', () => {
  it('R-66 is the newest request before the first shown step', () => {
    expect(askedBefore(2)).toMatchObject({ seq: 1, text: 'Where is the key?' });
    expect(askedBefore(2, steps.slice(1))).toBe(summarized);
  });

  it('R-66 does not exist if the first shown message is the user’s or an answer in words', () => {
    expect(askedBefore(1)).toBeNull();
    expect(askedBefore(4)).toBeNull();
  });

  it('R-66 is the summarized one that waits for its answer if no message is shown', () => {
    const waiting = { ...summarized, unanswered: true as const };
    expect(requestBefore({ first: undefined, messages: [], summarized: waiting })).toBe(waiting);
    expect(requestBefore({ first: undefined, messages: [], summarized })).toBeNull();
  });

  it('R-66 is looked for behind messages that were taken back', () => {
    const takenBack = steps.map((message) => (message.seq < 3 ? { ...message, parts: [] } : message));
    const first = firstSaid([{ seq: 2 }, { seq: 3 }], takenBack);
    expect(first?.seq).toBe(3);
    expect(requestBefore({ first, messages: takenBack, summarized })).toBe(summarized);
    expect(firstSaid([{ seq: 2 }], takenBack)).toBeUndefined();
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
