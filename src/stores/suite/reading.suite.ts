/** Contract suite: reading the log, by range, by place and by id. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { PreparedMessage } from '../../message/message.ts';
import { answer, call, codeOf, later, messages, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeReading({ store }: SuiteContext): void {
  const append = (...added: PreparedMessage[]) =>
    store().append({ threadId: 't', messages: added, now: later(1) });
  const read = () => store().readMessages({ threadId: 't' });

  beforeEach(async () => {
    await store().ensureThread({ threadId: 't', now: someTime });
  });

  describe('reading', () => {
    const seqs = async (range: { from?: number; to?: number; limit?: number; newestFirst?: boolean }) => {
      const [found, metas] = await Promise.all([
        store().readMessages({ threadId: 't', ...range }),
        store().readMetas({ threadId: 't', ...range }),
      ]);
      expect(metas.map(({ seq }) => seq)).toEqual(found.map(({ seq }) => seq));
      return found.map(({ seq }) => seq);
    };

    it('R-62 messages are read by range, with limits, in both directions', async () => {
      await append(...messages(10));
      expect(await seqs({})).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await seqs({ from: 3, to: 5 })).toEqual([3, 4, 5]);
      expect(await seqs({ from: 0, to: 2 })).toEqual([1, 2]);
      expect(await seqs({ from: 9, to: 50 })).toEqual([9, 10]);
      expect(await seqs({ from: 8, limit: 2 })).toEqual([8, 9]);
      expect(await seqs({ newestFirst: true, limit: 3 })).toEqual([10, 9, 8]);
      expect(await seqs({ newestFirst: true, from: 2, to: 6, limit: 2 })).toEqual([6, 5]);
      expect(await seqs({ newestFirst: true, from: 4, to: 6, limit: 20 })).toEqual([6, 5, 4]);
      expect(await seqs({ newestFirst: true, to: 0 })).toEqual([]);
      expect(await seqs({ from: 5, to: 4 })).toEqual([]);
      expect(await seqs({ from: 5, to: 2, newestFirst: true })).toEqual([]);
      expect(await seqs({ from: 11 })).toEqual([]);
      expect(await seqs({ limit: 0 })).toEqual([]);
    });

    it.each([
      { from: -1 },
      { to: 1.5 },
      { limit: -1 },
      { limit: Number.NaN },
      { limit: Number.POSITIVE_INFINITY },
    ])('R-62 a bad range is refused: %o', async (range) => {
      expect(await codeOf(store().readMessages({ threadId: 't', ...range }))).toBe('invalid_input');
      expect(await codeOf(store().readMetas({ threadId: 't', ...range }))).toBe('invalid_input');
      expect(await codeOf(store().readSummaries({ threadId: 't', ...range }))).toBe('invalid_input');
    });

    it('R-62 metas equal messages without their content', async () => {
      await append(call('c1', 'a'), answer('r1', 'a'));
      const found = await read();
      expect(await store().readMetas({ threadId: 't' })).toEqual(
        found.map(({ seq, id, role, tokens, hash, createdAt, unitStart, tokensBefore }) => ({
          seq,
          id,
          role,
          tokens,
          hash,
          createdAt,
          unitStart,
          tokensBefore,
        })),
      );
    });

    it('R-62 single messages of several threads are read at once, each once, in order', async () => {
      await store().ensureThread({ threadId: 's', now: someTime });
      await append(...messages(6));
      await store().append({ threadId: 's', messages: messages(3), now: someTime });
      const places = [
        ...[5, 2, 5, 99, 0].map((seq) => ({ threadId: 't', seq })),
        { threadId: 's', seq: 3 },
        { threadId: 'nobody', seq: 1 },
        { threadId: 's', seq: 1 },
        { threadId: 't', seq: 3 },
      ];
      const found = await store().readMessagesAt(places);
      expect(found.map(({ threadId, seq }) => `${threadId}${seq}`)).toEqual(['s1', 's3', 't2', 't3', 't5']);
      expect(found.slice(2)).toEqual([2, 3, 5].map((seq) => expect.objectContaining({ id: `m${seq}`, seq })));
      expect(found[3]).toEqual((await store().readMessages({ threadId: 't', from: 3, to: 3 }))[0]);
      expect(await store().readMessagesAt([])).toEqual([]);
      await expect(store().readMessagesAt([{ threadId: '', seq: 1 }])).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'places[0].threadId',
      });
      await expect(store().readMessagesAt([{ threadId: 't', seq: 1.5 }])).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'places[0].seq',
      });
    });

    it('R-62 messages are found by id, each once, in order of the log', async () => {
      await append(...messages(5));
      const ids = ['m4', 'nobody', 'm2', 'm4', '', 'nul\0', '\ud800'];
      const found = await store().findMessages({ threadId: 't', ids });
      expect(found).toEqual([(await read())[1], (await read())[3]]);
      expect(await store().findMessages({ threadId: 't', ids: [] })).toEqual([]);
    });
  });
}
