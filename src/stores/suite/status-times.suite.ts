/** Contract suite: when summaries were made, shown and replaced, and texts of a person that they keep. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { SummaryRecord } from '../../records/summary.ts';
import type { CompactionCommit, Lease } from '../../store.ts';
import { pastOf, pastThread } from './past-samples.suite.ts';
import { asStored, commitOf, edit, iso, later, message, removal, summary } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

type StatusTimes = Pick<SummaryRecord, 'madeAt' | 'liveAt' | 'replacedAt'>;

export function describeStatusTimes({ store, reopen }: SuiteContext): void {
  const { rewrite, update, records, readOne } = pastOf(store);
  let lease: Lease;
  const commit = (options: Partial<CompactionCommit>) =>
    store().commit(commitOf(lease, { coverTo: 8, ...options }));
  const prepared = (id: string, from: number, to: number) => summary(id, from, to, { status: 'prepared' });
  const grow = (id: string) => store().append({ threadId: 't', messages: [message(id)], now: later(1) });

  /** The same for records and heads. */
  async function statusTimes(...ids: string[]): Promise<{ [id: string]: StatusTimes }> {
    const seen = (list: readonly (StatusTimes & { id: string })[]) =>
      Object.fromEntries(
        list.map(({ id, madeAt, liveAt, replacedAt }) => [id, { madeAt, liveAt, replacedAt }]),
      );
    const found = seen(await store().readSummaries({ threadId: 't', ids }));
    expect(seen(await store().readSummaryHeads({ threadId: 't', ids }))).toEqual(found);
    expect(Object.keys(found)).toHaveLength(ids.length);
    return found;
  }

  beforeEach(async () => {
    lease = await pastThread(store());
  });

  describe('after commits', () => {
    it('R-43 live, prepared and partial summaries have the times at which they were made and shown', async () => {
      expect(await statusTimes('s1', 'p1', 'x')).toEqual({
        s1: { madeAt: 20, liveAt: 20 },
        p1: { madeAt: 20 },
        x: { madeAt: 20 },
      });
      for (const one of [...(await records()).values()].filter(({ id }) => ['x', 'p1'].includes(id))) {
        expect(one).not.toHaveProperty('liveAt');
        expect(one).not.toHaveProperty('replacedAt');
      }
    });

    it('R-43 a prepared summary is shown from the commit that activates it', async () => {
      await grow('n1');
      await commit({ revision: 1, activates: ['p1'], coverTo: 10 });
      await grow('n2');
      await commit({ revision: 2, activates: ['p2'], coverTo: 12 });
      expect(await statusTimes('s1', 'p1', 'p2', 'p3')).toEqual({
        s1: { madeAt: 20, liveAt: 20 },
        p1: { madeAt: 20, liveAt: 21 },
        p2: { madeAt: 20, liveAt: 22 },
        p3: { madeAt: 20 },
      });
    });

    it('R-43 a replaced summary keeps its earlier times and gets the time at which it ended', async () => {
      await grow('n1');
      await commit({ revision: 1, activates: ['p1'], coverTo: 10 });
      await grow('n2');
      const insert = [summary('all', 1, 14)];
      await commit({
        revision: 2,
        insert,
        replaces: ['s1', 's2', 'p1', 'p2', 'p3', 'x'],
        coverTo: 14,
      });
      await grow('n3');
      await commit({ revision: 3, insert: [summary('again', 1, 14)], replaces: ['all'], coverTo: 14 });
      expect(await statusTimes('s1', 'p1', 'p2', 'x', 'all', 'again')).toEqual({
        s1: { madeAt: 20, liveAt: 20, replacedAt: 22 },
        p1: { madeAt: 20, liveAt: 21, replacedAt: 22 },
        p2: { madeAt: 20, replacedAt: 22 },
        x: { madeAt: 20, replacedAt: 22 },
        all: { madeAt: 22, liveAt: 22, replacedAt: 23 },
        again: { madeAt: 23, liveAt: 23 },
      });
    });

    it('R-43 a summary made and folded in one plan was never shown', async () => {
      expect(await statusTimes('r')).toEqual({ r: { madeAt: 20, replacedAt: 20 } });
      await grow('n1');
      const insert = [prepared('q1', 15, 16), prepared('q2', 15, 18)];
      await commit({ revision: 1, insert, replaces: ['q1'] });
      expect(await statusTimes('q1', 'q2')).toEqual({
        q1: { madeAt: 21, replacedAt: 21 },
        q2: { madeAt: 21 },
      });
    });

    it('R-43 times passed with a new summary are ignored', async () => {
      const wrong = { madeAt: 1, liveAt: 2, replacedAt: 3 };
      const insert = [
        summary('n', 1, 8, wrong),
        summary('y', 1, 9, { ...wrong, status: 'partial' }),
        summary('q', 15, 16, { ...wrong, status: 'prepared' }),
      ];
      await commit({ revision: 1, insert, replaces: ['s1', 's2'] });
      expect(await statusTimes('n', 'y', 'q')).toEqual({
        n: { madeAt: 20, liveAt: 20 },
        y: { madeAt: 20 },
        q: { madeAt: 20 },
      });
    });

    it('R-43 a refused commit changes no times', async () => {
      const before = await statusTimes('s1', 'p1');
      await grow('n1');
      await expect(commit({ revision: 1, activates: ['p1'], coverTo: 9 })).rejects.toThrow();
      expect(await statusTimes('s1', 'p1')).toEqual(before);
    });
  });

  describe('after changes of the past', () => {
    it('R-43 summaries retired by an edit end then, and those replaced earlier keep their times', async () => {
      await grow('n1');
      await rewrite([edit(7, 'new'), edit(9, 'new')]);
      const after = {
        s1: { madeAt: 20, liveAt: 20 },
        // Keeps its place until it is made again.
        s2: { madeAt: 20, liveAt: 20 },
        r: { madeAt: 20, replacedAt: 20 },
        x: { madeAt: 20, replacedAt: 21 },
        p1: { madeAt: 20, replacedAt: 21 },
        // Not built on a changed message, but it followed a summary that was.
        p3: { madeAt: 20, replacedAt: 21 },
      };
      expect(await statusTimes('s1', 's2', 'r', 'x', 'p1', 'p3')).toEqual(after);
      await grow('n2');
      await rewrite([removal('forget', 7), removal('forget', 13)], { id: 'a2' });
      expect(await statusTimes('s1', 's2', 'r', 'x', 'p1', 'p3')).toEqual(after);
    });

    it('R-43 deleting originals and changing a summary change no times', async () => {
      const before = await statusTimes('s1', 's2', 'r', 'x', 'p1');
      await grow('n1');
      await rewrite([removal('delete', 7)]);
      await update(
        { text: 'mine', tokens: 1, edited: { at: iso(later(1)), version: 1 }, pinned: true },
        'a2',
      );
      expect(await statusTimes('s1', 's2', 'r', 'x', 'p1')).toEqual(before);
    });

    if (reopen) {
      it('R-26 R-43 times of a status, kept texts and limits survive the process', async () => {
        const kept = [{ text: 'by hand', from: 1, to: 5 }];
        const limits = { targetTokens: 120, maxWords: 90, maxOutputTokens: 300 };
        const made = summary('n', 1, 8, { kept, limits });
        await grow('n1');
        await commit({ revision: 1, insert: [made], replaces: ['s1', 's2'] });
        const other = await reopen();
        expect(await other.readSummaries({ threadId: 't', ids: ['n'] })).toEqual([
          asStored(made, { madeAt: 21, liveAt: 21 }),
        ]);
      });
    }
  });

  describe('kept texts', () => {
    const kept = [
      { text: 'by hand \0 \ud800 😀', from: 1, to: 5 },
      { text: '', from: 6, to: 8 },
    ];
    const carrying = () => summary('n', 1, 8, { kept: structuredClone(kept) });
    const read = async () => (await records()).get('n');

    beforeEach(async () => {
      await commit({ revision: 1, insert: [carrying()], replaces: ['s1', 's2'] });
    });

    it('R-42 are read word for word with the summary, and not with its head', async () => {
      expect(await read()).toEqual(asStored(carrying(), { madeAt: 20, liveAt: 20 }));
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['n'] });
      expect(head).not.toHaveProperty('kept');
      expect((await records()).get('s1')).not.toHaveProperty('kept');
    });

    it('R-42 changing a passed or returned object changes nothing stored', async () => {
      const given = summary('n2', 1, 8, { kept: structuredClone(kept) });
      await commit({ revision: 2, insert: [given], replaces: ['n'] });
      given.kept![0]!.text = 'other';
      const record = (await records()).get('n2')!;
      record.kept!.pop();
      expect((await records()).get('n2')!.kept).toEqual(kept);
    });

    it('R-42 are kept if the summary is corrected, pinned, made stale or replaced', async () => {
      expect((await update({ summaryId: 'n', text: 'mine', tokens: 1 })).kept).toEqual(kept);
      await update({ summaryId: 'n', pinned: true }, 'a2');
      await rewrite([edit(2, 'new')], { id: 'a3' });
      expect(await read()).toMatchObject({ kept, stale: true, pinned: true, text: 'mine' });
      await commit({ revision: 5, insert: [summary('n2', 1, 8)], replaces: ['n'] });
      expect(await read()).toMatchObject({ kept, status: 'replaced' });
      await rewrite([removal('delete', 3)], { id: 'a4' });
      expect(await read()).toMatchObject({ kept });
    });

    it('R-41 are removed if a message of the summary is forgotten, whatever its status', async () => {
      const partial = summary('y', 1, 9, { status: 'partial', kept });
      const ahead = summary('q', 15, 16, { status: 'prepared', kept });
      await commit({ revision: 2, insert: [partial, ahead] });
      await rewrite([removal('forget', 4)]);
      expect((await readOne(4)).removed).toBe('forgotten');
      for (const id of ['n', 'y']) {
        const record = (await records()).get(id)!;
        expect(record).toMatchObject({ text: '', stale: true });
        expect(record).not.toHaveProperty('kept');
      }
      expect((await records()).get('q')!.kept).toEqual(kept);
    });
  });
}
