/** Contract suite: titles, owners and labels, lists by these, and deleting an owner. */
import { describe, expect, it } from 'vitest';
import type { DetailsChange, ThreadQuery } from '../../records/thread-list.ts';
import type { MakeTitle } from '../../store.ts';
import {
  audit,
  codeOf,
  commitOf,
  edit,
  iso,
  later,
  leasedThread,
  message,
  messages,
  receipt,
  removal,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

/** Uses the id of the first message other than `small talk`. */
const firstId: MakeTitle = (added) => {
  const first = added.find(({ id }) => id !== 'small talk');
  return first && { title: `About ${first.id}`, from: first.seq };
};

export function describeDetails({ store, reopen }: SuiteContext): void {
  const make = (threadId: string, details: DetailsChange = {}, seconds = 0) =>
    store().ensureThread({ threadId, now: later(seconds), details });
  const update = (threadId: string, details: DetailsChange, seconds = 5) =>
    store().updateDetails({ threadId, details, now: later(seconds) });
  const ids = async (query: Omit<ThreadQuery, 'limit'> = {}) =>
    (await store().listThreads({ limit: 100, ...query })).map(({ id }) => id);
  describe('details', () => {
    it('R-71 a thread is created with a title, an owner and labels; an existing one is not changed', async () => {
      const details = { title: 'Moving house', owner: 'ada', labels: ['home', 'home', 'Ämter'] };
      const made = await make('t', details);
      expect(made).toMatchObject({ title: 'Moving house', owner: 'ada', labels: ['home', 'Ämter'] });
      expect(made).not.toHaveProperty('titleFrom');
      expect(await make('t', { title: 'Another', owner: 'bob', labels: [] }, 9)).toEqual(made);
      expect(await store().readThread('t')).toEqual(made);
      if (reopen) expect(await (await reopen()).readThread('t')).toEqual(made);
    });

    it('R-71 changing one detail keeps the others; null and an empty list remove', async () => {
      await make('t', { title: 'One', owner: 'ada', labels: ['a'] });
      expect(await update('t', { title: 'Two' })).toMatchObject({
        title: 'Two',
        owner: 'ada',
        labels: ['a'],
        createdAt: iso(someTime),
        updatedAt: iso(later(5)),
      });
      expect(await update('t', { labels: ['b', 'a'] })).toMatchObject({ title: 'Two', labels: ['a', 'b'] });
      const bare = await update('t', { title: null, owner: null, labels: [] });
      for (const name of ['title', 'titleFrom', 'owner', 'labels']) expect(bare).not.toHaveProperty(name);
      expect(await ids({ label: 'a' })).toEqual([]);
    });

    it('R-71 invalid titles, owners and labels are refused by name', async () => {
      await make('t');
      const before = await store().readThread('t');
      const bad: [keyof DetailsChange, unknown][] = [
        ['title', ''],
        ['title', ' '],
        ['title', 'two\nlines'],
        ['title', 'x'.repeat(201)],
        ['title', 7],
        ['title', 'lone\ud800'],
        ['owner', ''],
        ['owner', 'x'.repeat(401)],
        ['owner', 'nul\0'],
        ['labels', 'home'],
        ['labels', ['']],
        ['labels', [7]],
        ['labels', ['x'.repeat(101)]],
        ['labels', Array.from({ length: 51 }, (_, index) => `l${index}`)],
      ];
      for (const [name, value] of bad) {
        const work = update('t', { [name]: value } as DetailsChange);
        await expect(work, `${name} ${JSON.stringify(value)}`).rejects.toMatchObject({
          code: 'invalid_input',
          field: name,
        });
      }
      expect(await store().readThread('t')).toEqual(before);
      expect(await codeOf(update('nobody', { title: 'x' }))).toBe('unknown_thread');
    });

    it('R-71 a title is made once, from the first request, and never replaces a given one', async () => {
      await make('t');
      const append = (id: string) =>
        store().append({ threadId: 't', messages: [message(id)], title: firstId, now: later(1) });
      expect((await append('small talk')).state).not.toHaveProperty('title');
      expect((await append('plans')).state).toMatchObject({ title: 'About plans', titleFrom: 2 });
      expect((await append('other')).state).toMatchObject({ title: 'About plans', titleFrom: 2 });
      expect(await store().readThread('t')).toMatchObject({ title: 'About plans', titleFrom: 2 });
      await update('t', { title: 'Given' });
      const { state } = await append('more');
      expect(state.title).toBe('Given');
      expect(state).not.toHaveProperty('titleFrom');
    });

    it('R-71 a title can be made later, unless there is one or the past has changed', async () => {
      await make('t');
      await store().append({ threadId: 't', messages: messages(3), now: later(1) });
      const title = { threadId: 't', title: 'Made later', from: 2 };
      const before = (await store().readThread('t'))!;
      expect(await store().makeTitle({ ...title, revision: 7 })).toEqual(before);
      const named = { ...before, title: 'Made later', titleFrom: 2 };
      expect(await store().makeTitle({ ...title, revision: 0 })).toEqual(named);
      expect(await store().makeTitle({ ...title, title: 'Again', revision: 0 })).toEqual(named);
      await store().rewrite({
        threadId: 't',
        changes: [removal('forget', 2)],
        audit: audit('a1'),
        now: later(2),
      });
      const late = await store().makeTitle({ ...title, revision: 0 });
      expect(late).not.toHaveProperty('title');
      expect(await codeOf(store().makeTitle({ ...title, title: '', revision: 1 }))).toBe('invalid_input');
    });

    it.each(['edit', 'forget'] as const)(
      'R-71 a title made from a message goes with it: %s',
      async (kind) => {
        await make('t');
        await store().append({ threadId: 't', messages: messages(3), title: firstId, now: later(1) });
        const change = (seq: number) => (kind === 'edit' ? edit(seq, 'new') : removal('forget', seq));
        await store().rewrite({ threadId: 't', changes: [change(2)], audit: audit('a1'), now: later(2) });
        expect(await store().readThread('t')).toMatchObject({ title: 'About m1', titleFrom: 1 });
        await store().rewrite({ threadId: 't', changes: [change(1)], audit: audit('a2'), now: later(3) });
        const state = (await store().readThread('t'))!;
        expect(state).not.toHaveProperty('title');
        expect(state).not.toHaveProperty('titleFrom');
        expect(await ids({ titleContains: 'about' })).toEqual([]);
      },
    );

    it('R-71 a given title is kept, whatever is forgotten; a made one is also removed with a deleted original', async () => {
      await make('t', { title: 'Given' });
      await make('u');
      for (const threadId of ['t', 'u']) {
        await store().append({ threadId, messages: messages(3), title: firstId, now: later(1) });
      }
      const forget = { changes: [removal('forget', 1)], audit: audit('a1'), now: later(2) };
      await store().rewrite({ threadId: 't', ...forget });
      expect((await store().readThread('t'))!.title).toBe('Given');
      const drop = { changes: [removal('delete', 1)], audit: audit('a2', { threadId: 'u' }), now: later(2) };
      await store().rewrite({ threadId: 'u', ...drop });
      expect(await store().readThread('u')).not.toHaveProperty('title');
    });

    it('R-71 R-78 a thread’s creation time is that of its oldest message; later and undated ones do not change it', async () => {
      await store().ensureThread({ threadId: 't', now: later(50) });
      const say = (id: string, seconds: number) =>
        store().append({
          threadId: 't',
          messages: [message(id, { createdAt: iso(later(seconds)) })],
          now: later(seconds),
        });
      const times = async () => {
        const { createdAt, updatedAt } = (await store().readThread('t'))!;
        return [createdAt, updatedAt];
      };
      await say('m1', 20);
      expect(await times()).toEqual([iso(later(20)), iso(later(20))]);
      await say('m2', 30);
      expect(await times()).toEqual([iso(later(20)), iso(later(30))]);
      await say('m3', 10);
      expect(await times()).toEqual([iso(later(10)), iso(later(30))]);
      await say('m4', 90);
      expect(await times()).toEqual([iso(later(10)), iso(later(90))]);
      await store().ensureThread({ threadId: 'u', now: later(15) });
      expect(await ids({ order: 'created' })).toEqual(['u', 't']);
    });

    it('R-71 reading and compacting do not change times', async () => {
      const lease = await leasedThread(store(), 8);
      const before = (await store().readThread('t'))!;
      await store().listThreads({ limit: 5, order: 'updated' });
      await store().readMessages({ threadId: 't' });
      const insert = [summary('s1', 1, 5)];
      const after = await store().commit(
        commitOf(lease, { insert, coverTo: 5, checkpoint: 8, receipt: receipt('r1') }),
      );
      expect([after.createdAt, after.updatedAt]).toEqual([before.createdAt, before.updatedAt]);
    });
  });

  describe('deleting an owner', () => {
    it('R-69 removes all threads of the owner and none of others', async () => {
      for (const [id, owner] of [
        ['a', 'ada'],
        ['b', 'bob'],
        ['c', 'ada'],
        ['d', null],
      ] as const) {
        await make(id, { owner, labels: ['all'] });
        await store().append({ threadId: id, messages: messages(3), now: later(1) });
      }
      expect(await store().deleteOwner('ada')).toEqual({ threads: 2, messages: 6 });
      expect(await ids()).toEqual(['b', 'd']);
      expect(await ids({ label: 'all' })).toEqual(['b', 'd']);
      expect(await store().readMessages({ threadId: 'a' })).toEqual([]);
      expect(await store().listOwners({ limit: 5 })).toEqual([{ owner: 'bob', threads: 1 }]);
      expect(await store().deleteOwner('ada')).toEqual({ threads: 0, messages: 0 });
      expect(await make('a')).toMatchObject({ messages: 0 });
    });

    it('R-69 a lease of a deleted thread is not valid for a new one with its id', async () => {
      await make('t', { owner: 'ada' });
      const lease = (await store().acquireLease({ threadId: 't', owner: 'w', now: 0, ttlMs: 9 }))!;
      await store().deleteOwner('ada');
      await make('t', { owner: 'bob' });
      expect(await codeOf(store().commit(commitOf(lease)))).toBe('lease_lost');
    });
  });
}
