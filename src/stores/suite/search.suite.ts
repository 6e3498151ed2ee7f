/** Contract suite: full-text search over the log. */
import { expect, it } from 'vitest';
import type { Part } from '../../message/message.ts';
import type { TextQuery } from '../../search-index.ts';
import { textTerms } from '../../text/terms.ts';
import { iso, later, someTime } from './samples.suite.ts';
import { ask, places, say, word } from './search-samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

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

export function describeSearch({ store }: SuiteContext): void {
  it('R-49 queries made together get the same answers as alone', async () => {
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

  it('R-49 finds messages with any of the terms, ranked by rarity and number', async () => {
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

  it('R-49 repeated terms count more, and more in a short message than in a long one', async () => {
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

  it('R-49 never finds anything outside of the given threads', async () => {
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

  it('R-49 filters by tool: its calls and results, whether or not the result names the tool', async () => {
    await say(store(), 't', { text: 'a file' }, { role: 'assistant', parts: [call('Read File', 'a')] });
    await say(store(), 't', { role: 'tool', parts: [result('a')] });
    await say(store(), 't', { role: 'tool', parts: [result('b', 'shell')] });
    // The same call id again for another tool: a result belongs to the last call before it.
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

  it('R-49 filters by time, with an inclusive start and an exclusive end', async () => {
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

  it('R-43 a search as of a message finds nothing after it', async () => {
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

  it('R-49 special characters in terms and names are searched for literally', async () => {
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

  it('R-49 times of messages are compared in the form in which they were stored', async () => {
    await say(store(), 't', { text: 'harbour', createdAt: iso(someTime) });
    expect(await places(store(), 'harbour', { after: iso(someTime), before: iso(later(1)) })).toEqual(['t1']);
    expect(await places(store(), 'harbour', { after: iso(later(-9)), before: iso(someTime) })).toEqual([]);
  });
}
