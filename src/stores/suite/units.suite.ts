/** Contract suite: messages that belong together. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PreparedMessage } from '../../message/message.ts';
import { unitReach } from '../../message/units.ts';
import { answer, call, later, message, messages, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeUnits({ store }: SuiteContext): void {
  const append = (...added: PreparedMessage[]) =>
    store().append({ threadId: 't', messages: added, now: later(1) });
  const unitStarts = async () =>
    (await store().readMetas({ threadId: 't' })).map(({ unitStart }) => unitStart);

  beforeEach(async () => {
    await store().ensureThread({ threadId: 't', now: someTime });
  });

  describe('units', () => {
    it('R-62 answers join the unit of their call, whether they come in one append or in many', async () => {
      const talk = [
        message('m1'),
        call('c1', 'a', 'b'),
        answer('r1', 'a'),
        answer('r2', 'b'),
        message('m2'),
        call('c2', 'c'),
        answer('r3', 'c', 'a'),
        answer('orphan', 'never opened'),
      ];
      const expected = [1, 2, 2, 2, 5, 6, 2, 8];
      await append(...talk);
      expect(await unitStarts()).toEqual(expected);
      await store().deleteThread('t');
      await store().ensureThread({ threadId: 't', now: someTime });
      for (const one of talk) await append(one);
      expect(await unitStarts()).toEqual(expected);
    });

    it('R-62 I-8 a message that follows reasoning joins its unit, if they were appended together', async () => {
      const thought = (id: string) => ({
        ...message(id),
        role: 'assistant' as const,
        parts: [{ type: 'reasoning' as const, text: 'hm' }],
      });
      const said = { ...message('said'), role: 'assistant' as const };
      await append(message('m1'), thought('t1'), call('c1', 'a'), call('c2', 'b'));
      await append(answer('r1', 'a'), answer('r2', 'b'), thought('t2'), said, message('m2'));
      expect(await unitStarts()).toEqual([1, 2, 2, 4, 2, 4, 7, 7, 9]);
    });

    it('R-62 if a call id is used again, the latest call counts', async () => {
      await append(call('c1', 'same'), answer('r1', 'same'), message('m1'), call('c2', 'same', 'same'));
      await append(answer('r2', 'same'));
      expect(await unitStarts()).toEqual([1, 1, 3, 4, 4]);
      await append(message('m2'), answer('r3', 'same'), call('c3', 'same'), answer('r4', 'same'));
      expect(await unitStarts()).toEqual([1, 1, 3, 4, 4, 6, 4, 8, 8]);
    });

    it('R-62 an answer far behind its call stands alone, unless everything between belongs to it', async () => {
      await append(call('c1', 'far'), ...messages(unitReach));
      await append(answer('late', 'far'));
      expect((await unitStarts()).at(-1)).toBe(unitReach + 2);
      await append(call('c2', ...Array.from({ length: 100 }, (_, index) => `p${index}`)));
      const start = unitReach + 3;
      for (let index = 0; index < 100; index += 1) await append(answer(`a${index}`, `p${index}`));
      expect((await unitStarts()).slice(start)).toEqual(Array.from({ length: 100 }, () => start));
    });

    it('R-62 unusual call ids are matched with their answers', async () => {
      const strange = ['', '\0', '\ud800', '\udfff', 'x'.repeat(100_000), '__proto__', 'sha256:abc', "'"];
      for (const [index, callId] of strange.entries()) {
        await append(call(`c${index}`, callId), message(`m${index}`));
        await append(answer(`r${index}`, callId));
      }
      const expected = strange.flatMap((_, index) => [index * 3 + 1, index * 3 + 2, index * 3 + 1]);
      expect(await unitStarts()).toEqual(expected);
    });

    it('R-62 calls of another thread are not answered here', async () => {
      await store().ensureThread({ threadId: 'u', now: someTime });
      await store().append({ threadId: 'u', messages: [call('c1', 'a')], now: someTime });
      await append(message('m1'), answer('r1', 'a'));
      expect(await unitStarts()).toEqual([1, 2]);
    });
  });
}
