import { describe, expect, it } from 'vitest';
import { createEverthread } from '../everthread.ts';
import { createLearntState } from './learnt-state.ts';
import { createSentCalls, sentCallsOf } from './sent-calls.ts';

const call = (text: string) => ({ model: {}, params: { prompt: [{ role: 'user', content: text }] }, at: 0 });

function calls() {
  const learnt = createLearntState();
  const redaction = { redactLong: async (text: string) => text.replaceAll('hunter2', '[secret]') };
  const made = createSentCalls({ learnt, redaction });
  return {
    ...made,
    send(threadId: string, revision: number, text: string) {
      const sent = { recalled: [], requests: 1, revision, paid: 0, full: 0 };
      learnt.learn(threadId, { sent });
      made.remember(threadId, call(text));
    },
  };
}

describe('the last calls of wrapped models', () => {
  it('R-70 are found for their own thread until its past changes', () => {
    const { send, find, forget } = calls();
    send('one', 3, 'hello');
    expect(find('one', 3)).toMatchObject(call('hello'));
    expect(find('two', 3)).toBeUndefined();
    expect(find('one', 4)).toBeUndefined();
    forget('one');
    expect(find('one', 3)).toBeUndefined();
  });

  it('R-48 are kept for the most recently used threads', () => {
    const { send, find } = calls();
    for (let number = 1; number <= 17; number += 1) send(`t${number}`, 1, 'hello');
    expect(find('t1', 1)).toBeUndefined();
    expect(find('t2', 1)).toBeDefined();
  });

  it('I-10 know whether they contain a secret', async () => {
    const { send, find } = calls();
    send('clean', 1, 'hello');
    send('secret', 1, 'my password is hunter2');
    expect(await find('clean', 1)!.isClean()).toBe(true);
    expect(await find('secret', 1)!.isClean()).toBe(false);
  });

  it('R-63 belong to one instance: two of them may have threads with the same id', async () => {
    const [one, two] = [createEverthread(), createEverthread()];
    expect(sentCallsOf(one)).toBeDefined();
    expect(sentCallsOf(one)).not.toBe(sentCallsOf(two));
    await Promise.all([one.close(), two.close()]);
  });
});
