import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import { EverthreadError } from '../errors.ts';
import type { Fact } from '../records/fact.ts';
import type { Store } from '../store.ts';
import { message, summary } from '../stores/suite/samples.suite.ts';
import { createShownCache, shownOf } from './shown-summaries.ts';

async function setup(wrap: (store: Store) => Partial<Store> = () => ({})) {
  const test = await testEngine();
  const { engine, store, say, keep } = test;
  await say(talk(12));
  await keep(summary('a', 1, 4, { text: 'told of 1 to 4' }), summary('b', 5, 8, { text: 'told of 5 to 8' }));
  let reads = 0;
  const counting: Store = {
    ...store,
    readSummaries: (query) => {
      reads += 1;
      return store.readSummaries(query);
    },
    ...wrap(store),
  };
  const cache = createShownCache();
  const read = async (ratio = 1) =>
    cache.read({ ...engine, store: counting }, (await store.readThread('t'))!, ratio);
  return { ...test, read, reads: () => reads, cache, counting };
}

describe('the summaries that a turn shows', () => {
  it('R-48 are read once until the past changes', async () => {
    const { read, reads, say, keep } = await setup();
    const first = await read();
    expect(first.summaries.map(({ id }) => id)).toEqual(['a', 'b']);
    await say(talk(2, 13));
    expect(await read()).toBe(first);
    expect(reads()).toBe(1);
    await keep(summary('c', 9, 10));
    expect((await read()).summaries.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    // The ledger's room depends on the model.
    await read(2);
    expect(reads()).toBe(3);
  });

  it('R-48 are remembered only for the threads used last', async () => {
    const { cache, counting, engine, reads, store, runtime } = await setup();
    const ports = { ...engine, store: counting };
    const state = (await store.readThread('t'))!;
    await cache.read(ports, state, 1);
    for (let index = 0; index < 128; index += 1) {
      const other = await store.ensureThread({ threadId: `other-${index}`, now: runtime.now() });
      await cache.read(ports, other, 1);
      // It stays because it is used now and then.
      if (index % 50 === 0) await cache.read(ports, state, 1);
    }
    expect(reads()).toBe(129);
    await cache.read(ports, state, 1);
    expect(reads()).toBe(129);
    const first = (await store.readThread('other-0'))!;
    await cache.read(ports, first, 1);
    expect(reads()).toBe(130);
  });

  it('R-41 are replaced by excerpts if one of their messages was changed', async () => {
    const { read, store, runtime } = await setup();
    const {
      id: _id,
      createdAt,
      ...content
    } = message('x', { parts: [{ type: 'text', text: 'The mill was sold.' }] });
    const { tokens, hash, role, parts } = content;
    await store.rewrite({
      threadId: 't',
      changes: [{ kind: 'edit', seq: 6, content: { role: 'assistant', parts }, tokens, hash }],
      audit: {
        id: 'aud',
        at: createdAt,
        threadId: 't',
        action: 'edit-message',
        from: 6,
        to: 6,
        summaryId: null,
        note: role,
        before: null,
      },
      now: runtime.now(),
    });
    const { summaries, ledger } = await read();
    expect(summaries[0]!.text).toBe('told of 1 to 4');
    expect(summaries[1]).toMatchObject({ id: 'b', from: 5, to: 8, facts: [], record: null });
    expect(summaries[1]!.text).toContain('The mill was sold.');
    expect(summaries[1]!.text).not.toContain('told of 5 to 8');
    // Facts of a stale summary are not shown either.
    expect(ledger.map(({ seq }) => seq)).toEqual([1]);
  });

  it('I-4 are replaced by excerpts if they cannot be read, and the damage is reported', async () => {
    const broken = new EverthreadError({ code: 'store_corrupt', message: 'record b is damaged' });
    const { read, named } = await setup((store) => ({
      readSummaries: async (query) => {
        if (query.ids === undefined || query.ids.includes('b')) throw broken;
        return store.readSummaries(query);
      },
    }));
    const { summaries } = await read();
    expect(summaries.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(summaries[0]!.text).toBe('told of 1 to 4');
    expect(summaries[1]!.text).toContain('letter');
    expect(named('diagnostic')).toMatchObject([
      { code: 'store_corrupt', consequence: expect.stringContaining('5 to 8') },
    ]);
  });
});

describe('R-44 the ledger that a turn shows', () => {
  const facts = (count: number, kind: Fact['kind'], value: (index: number) => string): Fact[] =>
    Array.from({ length: count }, (_, index) => ({
      kind,
      value: value(index),
      seq: index + 1,
      role: 'user',
      at: '2026-01-01T00:00:00.000Z',
      importance: 0.5,
    }));
  const sizeOf = async (shown: Fact[]) => {
    const { engine, store, sayMany } = await testEngine({
      budget: { tokens: 20_000, responseTokens: 2_000 },
    });
    await sayMany(1);
    const state = (await store.readThread('t'))!;
    // The more facts there are, the more tokens they were read from.
    const record = summary('s', 1, 1, { facts: shown, sourceTokens: 40 * shown.length });
    return shownOf({ ports: engine, state, summaries: [record], ratio: 1 }).ledger.length;
  };

  it('has its full share in a thread with work, and less in other threads', async () => {
    const paths = facts(1_500, 'path', (index) => `/srv/app/module-${index}/index.ts`);
    const amounts = facts(1_500, 'money', (index) => `${index + 1},250.75 EUR`);
    const [worked, talked] = [await sizeOf(paths), await sizeOf(amounts)];
    expect(worked).toBeLessThan(1_500);
    expect(talked).toBeGreaterThan(0);
    expect(talked).toBeLessThan(worked);
  });

  it('R-39 has decisions even if the prose states them, because prose may be cut', async () => {
    const { engine, store, sayMany } = await testEngine();
    await sayMany(1);
    const state = (await store.readThread('t'))!;
    const [decision] = facts(1, 'decision', () => 'We take the ferry of ten.');
    const [amount] = facts(1, 'money', () => '1,250.75 EUR');
    const told = summary('s', 1, 1, {
      ...{ facts: [decision!, amount!].map((fact) => ({ ...fact, inProse: true })), sourceTokens: 12_000 },
    });
    const { ledger } = shownOf({ ports: engine, state, summaries: [told], ratio: 1 });
    expect(ledger).toMatchObject([{ kind: 'decision', value: 'We take the ferry of ten.', seq: 1 }]);
  });

  it('R-70 is a small share of the conversation, however many facts it contains', async () => {
    const { engine, store, sayMany } = await testEngine({
      budget: { tokens: 16_000, responseTokens: 1_000 },
    });
    await sayMany(1);
    const state = (await store.readThread('t'))!;
    const cases = facts(400, 'identifier', (index) => `case-${1_000 + index}`);
    const tokensIn = (messages: number) => {
      const told = summary('s', 1, messages, { facts: cases, sourceTokens: 12_000 });
      const { ledger } = shownOf({ ports: engine, state, summaries: [told], ratio: 1 });
      return ledger.reduce((sum, { value }) => sum + engine.counter.count(value), 0);
    };
    expect(tokensIn(600)).toBeGreaterThan(300);
    expect(tokensIn(600)).toBeLessThan(0.07 * 12_000);
    // After few and long messages, fewer requests have paid for the history that the first compaction is compared with.
    expect(tokensIn(60)).toBeLessThan(0.8 * tokensIn(600));
  });
});
