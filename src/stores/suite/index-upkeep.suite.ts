/** Contract suite: the search index holds exactly the messages of the log. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextQuery } from '../../search-index.ts';
import { audit, codeOf, edit, later, message, removal, someTime } from './samples.suite.ts';
import { ask, places, say, word } from './search-samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

export function describeIndexUpkeep({ store, reopen }: SuiteContext): void {
  it('R-41 an edited message is found only by its new words', async () => {
    await say(store(), 't', 'the harbour', 'the garden');
    await store().rewrite({
      threadId: 't',
      changes: [edit(1, 'the lighthouse')],
      audit: audit('a'),
      now: later(1),
    });
    expect(await places(store(), 'harbour')).toEqual([]);
    expect(await places(store(), 'lighthouse')).toEqual(['t1']);
    expect([...(await ask(store(), 'harbour')).frequencies.values()]).toEqual([0]);
  });

  it.each(['forget', 'delete'] as const)('R-41 after %s a message is found no more', async (kind) => {
    await say(store(), 't', 'the harbour', 'another harbour');
    await store().rewrite({ threadId: 't', changes: [removal(kind, 1)], audit: audit('a'), now: later(1) });
    expect(await places(store(), 'harbour')).toEqual(['t2']);
    await store().search.rebuild();
    expect(await places(store(), 'harbour', { threadIds: 'all' })).toEqual(['t2']);
  });

  it('R-41 a deleted thread is not found, even if a thread with its id is created again', async () => {
    await say(store(), 't', 'the harbour');
    await say(store(), 'u', 'a harbour');
    await store().deleteThread('t');
    expect(await places(store(), 'harbour', { threadIds: 'all' })).toEqual(['u1']);
    await say(store(), 't', 'a garden');
    expect(await places(store(), 'harbour')).toEqual([]);
    expect(await places(store(), 'garden', { threadIds: 'all' })).toEqual(['t1']);
  });

  it('R-49 a message that was sent twice is found once', async () => {
    await say(store(), 't', 'the harbour');
    await store().append({
      threadId: 't',
      messages: [message('t-1', { parts: [{ type: 'text', text: 'the harbour' }] })],
      now: someTime,
    });
    expect(await places(store(), 'harbour')).toEqual(['t1']);
    expect((await ask(store(), 'harbour')).frequencies.get('harbour')).toBe(1);
  });

  it('I-6 an append that fails leaves nothing in the index', async () => {
    await say(store(), 't', 'the harbour');
    const messages = [message('n', { parts: [{ type: 'text', text: 'garden' }] }), message('t-1')];
    expect(await codeOf(store().append({ threadId: 't', messages, now: someTime }))).toBe('message_conflict');
    expect(await places(store(), 'garden', { threadIds: 'all' })).toEqual([]);
  });

  it('R-49 a rebuilt index gives the same results, and reports its progress', async () => {
    await say(
      store(),
      't',
      ...Array.from({ length: 300 }, (_, index) => `harbour ${word(index)} ${word(index % 10)}`),
    );
    await say(store(), 'u', 'harbour', 'garden');
    const changes = [edit(3, 'harbour anew'), removal('forget', 4)];
    await store().rewrite({ threadId: 't', changes, audit: audit('a'), now: later(1) });
    const before = await ask(store(), `harbour ${word(7)}`, { limit: 1_000 });
    const steps: { done: number; total: number }[] = [];
    const rebuilt = await store().search.rebuild({ onProgress: (progress) => steps.push(progress) });
    expect(rebuilt.messages).toBe(302);
    expect(steps.at(-1)).toEqual({ done: 302, total: 302 });
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b));
    expect(await ask(store(), `harbour ${word(7)}`, { limit: 1_000 })).toEqual(before);
  });

  it('R-49 what is written while the index is rebuilt is found, and found once', async () => {
    await say(store(), 't', ...Array.from({ length: 400 }, (_, index) => `harbour ${word(index)}`));
    const rebuilding = store().search.rebuild();
    await say(store(), 't', 'harbour meanwhile', `${word(700)}`);
    await store().rewrite({
      threadId: 't',
      changes: [removal('forget', 9)],
      audit: audit('a'),
      now: later(1),
    });
    await rebuilding;
    expect(await places(store(), word(700))).toEqual(['t402']);
    expect(await places(store(), word(8))).toEqual([]);
    expect((await ask(store(), 'harbour', { limit: 1_000 })).candidates).toHaveLength(400);
  });

  it.each([
    [{ limit: -1 }, 'limit'],
    [{ upTo: 1.5 }, 'upTo'],
    [{ threadIds: [''] }, 'threadIds[0]'],
    [{ roles: ['nobody'] }, 'roles'],
  ])('R-49 refuses a bad query by name: %o', async (scope, field) => {
    const asked = ask(store(), 'harbour', scope as Partial<TextQuery>);
    await expect(asked).rejects.toMatchObject({ code: 'invalid_input', field });
  });

  it('R-49 a closed store refuses searches', async () => {
    await store().close();
    expect(await codeOf(ask(store(), 'harbour'))).toBe('closed');
  });

  if (reopen) {
    it('R-49 the index survives reopening', async () => {
      await say(store(), 't', 'the harbour', 'the garden');
      await store().rewrite({
        threadId: 't',
        changes: [removal('forget', 2)],
        audit: audit('a'),
        now: later(1),
      });
      const again = await reopen();
      expect(await places(again, 'harbour garden', { threadIds: 'all' })).toEqual(['t1']);
      await say(again, 't', 'one more harbour');
      expect(await places(store(), 'harbour')).toEqual(['t1', 't3']);
    });
  }

  describe('random operations', () => {
    const threadIds = ['t', 'u', 'v'];
    const operation = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('say' as const),
          thread: fc.nat(2),
          count: fc.integer({ min: 1, max: 4 }),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('edit', 'forget', 'delete'),
          thread: fc.nat(2),
          pick: fc.nat(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), thread: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('rebuild' as const), thread: fc.nat(2) }) },
    );

    it('I-1 R-41 R-49 exactly the words of the log are found', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
          for (const threadId of threadIds) await store().deleteThread(threadId);
          /** The word of each message; undefined if it was removed. */
          const logs = new Map<string, (number | undefined)[]>();
          const gone: number[] = [];
          let words = 0;
          for (const [step, one] of operations.entries()) {
            const threadId = threadIds[one.thread]!;
            const log = logs.get(threadId) ?? [];
            if (one.kind === 'say' && 'count' in one) {
              const fresh = Array.from({ length: one.count }, () => words++);
              await say(store(), threadId, ...fresh.map((number) => `same ${word(number)}`));
              logs.set(threadId, [...log, ...fresh]);
            } else if (one.kind === 'end') {
              await store().deleteThread(threadId);
              gone.push(...log.filter((number) => number !== undefined));
              logs.delete(threadId);
            } else if (one.kind === 'rebuild') {
              await store().search.rebuild();
            } else if ('pick' in one && log.length > 0) {
              const seq = (one.pick % log.length) + 1;
              const said = log[seq - 1];
              if (said === undefined) continue;
              const fresh = one.kind === 'edit' ? words++ : undefined;
              const change =
                fresh === undefined ? removal(one.kind as 'forget', seq) : edit(seq, `same ${word(fresh)}`);
              await store().rewrite({
                threadId,
                changes: [change],
                audit: audit(`a${step}`, { threadId }),
                now: later(1),
              });
              gone.push(said);
              log[seq - 1] = fresh;
            }
          }
          const held = [...logs].flatMap(([threadId, log]) =>
            log.flatMap((number, index) =>
              number === undefined ? [] : [{ name: `${threadId}${index + 1}`, threadId, number }],
            ),
          );
          for (const { name, threadId, number } of held) {
            expect(await places(store(), word(number), { threadIds: [threadId] })).toEqual([name]);
            expect(
              await places(store(), word(number), { threadIds: threadIds.filter((id) => id !== threadId) }),
            ).toEqual([]);
          }
          for (const number of gone)
            expect(await places(store(), word(number), { threadIds: 'all' })).toEqual([]);
          expect(await places(store(), 'same', { threadIds: 'all' })).toEqual(
            held.map(({ name }) => name).toSorted(),
          );
        }),
        { numRuns: 25 },
      );
    });
  });
}
