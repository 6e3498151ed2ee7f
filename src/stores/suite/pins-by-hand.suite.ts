/** Contract suite: standing rules that a person ends by hand. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PreparedMessage } from '../../message/message.ts';
import type { MessageChange } from '../../store.ts';
import { pastOf } from './past-samples.suite.ts';
import { pinOf } from './pins.suite.ts';
import { audit, codeOf, iso, later, leasedThread, message, readRules, rule } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describePinsByHand({ store, reopen }: SuiteContext): void {
  const { refused } = pastOf(store);
  const append = (added: readonly PreparedMessage[]) =>
    store().append({ threadId: 't', messages: added, pins: readRules, now: later(1) });
  const rewrite = (id: string, changes: readonly MessageChange[]) =>
    store().rewrite({ threadId: 't', changes, audit: audit(id), now: later(2) });
  const stored = async () => (await store().readThread('t'))!.pins;

  beforeEach(async () => {
    await leasedThread(store(), 3);
  });

  describe('by hand', () => {
    const removal = (id: string, seq: number) =>
      store().updatePins({
        threadId: 't',
        change: (pins, { messages }) =>
          pins.map((pin) => (pin.seq === seq ? { ...pin, revokedBy: messages, ended: 'removed' } : pin)),
        audit: audit(id, { action: 'remove-rule', from: seq, to: seq }),
        now: later(3),
      });

    it('R-40 a rule can be ended, with its audit entry and without touching a plan', async () => {
      await append([rule('a', 'Always one.'), rule('b', 'Always two.')]);
      const before = (await store().readThread('t'))!;
      const state = await removal('a1', 4);
      const expected = [pinOf(4, 'Always one.', { revokedBy: 5, ended: 'removed' }), pinOf(5, 'Always two.')];
      expect(state).toEqual({ ...before, updatedAt: iso(later(3)), pins: expected });
      expect(await store().readThread('t')).toEqual(state);
      const [entry] = await store().readAudit({ threadId: 't', limit: 1 });
      expect(entry).toMatchObject({ id: 'a1', action: 'remove-rule', from: 4, to: 4, before: null });
      if (reopen) expect((await (await reopen()).readThread('t'))!.pins).toEqual(expected);
    });

    it('R-41 changing a message restores rules that it revoked, but never those removed by hand', async () => {
      await append([rule('a', 'Always one.'), rule('b', 'Never mind.')]);
      await append([rule('c', 'Always two.'), message('d')]);
      await removal('a1', 6);
      await rewrite('a2', [
        { kind: 'forget', seq: 5, tokens: 1, hash: 'h5' },
        { kind: 'forget', seq: 7, tokens: 1, hash: 'h7' },
      ]);
      expect(await stored()).toEqual([
        pinOf(4, 'Always one.'),
        pinOf(6, 'Always two.', { revokedBy: 7, ended: 'removed' }),
      ]);
    });

    it('I-6 a failing change, or a used audit id, changes nothing', async () => {
      await append([rule('a', 'Always one.')]);
      await removal('a1', 99);
      const entry = audit('a2', { action: 'remove-rule', from: 4, to: 4 });
      const failingChange = () => {
        throw new Error('cannot read');
      };
      await refused('Error: cannot read', () =>
        store().updatePins({ threadId: 't', change: failingChange, audit: entry, now: later(3) }),
      );
      await refused('invalid_input', () => removal('a1', 4));
      expect(
        await codeOf(
          store().updatePins({
            threadId: 'nobody',
            change: () => [],
            audit: { ...entry, threadId: 'nobody' },
            now: 0,
          }),
        ),
      ).toBe('unknown_thread');
    });
  });
}
