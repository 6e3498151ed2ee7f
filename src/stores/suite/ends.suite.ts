import { expect, it } from 'vitest';
import { mostEnds } from '../../records/conversation-end.ts';
import { codeOf, later, messages } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeEnds({ store, reopen }: SuiteContext): void {
  const filled = async (threadId: string, count: number) => {
    await store().ensureThread({ threadId, now: 0 });
    await store().append({ threadId, messages: messages(count), now: later(1) });
  };

  it('R-60 the end of a conversation leads to its thread, with the thread’s current size', async () => {
    await filled('t', 3);
    await filled('u', 2);
    await store().recordEnds({ threadId: 't', ends: [{ key: 'a', seq: 2, length: 2 }] });
    await store().recordEnds({
      threadId: 'u',
      ends: [
        { key: 'a', seq: 2, length: 2 },
        { key: 'b', seq: 2, length: 5 },
      ],
    });
    await store().updateSettings({ threadId: 'u', settings: { budgetTokens: 9_000 }, now: later(2) });
    const { tokens: ofU } = (await store().readThread('u'))!;
    const { tokens: ofT } = (await store().readThread('t'))!;
    const [first, second] = [
      {
        key: 'a',
        threadId: 'u',
        seq: 2,
        length: 2,
        messages: 2,
        tokens: ofU,
        settings: { budgetTokens: 9_000 },
      },
      { key: 'a', threadId: 't', seq: 2, length: 2, messages: 3, tokens: ofT, settings: {} },
    ];
    expect(await store().findEnds(['a', 'none'])).toEqual([first, second]);
    expect(await store().findEnds(['b', 'b'])).toEqual([{ ...first, key: 'b', length: 5 }]);
    expect(await store().findEnds([])).toEqual([]);
    await store().recordEnds({ threadId: 't', ends: [{ key: 'a', seq: 3, length: 3 }] });
    expect(await store().findEnds(['a'])).toEqual([{ ...second, seq: 3, length: 3 }, first]);
  });

  it('R-60 ends are stored with their messages, or not at all', async () => {
    await filled('t', 2);
    const [again] = messages(1);
    const changed = { ...again!, hash: 'f'.repeat(64) };
    const ends = [{ key: 'with', seq: 2, length: 2 }];
    const refused = store().append({ threadId: 't', messages: [changed], ends, now: later(2) });
    expect(await codeOf(refused)).toBe('message_conflict');
    expect(await store().findEnds(['with'])).toEqual([]);
    await store().append({ threadId: 't', messages: messages(3, 'n'), ends, now: later(2) });
    expect(await store().findEnds(['with'])).toMatchObject([{ threadId: 't', seq: 2, messages: 5 }]);
  });

  it('R-60 I-1 messages appended after a certain message are stored there, or not at all', async () => {
    await filled('t', 2);
    const ends = [{ key: 'behind', seq: 3, length: 3 }];
    for (const after of [1, 3]) {
      const refused = store().append({
        threadId: 't',
        messages: messages(1, 'n'),
        ends,
        after,
        now: later(2),
      });
      expect(await codeOf(refused)).toBe('message_conflict');
    }
    expect((await store().readThread('t'))!.messages).toBe(2);
    expect(await store().findEnds(['behind'])).toEqual([]);
    await store().append({ threadId: 't', messages: messages(1, 'n'), ends, after: 2, now: later(2) });
    expect(await store().findEnds(['behind'])).toMatchObject([{ messages: 3 }]);
  });

  it('R-60 only the newest ends of a thread are kept', async () => {
    await filled('t', 1);
    for (let number = 1; number <= mostEnds + 3; number += 1)
      await store().recordEnds({ threadId: 't', ends: [{ key: `k${number}`, seq: 1, length: number }] });
    const keys = Array.from({ length: mostEnds + 3 }, (_, index) => `k${index + 1}`);
    const found = await store().findEnds(keys);
    expect(found.map(({ key }) => key)).toEqual(keys.slice(3).toReversed());
  });

  it('R-60 a growing thread keeps its newest ends, and few others', async () => {
    await filled('t', 1);
    const appended = 3 * mostEnds;
    for (let number = 1; number <= appended; number += 1)
      await store().append({
        threadId: 't',
        messages: messages(1, `n${number}`),
        ends: [{ key: `k${number}`, seq: number + 1, length: number + 1 }],
        now: later(number),
      });
    const keys = Array.from({ length: appended }, (_, index) => `k${index + 1}`);
    const found = (await store().findEnds(keys)).map(({ key }) => key);
    expect(found.slice(0, mostEnds)).toEqual(keys.slice(-mostEnds).toReversed());
    expect(found.length).toBeLessThan(2 * mostEnds);
  });

  it('R-60 R-41 ends are removed with their thread, and invalid ones are refused', async () => {
    await filled('t', 1);
    await store().recordEnds({ threadId: 't', ends: [{ key: 'a', seq: 1, length: 1 }] });
    for (const end of [
      { key: '', seq: 1, length: 1 },
      { key: 'a', seq: -1, length: 1 },
      { key: 'a', seq: 1, length: 1.5 },
    ]) {
      expect(await codeOf(store().recordEnds({ threadId: 't', ends: [end] }))).toBe('invalid_input');
    }
    const nowhere = store().recordEnds({ threadId: 'nobody', ends: [{ key: 'a', seq: 1, length: 1 }] });
    expect(await codeOf(nowhere)).toBe('unknown_thread');
    await store().deleteThread('t');
    expect(await store().findEnds(['a'])).toEqual([]);
    await filled('t', 1);
    expect(await store().findEnds(['a'])).toEqual([]);
  });

  if (reopen) {
    it('R-60 ends survive the process', async () => {
      await filled('t', 1);
      await store().recordEnds({ threadId: 't', ends: [{ key: 'a', seq: 1, length: 1 }] });
      expect(await (await reopen()).findEnds(['a'])).toMatchObject([{ threadId: 't', seq: 1 }]);
    });
  }
}
