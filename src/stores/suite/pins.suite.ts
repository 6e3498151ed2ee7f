/** Contract suite: standing rules, stored in one transaction with the messages that state them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PreparedMessage } from '../../message/message.ts';
import type { Pin } from '../../records/pin.ts';
import type { MessageChange, UpdatePins } from '../../store.ts';
import { pastOf } from './past-samples.suite.ts';
import {
  audit,
  codeOf,
  commitOf,
  edit,
  iso,
  later,
  leasedThread,
  message,
  readRules,
  removal,
  rule,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export const pinOf = (seq: number, text: string, other: Partial<Pin> = {}): Pin => ({
  text,
  seq,
  at: iso(someTime),
  subject: 'rules',
  ...other,
});

export function describePins({ store, reopen }: SuiteContext): void {
  const { update, refused } = pastOf(store);
  const append = (added: readonly PreparedMessage[], pins: UpdatePins | undefined = readRules) =>
    store().append({ threadId: 't', messages: added, pins, now: later(1) });
  const rewrite = (id: string, changes: readonly MessageChange[], pins?: UpdatePins) =>
    store().rewrite({ threadId: 't', changes, audit: audit(id), ...(pins && { pins }), now: later(2) });
  const stored = async () => (await store().readThread('t'))!.pins;
  /** Records each call of a rule reader with its arguments. */
  function counting(read: UpdatePins = readRules) {
    const seen: { pins: number[]; messages: number[] }[] = [];
    const pins: UpdatePins = (known, messages) => {
      seen.push({ pins: known.map(({ seq }) => seq), messages: messages.map(({ seq }) => seq) });
      return read(known, messages);
    };
    return { pins, seen };
  }
  const failing: UpdatePins = () => {
    throw new Error('cannot read');
  };
  const unstorable: UpdatePins = () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    return [cyclic as unknown as Pin];
  };

  beforeEach(async () => {
    await leasedThread(store(), 3);
  });

  describe('with an append', () => {
    it('R-40 rules are stored with the messages that state them', async () => {
      const { pins, seen } = counting();
      const first = await append([message('a'), rule('b', 'Always \0 \ud800 😀')], pins);
      const expected = [pinOf(5, 'Always \0 \ud800 😀')];
      expect(first.state.pins).toEqual(expected);
      const second = await append([rule('c', 'Always two.'), rule('d', 'Always three.')], pins);
      expected.push(pinOf(6, 'Always two.'), pinOf(7, 'Always three.'));
      expect(second.state.pins).toEqual(expected);
      expect(await store().readThread('t')).toEqual(second.state);
      expect((await store().listThreads({ limit: 1 }))[0]!.pins).toEqual(expected);
      expect(seen).toEqual([
        { pins: [], messages: [4, 5] },
        { pins: [5], messages: [6, 7] },
      ]);
    });

    it('R-40 a revoked rule is kept, marked as revoked', async () => {
      await append([rule('a', 'Always one.')]);
      await append([rule('b', 'Never mind.'), rule('c', 'Always two.')]);
      expect(await stored()).toEqual([pinOf(4, 'Always one.', { revokedBy: 5 }), pinOf(6, 'Always two.')]);
    });

    it('I-1 messages sent again are not read for rules again', async () => {
      await append([rule('a', 'Always one.')]);
      const before = await snapshot(store());
      const { pins, seen } = counting();
      expect(await append([rule('a', 'Always one.'), message('m2')], pins)).toMatchObject({ added: 0 });
      expect(await append([], pins)).toMatchObject({ added: 0, state: { pins: [pinOf(4, 'Always one.')] } });
      expect(seen).toEqual([]);
      expect(await snapshot(store())).toEqual(before);
      await append([rule('a', 'Always one.'), rule('b', 'Always two.'), rule('b', 'Always two.')], pins);
      expect(seen).toEqual([{ pins: [4], messages: [5] }]);
      expect(await stored()).toEqual([pinOf(4, 'Always one.'), pinOf(5, 'Always two.')]);
    });

    it('I-1 a refused append stores no rule', async () => {
      await append([rule('a', 'Always one.')]);
      const { pins } = counting();
      await refused('message_conflict', () =>
        append([rule('b', 'Always two.'), rule('a', 'Always other.')], pins),
      );
    });

    it('R-40 an append without a rule reader does not change rules', async () => {
      await append([rule('a', 'Always one.')]);
      const { state } = await store().append({
        threadId: 't',
        messages: [rule('b', 'Always two.')],
        now: later(1),
      });
      expect(state).toMatchObject({ messages: 5, pins: [pinOf(4, 'Always one.')] });
      expect(await stored()).toEqual(state.pins);
    });

    it('I-6 rules that cannot be read or stored: the message is not stored either', async () => {
      await append([rule('a', 'Always one.')]);
      await refused('Error: cannot read', () => append([rule('b', 'Always two.')], failing));
      await refused('invalid_input', () => append([rule('b', 'Always two.')], unstorable));
      expect(await append([rule('b', 'Always two.')])).toMatchObject({ added: 1, state: { messages: 5 } });
      expect((await stored()).map(({ seq }) => seq)).toEqual([4, 5]);
    });

    it('I-6 of many appends at once, no rule is lost', async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => append([rule(`a${index}`, `Always ${index}.`)])),
      );
      const { state, messages } = await snapshot(store());
      expect(state!.pins).toHaveLength(20);
      for (const { seq, text } of state!.pins) {
        expect(messages[seq - 1]!.parts).toEqual([{ type: 'text', text }]);
      }
    });

    it('R-62 changing a passed or returned object changes nothing stored', async () => {
      const given: Pin[] = [pinOf(4, 'Always one.')];
      const { state } = await append([rule('a', 'Always one.')], () => given);
      given[0]!.text = 'other';
      given.push(pinOf(9, 'more'));
      state.pins.length = 0;
      const read = (await store().readThread('t'))!;
      read.pins[0]!.revokedBy = 9;
      await append([message('b')], (known) => {
        const copy = known.map((pin) => ({ ...pin }));
        (known[0] as Pin).text = 'changed by the reader';
        return copy;
      });
      expect(await stored()).toEqual([pinOf(4, 'Always one.')]);
    });
  });

  describe('when the past changes', () => {
    beforeEach(async () => {
      await append(['one', 'two', 'three'].map((word) => rule(word, `Always ${word}.`)));
    });

    it('R-41 rules of an edited message are replaced by those of its new text', async () => {
      const { pins, seen } = counting();
      const { state } = await rewrite('a1', [edit(5, 'Always anew.'), removal('forget', 6)], pins);
      expect(state.pins).toEqual([pinOf(4, 'Always one.'), pinOf(5, 'Always anew.')]);
      expect(await store().readThread('t')).toEqual(state);
      expect(seen).toEqual([{ pins: [4], messages: [5] }]);
      await rewrite('a2', [edit(5, 'no rule'), edit(2, 'Always late.')], pins);
      expect(await stored()).toEqual([pinOf(4, 'Always one.'), pinOf(2, 'Always late.')]);
    });

    it('R-41 rules of changed messages are removed even without a rule reader', async () => {
      await rewrite('a1', [edit(4, 'Always anew.'), removal('forget', 6)]);
      expect(await stored()).toEqual([pinOf(5, 'Always two.')]);
    });

    it('R-41 rules of forgotten messages are removed, and nothing is read', async () => {
      const { pins, seen } = counting();
      await rewrite('a1', [removal('forget', 4), removal('forget', 6)], pins);
      expect(await stored()).toEqual([pinOf(5, 'Always two.')]);
      expect(seen).toEqual([]);
    });

    it('R-41 corrections are removed with a forgotten message, and kept by an edit that still contains the wrong value', async () => {
      const corrects = { factId: 'f', kind: 'name' as const, value: 'two', after: 6 };
      const change = (known: readonly Pin[]) => [...known, pinOf(5, 'three', { corrects })];
      await store().updatePins({
        threadId: 't',
        change,
        audit: audit('a0', { action: 'correct-fact', from: 5, to: 5 }),
        now: later(1),
      });
      const kept = async () => (await stored()).filter((pin) => pin.corrects !== undefined);
      await rewrite('a1', [edit(5, 'Always two, or one.')], readRules);
      expect(await kept()).toEqual([pinOf(5, 'three', { corrects })]);
      if (reopen) expect(await (await reopen()).readThread('t')).toEqual(await store().readThread('t'));
      await rewrite('a2', [edit(5, 'Always one.')], readRules);
      expect(await kept()).toEqual([]);
      await store().updatePins({ threadId: 't', change, audit: audit('a3'), now: later(1) });
      await rewrite('a4', [removal('forget', 5)], readRules);
      expect(await kept()).toEqual([]);
    });

    it('R-15 rules of deleted originals are kept', async () => {
      const { pins, seen } = counting();
      await rewrite('a1', [removal('delete', 4), removal('forget', 5), removal('delete', 6)], pins);
      expect(await stored()).toEqual([pinOf(4, 'Always one.'), pinOf(6, 'Always three.')]);
      expect(seen).toEqual([]);
      await rewrite('a2', [removal('forget', 4)], pins);
      expect(await stored()).toEqual([pinOf(6, 'Always three.')]);
    });

    it('R-41 rules that a changed message revoked hold again, unless it revokes them again', async () => {
      await append([rule('b', 'Never mind.')]);
      const revoked = await stored();
      expect(revoked.map(({ revokedBy }) => revokedBy)).toEqual([7, 7, 7]);
      await rewrite('a1', [removal('delete', 7)], readRules);
      expect(await stored()).toEqual(revoked);
      await append([rule('c', 'Always four.'), rule('d', 'Never mind.')]);
      await rewrite('a2', [edit(9, 'Never mind.', 12)], readRules);
      expect((await stored()).map(({ revokedBy }) => revokedBy)).toEqual([7, 7, 7, 9]);
      await rewrite('a3', [edit(9, 'thank you')], readRules);
      expect((await stored()).map(({ revokedBy }) => revokedBy)).toEqual([7, 7, 7, undefined]);
      await rewrite('a4', [removal('forget', 7)], readRules);
      expect(await stored()).toEqual([
        ...['one', 'two', 'three'].map((word, index) => pinOf(4 + index, `Always ${word}.`)),
        pinOf(8, 'Always four.'),
      ]);
    });

    it('R-41 a removed message that is sent again is neither stored nor read again', async () => {
      await rewrite('a1', [removal('forget', 4), removal('delete', 5)]);
      const before = await snapshot(store());
      const { pins, seen } = counting();
      const again = await append([rule('one', 'Always one.'), rule('two', 'Always two.')], pins);
      expect(again).toEqual({ state: before.state, messages: before.messages.slice(3, 5), added: 0 });
      expect(again.messages.map(({ removed }) => removed)).toEqual(['forgotten', 'deleted']);
      await append([rule('one', 'Always one.'), message('new')], pins);
      expect(seen).toEqual([{ pins: [5, 6], messages: [7] }]);
      expect((await stored()).map(({ seq }) => seq)).toEqual([5, 6]);
    });

    it('I-6 rules that cannot be read or stored: the past is not changed either', async () => {
      const changes = [edit(5, 'Always anew.'), removal('forget', 6)];
      await refused('Error: cannot read', () => rewrite('a1', changes, failing));
      await refused('invalid_input', () => rewrite('a1', changes, unstorable));
      await refused('unknown_message', () => rewrite('a1', [...changes, edit(99, 'x')], readRules));
      expect((await rewrite('a1', changes, readRules)).state.pins.map(({ seq }) => seq)).toEqual([4, 5]);
    });
  });

  it('R-40 other operations do not change the rules of a thread', async () => {
    await append([rule('a', 'Always one.')]);
    const lease = (await store().acquireLease({ threadId: 't', owner: 'worker', now: someTime, ttlMs: 1 }))!;
    const commit = commitOf(lease, { insert: [summary('s1', 1, 3)], coverTo: 3, checkpoint: 4 });
    const settings = { budgetTokens: 9 };
    const expected = [pinOf(4, 'Always one.')];
    expect((await store().commit(commit)).pins).toEqual(expected);
    await update({ pinned: true });
    expect(await stored()).toEqual(expected);
    const changed = await store().updateSettings({ threadId: 't', settings, now: later(1) });
    expect(changed.pins).toEqual(expected);
    expect((await store().ensureThread({ threadId: 't', now: later(1) })).pins).toEqual(expected);
    await store().ensureThread({ threadId: 'other', now: someTime });
    expect((await store().readThread('other'))!.pins).toEqual([]);
    if (reopen) expect((await (await reopen()).readThread('t'))!.pins).toEqual(expected);
    await store().deleteThread('t');
    expect((await store().ensureThread({ threadId: 't', now: later(1) })).pins).toEqual([]);
    expect(await codeOf(append([rule('a', 'Always one.')]))).toBe('no error');
    expect(await stored()).toEqual([pinOf(1, 'Always one.')]);
  });
}
