import { afterEach, describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread, memoryStore } from '../index.ts';
import { sqliteStore } from '../sqlite.ts';

const filler = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Note ${from + index}: the tide table of bay ${from + index} hangs beside the door of the ${'old '.repeat(12)}boathouse.`,
  }));

describe('a fact that a person corrects', () => {
  let close = async () => {};
  afterEach(() => close());

  const thread = async (store = memoryStore()) => {
    const ever = createEverthread({ store, runtime: testRuntime(), budget: { tokens: 2_500 } });
    close = () => ever.close();
    const thread = await ever.thread('t');
    const grow = async (count: number) => {
      await thread.append(filler(count, (await thread.state()).messages + 1));
      await ever.idle();
      await thread.compact();
    };
    const fact = async (value: string) => (await thread.facts()).find((known) => known.value === value);
    const sent = async () => (await thread.context()).toText();
    await thread.append([
      { role: 'user', content: 'The deadline is 2026-03-01.' },
      { role: 'assistant', content: 'Noted, the deadline is 2026-03-01.' },
    ]);
    return { ever, thread, grow, fact, sent };
  };

  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore({ path: ':memory:' })],
  ])(
    'R-40 R-42 is right in the next context and stays so through compactions and merges, in %s',
    async (_, store) => {
      const { ever, thread: t, grow, fact, sent } = await thread(store());
      const wrong = (await fact('2026-03-01'))!;
      const right = await t.correctFact(wrong.id, ' 2026-05-20 ', { note: 'Ines' });
      expect(right).toMatchObject({
        ...{ id: wrong.id, value: '2026-05-20', seq: wrong.seq },
        corrected: { value: '2026-03-01', at: expect.any(String) },
      });
      expect(right.valueHistory?.[0]?.value).toBe('2026-03-01');
      expect(await sent()).toMatch(/Corrected after #2: [^\n]*2026-05-20 \(wrong: 2026-03-01\)/u);
      for (let round = 0; round < 4; round += 1) await grow(40);
      expect((await t.state()).compactions).toBeGreaterThan(3);
      expect(await sent()).toContain('2026-05-20 (wrong: 2026-03-01)');
      expect(await fact('2026-05-20')).toMatchObject({ id: wrong.id });
      expect(await fact('2026-03-01')).toBeUndefined();
      expect((await t.brief()).text).toContain('2026-05-20 (wrong: 2026-03-01)');
      expect((await t.explain({ at: 1 })).context.toText()).not.toContain('2026-05-20');
      expect(await t.rules()).toEqual([]);
      expect(await t.audit()).toMatchObject([
        { action: 'correct-fact', from: wrong.seq, note: 'Ines', before: '2026-03-01' },
      ]);
      expect((await ever.verify()).damages).toEqual([]);
    },
  );

  it('R-40 R-42 can be corrected again and taken back, each step on record', async () => {
    const { thread: t, grow, fact, sent } = await thread();
    await grow(40);
    const { id } = (await fact('2026-03-01'))!;
    await t.correctFact(id, '2026-05-20');
    expect(await sent()).toContain('2026-05-20');
    expect(await t.correctFact(id, '2026-06-30')).toMatchObject({ corrected: { value: '2026-03-01' } });
    expect(await sent()).toContain('2026-06-30');
    expect(await sent()).not.toContain('2026-05-20');
    const back = await t.correctFact(id, null);
    expect(back).toMatchObject({ id, value: '2026-03-01' });
    expect(back.corrected).toBeUndefined();
    expect(await sent()).not.toContain('2026-06-30');
    expect((await t.audit()).map(({ before }) => before)).toEqual(['2026-06-30', '2026-05-20', '2026-03-01']);
  });

  it('R-40 R-42 a later statement of the user replaces it, an answer that repeats the wrong value does not', async () => {
    const { thread: t, grow, fact, sent } = await thread();
    await grow(40);
    await t.correctFact((await fact('2026-03-01'))!.id, '2026-05-20');
    await t.append({ role: 'assistant', content: 'As you said, the deadline is 2026-03-01.' });
    await grow(40);
    expect(await fact('2026-05-20')).toBeDefined();
    expect(await sent()).toContain('2026-05-20 (wrong: 2026-03-01)');
    await t.append({ role: 'user', content: 'The deadline is 2026-07-07.' });
    await grow(40);
    expect(await fact('2026-07-07')).toBeDefined();
    expect(await sent()).not.toContain('2026-05-20');
  });

  it('R-41 is removed with a forgotten message, survives an edit that leaves the value wrong, and ends with one that corrects it', async () => {
    const { ever, thread: t, grow, fact, sent } = await thread();
    await grow(40);
    const correct = async (value: string) => t.correctFact((await fact('2026-03-01'))!.id, value);
    const { seq } = await correct('2026-05-20');
    await t.edit(seq, { role: 'assistant', content: 'So the deadline is 2026-03-01!' });
    await ever.idle();
    expect(await sent()).toContain('2026-05-20');
    await t.edit(seq, { role: 'assistant', content: 'So the deadline is early.' });
    await ever.idle();
    expect(await sent()).not.toContain('2026-05-20');
    const again = await correct('2026-05-21');
    await t.forget([again.seq, seq]);
    await ever.idle();
    expect(JSON.stringify([await t.state(), await t.audit(), await t.facts(), await sent()])).not.toMatch(
      /2026-05-2[01]|2026-03-01/u,
    );
  });

  it('R-40 R-42 is no rule: neither "forget all rules" nor a new rule ends it, and rules keep their numbers', async () => {
    const { thread: t, grow, fact, sent } = await thread();
    await t.append({ role: 'user', content: 'Always answer in French.' });
    await t.correctFact((await fact('2026-03-01'))!.id, 'never, there is no deadline');
    await t.append({
      role: 'user',
      content: 'Forget all the rules I gave you. From now on, never mention the deadline.',
    });
    await grow(40);
    expect(await sent()).toContain('never, there is no deadline (wrong: 2026-03-01)');
    expect((await t.rules()).map(({ id, revokedBy }) => [id, revokedBy !== undefined])).toEqual([
      ['3', true],
      ['4', false],
    ]);
    await expect(t.removeRule((await t.state()).pins[1]!.id!)).rejects.toMatchObject({
      code: 'unknown_rule',
    });
  });

  it('R-40 R-42 wrong input is refused with what is accepted, and nothing is written', async () => {
    const { thread: t, fact } = await thread();
    const { id } = (await fact('2026-03-01'))!;
    await expect(t.correctFact('nothing', 'x')).rejects.toMatchObject({
      code: 'unknown_fact',
      field: 'factId',
    });
    for (const value of ['', '  ', 7 as never, 'x'.repeat(2_001), '2026-03-01', null]) {
      await expect(t.correctFact(id, value)).rejects.toMatchObject({ code: 'invalid_input', field: 'value' });
    }
    expect(await t.audit()).toEqual([]);
  });
});
