/** Contract suite: opening and closing. */
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  commitOf,
  leasedThread,
  messages,
  receipt,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeOpening({ store, reopen }: SuiteContext): void {
  describe('opening and closing', () => {
    it('R-62 opening again is harmless', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      await Promise.all([store().open(), store().open()]);
      expect(await store().readThread('t')).toBeDefined();
    });

    it('R-62 closing finishes calls in progress, and refuses later ones', async () => {
      await store().ensureThread({ threadId: 't', now: someTime });
      const begun = store().append({ threadId: 't', messages: messages(100), now: someTime });
      await store().close();
      await store().close();
      expect((await begun).added).toBe(100);
      expect(await codeOf(store().readThread('t'))).toBe('closed');
      expect(await codeOf(store().append({ threadId: 't', messages: [], now: 0 }))).toBe('closed');
      expect(await codeOf(store().usageSince({ at: '' }))).toBe('closed');
      expect(await codeOf(store().vacuum())).toBe('closed');
      expect(await codeOf(store().open())).toBe('closed');
    });

    if (reopen) {
      it('I-1 stored data survives reopening', async () => {
        const lease = await leasedThread(store(), 10);
        const insert = [summary('s1', 1, 5)];
        await store().commit(commitOf(lease, { insert, coverTo: 5, checkpoint: 10, receipt: receipt('r1') }));
        await store().writeValue('key', 'value');
        const before = await snapshot(store());
        expect(store().capabilities).toEqual({ durable: true, shared: true });
        await store().close();
        const again = await reopen();
        expect(await snapshot(again)).toEqual(before);
        expect(await again.readValue('key')).toBe('value');
      });

      it('R-62 two stores on the same data see each other’s messages and leave no gaps in their numbers', async () => {
        const second = await reopen();
        await store().ensureThread({ threadId: 't', now: someTime });
        await Promise.all(
          messages(60).map((one, index) =>
            (index % 2 ? store() : second).append({ threadId: 't', messages: [one], now: someTime }),
          ),
        );
        const metas = await second.readMetas({ threadId: 't' });
        expect(metas.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
        expect(await store().readThread('t')).toMatchObject({ messages: 60, tokens: 600 });
      });
    } else {
      it('R-62 a store that cannot be reopened declares itself neither durable nor shared', () => {
        expect(store().capabilities).toEqual({ durable: false, shared: false });
      });
    }
  });
}
