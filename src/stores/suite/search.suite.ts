/** Part of the contract suite: full-text search over the log. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageContent, Part } from '../../message/message.ts';
import type { TextQuery } from '../../search-index.ts';
import type { Store } from '../../store.ts';
import { textTerms } from '../../text/terms.ts';
import { audit, codeOf, edit, iso, later, message, removal, someTime } from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

type Said = Partial<MessageContent> & { text?: string; createdAt?: string; tokens?: number };

/** Appends to a thread, which is made where there is none. */
async function say(store: Store, threadId: string, ...all: (string | Said)[]): Promise<void> {
  const { messages: known } = await store.ensureThread({ threadId, now: someTime });
  const messages = all.map((said, index) => {
    const { text, ...rest } = typeof said === 'string' ? { text: said } : said;
    const parts: Part[] = rest.parts ?? [{ type: 'text', text: text ?? '' }];
    return message(`${threadId}-${known + index + 1}`, { ...rest, parts });
  });
  await store.append({ threadId, messages, now: someTime });
}

async function ask(store: Store, text: string, scope: Partial<TextQuery> = {}) {
  const [answer] = await store.search.text([
    { threadIds: ['t'], terms: textTerms(text), limit: 100, ...scope },
  ]);
  return answer!;
}

/** Where it was found, in order of thread and number. */
async function places(store: Store, text: string, scope: Partial<TextQuery> = {}): Promise<string[]> {
  const { candidates } = await ask(store, text, scope);
  return candidates.map(({ threadId, seq }) => `${threadId}${seq}`).toSorted();
}

/** A word like no other, whatever the stemmer makes of it. */
const word = (number: number) =>
  `zu${number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}kx`;

const call = (name: string, callId: string): Part => ({
  type: 'tool-call',
  callId,
  name,
  input: { path: 'file' },
});
const result = (callId: string, name?: string): Part => ({
  type: 'tool-result',
  callId,
  ...(name !== undefined && { name }),
  output: 'file output',
});

export function describeSearch({ store, reopen }: SuiteContext): void {
  it('R-49 queries asked together are answered as they are alone', async () => {
    await say(
      store(),
      't',
      'the harbour at night',
      'a boat in the harbour',
      'nothing of it',
      'boat boat boat',
    );
    await say(store(), 'u', 'another harbour');
    const queries: TextQuery[] = [
      { threadIds: ['t'], terms: textTerms('harbour boat'), limit: 10 },
      { threadIds: ['u', 'nobody', 't'], terms: textTerms('harbour'), limit: 2 },
      { threadIds: ['t'], terms: [], limit: 5 },
      { threadIds: 'all', terms: textTerms('boat'), limit: 5 },
      { threadIds: ['t'], terms: textTerms('boat'), limit: 5, upTo: 2 },
      { threadIds: ['t'], terms: textTerms('boat harbour'), limit: 5, roles: ['assistant'] },
      { threadIds: ['nobody'], terms: textTerms('boat'), limit: 5 },
    ];
    const alone = [];
    for (const query of queries) alone.push(...(await store().search.text([query])));
    expect(await store().search.text(queries)).toEqual(alone);
    expect(alone.map(({ candidates }) => candidates.length)).toEqual([3, 2, 0, 2, 1, 0, 0]);
    expect(await store().search.text([])).toEqual([]);
  });

  it('R-49 finds what holds one of the terms, the better the rarer and the more of them', async () => {
    await say(
      store(),
      't',
      'we saw the harbour',
      'the harbour and the lighthouse',
      'the garden',
      'a harbour',
    );
    const { candidates, messages, frequencies } = await ask(store(), 'harbour lighthouse');
    expect(candidates.map(({ seq }) => seq)).toEqual([2, 4, 1]);
    expect(candidates[0]!.score).toBeGreaterThan(candidates[1]!.score);
    expect(messages).toBe(4);
    expect([...frequencies.values()].toSorted()).toEqual([1, 3]);
  });

  it('R-49 what is said twice counts more, and more in a short message than in a long one', async () => {
    await say(
      store(),
      't',
      { text: 'harbour of ships', tokens: 12 },
      { text: 'harbour to harbour', tokens: 12 },
    );
    await say(store(), 't', { text: 'harbour, and a long story', tokens: 900 });
    const { candidates } = await ask(store(), 'harbour');
    expect(candidates.map(({ seq }) => seq)).toEqual([2, 1, 3]);
  });

  it('R-49 never finds anything outside of the threads that were given', async () => {
    await say(store(), 't', 'one harbour');
    await say(store(), 'u', 'two harbours');
    await say(store(), 'v', 'three harbours', 'none');
    expect(await places(store(), 'harbour', { threadIds: ['u'] })).toEqual(['u1']);
    expect(await places(store(), 'harbour', { threadIds: ['v', 't', 'v'] })).toEqual(['t1', 'v1']);
    expect(await places(store(), 'harbour', { threadIds: 'all' })).toEqual(['t1', 'u1', 'v1']);
    expect(await places(store(), 'harbour', { threadIds: [] })).toEqual([]);
    expect(await places(store(), 'harbour', { threadIds: ['nowhere', 'u'] })).toEqual(['u1']);
    expect((await ask(store(), 'harbour', { threadIds: ['nowhere'] })).candidates).toEqual([]);
    expect((await ask(store(), 'harbour', { threadIds: ['v', 't'] })).messages).toBe(3);
  });

  it('R-49 filters by role', async () => {
    await say(store(), 't', { text: 'a harbour' }, { text: 'a harbour', role: 'assistant' });
    await say(store(), 't', { text: 'a harbour', role: 'system' });
    expect(await places(store(), 'harbour', { roles: ['assistant'] })).toEqual(['t2']);
    expect(await places(store(), 'harbour', { roles: ['user', 'system'] })).toEqual(['t1', 't3']);
    expect(await places(store(), 'harbour', { roles: [] })).toEqual([]);
    expect(await places(store(), 'harbour', { roles: ['tool'], threadIds: 'all' })).toEqual([]);
  });

  it('R-49 filters by tool: calls and results of it, whether or not the result names it', async () => {
    await say(store(), 't', { text: 'a file' }, { role: 'assistant', parts: [call('Read File', 'a')] });
    await say(store(), 't', { role: 'tool', parts: [result('a')] });
    await say(store(), 't', { role: 'tool', parts: [result('b', 'shell')] });
    // The same id again, for another tool: a result belongs to the call before it.
    await say(
      store(),
      't',
      { role: 'assistant', parts: [call('shell', 'a')] },
      { role: 'tool', parts: [result('a')] },
      { role: 'tool', parts: [result('unknown')] },
    );
    expect(await places(store(), 'file', { tools: ['read file'] })).toEqual(['t2', 't3']);
    expect(await places(store(), 'file', { tools: ['SHELL'] })).toEqual(['t4', 't5', 't6']);
    expect(await places(store(), 'file', { tools: ['shell', 'Read File'] })).toHaveLength(5);
    expect(await places(store(), 'file', { tools: ['other'] })).toEqual([]);
    expect(await places(store(), 'file', { tools: [] })).toEqual([]);
    await store().search.rebuild();
    expect(await places(store(), 'file', { tools: ['read file'] })).toEqual(['t2', 't3']);
    expect(await places(store(), 'file', { tools: ['SHELL'] })).toEqual(['t4', 't5', 't6']);
  });

  it('R-49 filters by time, from the first moment on and up to before the last', async () => {
    const times = ['1969-07-20', '2023-05-07', '2023-05-31', '2023-06-01', '2024-01-01', '2031-12-31'];
    await say(
      store(),
      't',
      ...times.map((day) => ({ text: 'a harbour', createdAt: `${day}T12:00:00.000Z` })),
    );
    const between = (after?: string, before?: string) =>
      places(store(), 'harbour', { ...(after && { after }), ...(before && { before }) });
    expect(await between('2023-05-07T12:00:00.000Z', '2023-06-01T12:00:00.000Z')).toEqual(['t2', 't3']);
    expect(await between('2023-05-08T00:00:00.000Z', '2024-01-01T12:00:00.001Z')).toEqual(['t3', 't4', 't5']);
    expect(await between('2023-06-01T12:00:00.001Z')).toEqual(['t5', 't6']);
    expect(await between(undefined, '2023-06-01T12:00:00.000Z')).toEqual(['t1', 't2', 't3']);
    expect(await between('2023-06-02T00:00:00.000Z', '2023-06-01T00:00:00.000Z')).toEqual([]);
  });

  it('R-43 a search as of a message knows nothing of what came after it', async () => {
    await say(store(), 't', 'a harbour', 'a boat', 'a harbour', 'the harbour');
    const then = await ask(store(), 'harbour boat', { upTo: 2 });
    expect(then.candidates.map(({ seq }) => seq).toSorted()).toEqual([1, 2]);
    expect(then.messages).toBe(2);
    expect([...then.frequencies.values()]).toEqual([1, 1]);
    expect(await places(store(), 'harbour', { upTo: 3, threadIds: 'all' })).toEqual(['t1', 't3']);
    await say(store(), 't', 'one more harbour');
    expect(await ask(store(), 'harbour boat', { upTo: 2 })).toEqual(then);
  });

  it('R-49 finds Chinese, Japanese and Korean text, and words with or without their accents', async () => {
    await say(
      store(),
      't',
      '我们在东京看到了灯塔',
      '港の灯台を見ました',
      '등대를 보았다',
      'Ein Café in Zürich',
      'naïve',
    );
    const best = async (text: string) => (await ask(store(), text)).candidates[0]?.seq;
    expect(await best('东京')).toBe(1);
    expect(await best('灯台')).toBe(2);
    expect(await best('등대')).toBe(3);
    expect(await best('cafe ZURICH')).toBe(4);
    expect(await best('Naïve')).toBe(5);
    expect(await best('Tokyo')).toBeUndefined();
  });

  it('R-49 odd characters in terms and names are searched for, not obeyed', async () => {
    await say(store(), 't', 'a harbour', { text: 'b', name: 'harbour" OR "a' });
    const odd = [
      '"',
      "' or 1=1 --",
      'a* NEAR(b)',
      'harbour"',
      'x\0y',
      '\ud800',
      '\ue0002harbour',
      '-a',
      '(',
      'terms : a',
    ];
    for (const term of odd) {
      const [answer] = await store().search.text([{ threadIds: ['t'], terms: [term], limit: 5 }]);
      expect(answer!.candidates.length).toBeLessThanOrEqual(2);
    }
    await say(store(), 't', { role: 'assistant', parts: [call('a "b" OR c*', 'x')] });
    expect(await places(store(), 'file', { tools: ['A "b" or C*'] })).toEqual(['t3']);
    expect(await places(store(), 'file', { tools: ['a'] })).toEqual([]);
  });

  it('R-49 a smaller limit gives the beginning of a larger one', async () => {
    const said = Array.from({ length: 40 }, (_, index) => `harbour ${word(index % 7)} ${word(index % 3)}`);
    await say(store(), 't', ...said);
    const all = (await ask(store(), `harbour ${word(1)} ${word(2)}`)).candidates;
    expect(all).toHaveLength(40);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const limit of [0, 1, 7, 39]) {
      const { candidates } = await ask(store(), `harbour ${word(1)} ${word(2)}`, { limit });
      expect(candidates).toEqual(all.slice(0, limit));
    }
  });

  it('R-41 an edited message is found by its new words alone', async () => {
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

  it('R-41 a deleted thread is found no more, nor is anything of it under its old id', async () => {
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

  it('R-49 a rebuilt index says the same, and says how far it is', async () => {
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

  it('R-49 a closed store is searched no more', async () => {
    await store().close();
    expect(await codeOf(ask(store(), 'harbour'))).toBe('closed');
  });

  if (reopen) {
    it('R-49 the index is there when the store is opened again', async () => {
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

  describe('whatever is done', () => {
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

    it('I-1 R-41 R-49 a word of the log is always found, and nothing else ever is', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
          for (const threadId of threadIds) await store().deleteThread(threadId);
          /** The word of each message, or undefined where it was removed. */
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

  it('R-49 times of messages are compared as they were given', async () => {
    await say(store(), 't', { text: 'harbour', createdAt: iso(someTime) });
    expect(await places(store(), 'harbour', { after: iso(someTime), before: iso(later(1)) })).toEqual(['t1']);
    expect(await places(store(), 'harbour', { after: iso(later(-9)), before: iso(someTime) })).toEqual([]);
  });
}
