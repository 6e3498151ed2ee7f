/** Contract suite: lists of threads and owners. */
import { describe, expect, it } from 'vitest';
import type { DetailsChange, ThreadOrder, ThreadQuery } from '../../records/thread-list.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { iso, later, message, messages } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';
import { trickyIds } from './threads.suite.ts';

export function describeLists({ store }: SuiteContext): void {
  const make = (threadId: string, details: DetailsChange = {}, seconds = 0) =>
    store().ensureThread({ threadId, now: later(seconds), details });
  const update = (threadId: string, details: DetailsChange, seconds = 5) =>
    store().updateDetails({ threadId, details, now: later(seconds) });
  const ids = async (query: Omit<ThreadQuery, 'limit'> = {}) =>
    (await store().listThreads({ limit: 100, ...query })).map(({ id }) => id);
  const paged = async (query: Omit<ThreadQuery, 'limit'>, limit: number) => {
    const found: ThreadState[] = [];
    for (;;) {
      const after = found.at(-1);
      const page = await store().listThreads({ ...query, limit, ...(after && { after }) });
      found.push(...page);
      if (page.length < limit) return found.map(({ id }) => id);
    }
  };

  describe('lists', () => {
    const orders: ThreadOrder[] = ['id', 'updated', 'created', 'title'];

    it('R-71 threads are listed by id, title, and the newest first by either time', async () => {
      await make('a', { title: 'Zebras' }, 3);
      await make('b', { title: 'apples' }, 1);
      await make('c', {}, 2);
      await make('d', { title: 'Äpfel' }, 0);
      const said = [message('m1', { createdAt: iso(later(50)) })];
      await store().append({ threadId: 'b', messages: said, now: later(50) });
      expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
      expect(await ids({ order: 'created' })).toEqual(['a', 'c', 'b', 'd']);
      expect(await ids({ order: 'updated' })).toEqual(['b', 'a', 'c', 'd']);
      expect(await ids({ order: 'title' })).toEqual(['d', 'b', 'a', 'c']);
    });

    it.each(orders)('R-71 pages hold every thread once, in order of %s', async (order) => {
      for (const [index, id] of trickyIds.entries()) {
        const title = index % 3 === 0 ? {} : { title: `Title ${index % 4}` };
        await make(id, { ...title, owner: index % 2 === 0 ? 'ada' : 'bob' }, index % 5);
      }
      const whole = await ids({ order });
      expect(whole.toSorted()).toEqual([...trickyIds].sort());
      for (const limit of [1, 2, 7]) expect(await paged({ order }, limit)).toEqual(whole);
      const own = await ids({ order, owner: 'ada' });
      expect(own).toEqual(whole.filter((id) => trickyIds.indexOf(id) % 2 === 0));
      expect(await paged({ order, owner: 'ada' }, 3)).toEqual(own);
    });

    it('R-71 a thread that is updated while a list is read causes no repeated or missing thread', async () => {
      for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) await make(id, {}, index);
      const first = await store().listThreads({ order: 'updated', limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(['e', 'd']);
      await store().append({ threadId: 'd', messages: messages(1), now: later(99) });
      const second = await store().listThreads({ order: 'updated', limit: 9, after: first[1]! });
      expect(second.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    });

    it('R-69 a filter by owner lists no threads of others', async () => {
      await make('a', { owner: 'ada', labels: ['work'], title: 'Report' });
      await make('b', { owner: 'bob', labels: ['work'], title: 'Report' });
      await make('c', { labels: ['work'], title: 'Report' });
      await make('A', { owner: 'Ada', labels: ['work'], title: 'Report' });
      for (const order of orders) {
        expect(await ids({ owner: 'ada', order })).toEqual(['a']);
        expect(await ids({ owner: 'ada', label: 'work', titleContains: 'report', order })).toEqual(['a']);
        expect(await ids({ owner: 'a%', order })).toEqual([]);
        expect(await ids({ owner: 'nobody', order })).toEqual([]);
      }
      await update('a', { owner: 'bob' });
      expect(await ids({ owner: 'ada' })).toEqual([]);
      expect(await ids({ owner: 'bob' })).toEqual(['a', 'b']);
    });

    it('R-71 lists can be filtered by label and by words of the title, without regard to case and accents', async () => {
      await make('a', { labels: ['Work', 'trip'], title: 'Über 100% of it' });
      await make('b', { labels: ['work'], title: 'uber_all' });
      await make('c', { labels: ['trip'] });
      expect(await ids({ label: 'trip' })).toEqual(['a', 'c']);
      expect(await ids({ label: 'work' })).toEqual(['b']);
      expect(await ids({ label: 'tri' })).toEqual([]);
      expect(await ids({ titleContains: 'UBER' })).toEqual(['a', 'b']);
      expect(await ids({ titleContains: '100%' })).toEqual(['a']);
      expect(await ids({ titleContains: 'r_a' })).toEqual(['b']);
      expect(await ids({ titleContains: '\\' })).toEqual([]);
      expect(await ids({ label: 'trip', titleContains: 'über', order: 'title' })).toEqual(['a']);
    });

    it('R-71 unknown orders and filters are refused by name', async () => {
      const bad: [string, unknown][] = [
        ['order', 'size'],
        ['limit', -1],
        ['owner', ''],
        ['label', 7],
        ['titleContains', ''],
      ];
      for (const [field, value] of bad) {
        const query = { limit: 5, [field]: value } as unknown as ThreadQuery;
        await expect(store().listThreads(query), field).rejects.toMatchObject({
          code: 'invalid_input',
          field,
        });
      }
      const byId = store().listThreads({ limit: 5, order: 'updated', after: 'a' });
      await expect(byId).rejects.toMatchObject({ code: 'invalid_input', field: 'after' });
    });

    it('R-69 owners are listed in order, with their numbers of threads', async () => {
      await make('a', { owner: 'bob' });
      await make('b', { owner: 'ada' });
      await make('c', { owner: 'bob' });
      await make('d');
      expect(await store().listOwners({ limit: 5 })).toEqual([
        { owner: 'ada', threads: 1 },
        { owner: 'bob', threads: 2 },
      ]);
      expect(await store().listOwners({ limit: 5, after: 'ada' })).toEqual([{ owner: 'bob', threads: 2 }]);
      expect(await store().listOwners({ limit: 1 })).toHaveLength(1);
    });
  });
}
