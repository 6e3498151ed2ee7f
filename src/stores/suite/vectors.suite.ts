/** Contract suite: vectors of messages. */
import { expect, it } from 'vitest';
import type { Message } from '../../message/message.ts';
import type { VectorQuery } from '../../search-index.ts';
import type { Store } from '../../store.ts';
import {
  audit,
  call,
  codeOf,
  edit,
  iso,
  later,
  message,
  messages,
  removal,
  someTime,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

const model = 'mini';
const near = (...values: number[]) => Float32Array.from(values);

async function thread(store: Store, threadId: string, count: number): Promise<void> {
  await store.ensureThread({ threadId, now: someTime });
  await store.append({ threadId, messages: messages(count), now: someTime });
}

async function embed(
  store: Store,
  threadId: string,
  vectors: { [seq: number]: Float32Array[] },
): Promise<void> {
  const stored = await store.readMetas({ threadId });
  const embedded = Object.entries(vectors).map(([seq, given]) => {
    const { hash } = stored[Number(seq) - 1]!;
    return { threadId, seq: Number(seq), hash, vectors: given };
  });
  await store.search.writeVectors({ model, messages: embedded });
}

async function found(
  store: Store,
  vector: Float32Array,
  scope: Partial<VectorQuery> = {},
): Promise<string[]> {
  const hits = await store.search.vectors({ threadIds: ['t'], model, vector, limit: 10, ...scope });
  return hits.map(({ threadId, seq }) => `${threadId}${seq}`);
}

const names = (all: readonly Message[]) => all.map(({ threadId, seq }) => `${threadId}${seq}`);
const left = async (store: Store, limit = 100) => names(await store.search.unembedded({ model, limit }));

export function describeVectors({ store, reopen }: SuiteContext): void {
  it('R-49 finds the nearest first, by the best piece of each message', async () => {
    await thread(store(), 't', 4);
    await embed(store(), 't', {
      1: [near(1, 0, 0)],
      2: [near(0, 1, 0), near(0.9, 0.1, 0)],
      3: [near(-1, 0, 0)],
      4: [],
    });
    const hits = await store().search.vectors({ threadIds: ['t'], model, vector: near(2, 0, 0), limit: 10 });
    expect(hits.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(hits[0]!.similarity).toBeCloseTo(1, 2);
    expect(hits[1]!.similarity).toBeCloseTo(0.9 / Math.hypot(0.9, 0.1), 2);
    expect(hits[2]!.similarity).toBeCloseTo(-1, 2);
    expect(await found(store(), near(1, 0, 0), { limit: 1 })).toEqual(['t1']);
    expect(await found(store(), near(1, 0, 0), { limit: 0 })).toEqual([]);
  });

  it('R-49 never compares vectors of different models or sizes', async () => {
    await thread(store(), 't', 2);
    await embed(store(), 't', { 1: [near(1, 0)], 2: [near(1, 0, 0)] });
    expect(await found(store(), near(1, 0, 0))).toEqual(['t2']);
    expect(await found(store(), near(1, 0), { model: 'other' })).toEqual([]);
  });

  it('R-49 never finds anything outside of the given threads', async () => {
    for (const threadId of ['t', 'u']) {
      await thread(store(), threadId, 1);
      await embed(store(), threadId, { 1: [near(1, 0)] });
    }
    expect(await found(store(), near(1, 0))).toEqual(['t1']);
    expect(await found(store(), near(1, 0), { threadIds: ['nowhere'] })).toEqual([]);
    expect((await found(store(), near(1, 0), { threadIds: 'all' })).toSorted()).toEqual(['t1', 'u1']);
    await store().deleteThread('u');
    expect(await found(store(), near(1, 0), { threadIds: 'all' })).toEqual(['t1']);
  });

  it('R-49 filters by role, tool, time and place', async () => {
    await store().ensureThread({ threadId: 't', now: someTime });
    const said = [message('a'), call('b', 'x'), message('c', { createdAt: iso(later(9)) })];
    await store().append({ threadId: 't', messages: said, now: someTime });
    await embed(store(), 't', { 1: [near(1, 0)], 2: [near(0.9, 0.3)], 3: [near(0.5, 0.5)] });
    expect(await found(store(), near(1, 0), { roles: ['user'] })).toEqual(['t1', 't3']);
    expect(await found(store(), near(1, 0), { tools: ['Look'] })).toEqual(['t2']);
    expect(await found(store(), near(1, 0), { after: iso(later(1)) })).toEqual(['t3']);
    expect(await found(store(), near(1, 0), { before: iso(later(1)) })).toEqual(['t1', 't2']);
    expect(await found(store(), near(1, 0), { upTo: 1 })).toEqual(['t1']);
    expect(await found(store(), near(1, 0), { roles: ['tool'] })).toEqual([]);
  });

  it('R-41 vectors of an earlier version of a message are refused', async () => {
    await thread(store(), 't', 2);
    const [read] = await store().search.unembedded({ model, limit: 1 });
    await store().rewrite({ threadId: 't', changes: [edit(1, 'new')], audit: audit('a'), now: later(1) });
    const stale = { threadId: 't', seq: 1, hash: read!.hash, vectors: [near(1, 0)] };
    await store().search.writeVectors({ model, messages: [stale] });
    expect(await found(store(), near(1, 0))).toEqual([]);
    expect(await left(store())).toEqual(['t1', 't2']);
    const others = [
      { ...stale, threadId: 'nowhere' },
      { ...stale, seq: 9 },
    ];
    await store().search.writeVectors({ model, messages: others });
    expect(await found(store(), near(1, 0), { threadIds: 'all' })).toEqual([]);
  });

  it('R-41 an edited message loses its vectors and waits for new ones', async () => {
    await thread(store(), 't', 3);
    await embed(store(), 't', { 1: [near(1, 0)], 2: [near(0, 1)], 3: [near(1, 1)] });
    expect(await left(store())).toEqual([]);
    await store().rewrite({ threadId: 't', changes: [edit(2, 'new')], audit: audit('a'), now: later(1) });
    expect(await found(store(), near(0, 1))).toEqual(['t3', 't1']);
    expect(await left(store())).toEqual(['t2']);
    await embed(store(), 't', { 2: [near(0, 1)] });
    expect(await left(store())).toEqual([]);
    expect(await found(store(), near(0, 1))).toEqual(['t2', 't3', 't1']);
  });

  it.each(['forget', 'delete'] as const)(
    'R-41 after %s a message has no vectors and waits for none',
    async (kind) => {
      await thread(store(), 't', 3);
      await embed(store(), 't', { 1: [near(1, 0)], 2: [near(0, 1)] });
      const changes = [removal(kind, 1), removal(kind, 3)];
      await store().rewrite({ threadId: 't', changes, audit: audit('a'), now: later(1) });
      expect(await found(store(), near(1, 0))).toEqual(['t2']);
      expect(await left(store())).toEqual([]);
      expect(await left(store())).toEqual([]);
      await store().append({ threadId: 't', messages: [message('later')], now: later(2) });
      expect(await left(store())).toEqual(['t4']);
    },
  );

  it('R-49 messages without vectors are returned in order, and no more once they are embedded', async () => {
    await thread(store(), 't', 5);
    await thread(store(), 'u', 2);
    expect((await left(store())).toSorted()).toEqual(['t1', 't2', 't3', 't4', 't5', 'u1', 'u2']);
    const inThread = (await left(store())).filter((name) => name.startsWith('t'));
    expect(inThread).toEqual(['t1', 't2', 't3', 't4', 't5']);
    expect(await left(store(), 3)).toHaveLength(3);
    expect(await left(store(), 0)).toEqual([]);
    await embed(store(), 't', { 1: [near(1, 0)], 4: [], 2: [near(1, 0)] });
    await embed(store(), 'u', { 1: [near(1, 0)], 2: [near(1, 0)] });
    expect(await left(store())).toEqual(['t3', 't5']);
    await embed(store(), 't', { 5: [near(1, 0)] });
    expect(await left(store())).toEqual(['t3']);
    await embed(store(), 't', { 3: [near(1, 0)] });
    expect(await left(store())).toEqual([]);
    await store().append({ threadId: 't', messages: [message('more')], now: later(1) });
    await thread(store(), 'new', 1);
    expect((await left(store())).toSorted()).toEqual(['new1', 't6']);
    expect(await store().search.unembedded({ model: 'another', limit: 100 })).toHaveLength(9);
  });

  it('R-49 embedding a message again replaces its vectors', async () => {
    await thread(store(), 't', 1);
    await embed(store(), 't', { 1: [near(1, 0), near(0, 1)] });
    await embed(store(), 't', { 1: [near(-1, 0)] });
    const [hit] = await store().search.vectors({ threadIds: ['t'], model, vector: near(1, 0), limit: 5 });
    expect(hit!.similarity).toBeCloseTo(-1, 2);
  });

  it('R-49 a rebuilt index keeps its vectors', async () => {
    await thread(store(), 't', 2);
    await embed(store(), 't', { 1: [near(1, 0)], 2: [near(0, 1)] });
    await store().search.rebuild();
    expect(await found(store(), near(1, 0))).toEqual(['t1', 't2']);
    expect(await left(store())).toEqual([]);
  });

  it.each([
    [[near(Number.NaN, 1)], 'messages[0].vectors'],
    [[near()], 'messages[0].vectors'],
  ])('R-49 refuses vectors that cannot be compared: %o', async (vectors, field) => {
    await thread(store(), 't', 1);
    const given = [{ threadId: 't', seq: 1, hash: 'x', vectors }];
    const writing = store().search.writeVectors({ model, messages: given });
    await expect(writing).rejects.toMatchObject({ code: 'invalid_input', field });
  });

  it('R-49 a closed store neither returns nor accepts vectors', async () => {
    await store().close();
    expect(await codeOf(store().search.unembedded({ model, limit: 1 }))).toBe('closed');
    expect(await codeOf(store().search.writeVectors({ model, messages: [] }))).toBe('closed');
    expect(await codeOf(found(store(), near(1)))).toBe('closed');
  });

  if (reopen) {
    it('R-49 vectors, and the messages left to embed, survive reopening', async () => {
      await thread(store(), 't', 3);
      await embed(store(), 't', { 1: [near(1, 0)], 2: [near(0, 1)] });
      const again = await reopen();
      expect(await found(again, near(1, 0))).toEqual(['t1', 't2']);
      expect(await left(again)).toEqual(['t3']);
    });
  }
}
