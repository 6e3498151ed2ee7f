/** Counts the statements of a turn, at any length of the thread. `begin` and `commit` count only where a test says so. */
import { describe, expect, it } from 'vitest';
import { soak } from '../../test/soak.ts';
import { testRuntime } from '../../test/test-runtime.ts';
import { createEverthread } from '../everthread.ts';
import type { MessageInput } from '../message/normalize.ts';
import { yieldToEventLoop } from '../runtime.ts';
import { scriptedEmbedder } from '../search/scripted-embedder.suite.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

const topics = [
  'the weir at Lund',
  'a dog called Rex',
  'the budget of March',
  'piano lessons',
  'the red bicycle',
];

function said(index: number): MessageInput {
  const content = `${index}: we talked about ${topics[index % topics.length]} and house ${index % 97}`;
  return { role: index % 2 === 0 ? 'user' : 'assistant', content };
}

function toolLoop(index: number): MessageInput[] {
  const call = { type: 'tool-call', toolCallId: `c${index}`, toolName: 'look', input: { index } };
  const output = { type: 'text', value: `found ${topics[index % topics.length]}` };
  return [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: `c${index}`, toolName: 'look', output }] },
  ] as MessageInput[];
}

type Given = { owner?: string; embeds?: boolean };

async function threadOf(messages: readonly MessageInput[], { owner, embeds = false }: Given = {}) {
  let statements: string[] = [];
  const store = sqliteStore({ path: ':memory:', onStatement: (sql) => statements.push(sql) });
  const open = () =>
    createEverthread({
      store,
      runtime: testRuntime(),
      automatic: false,
      budget: { tokens: 8_000, responseTokens: 800 },
      ...(embeds && { embedder: scriptedEmbedder() }),
    });
  const everthread = open();
  const thread = await everthread.thread('t', owner === undefined ? {} : { owner });
  for (let start = 0; start < messages.length; start += 5_000)
    await thread.append(messages.slice(start, start + 5_000));
  const running = async (work: () => Promise<unknown>) => {
    statements = [];
    await work();
    return statements;
  };
  const counting = async (work: () => Promise<unknown>) => (await running(work)).length;
  return { everthread, open, thread, counting, running };
}

function withoutFrame(statements: readonly string[]): string[] {
  return statements.filter((sql) => !/^(?:begin|commit)/u.test(sql));
}

/** Waits until the words of appended messages, which wait in a list, are in the index. */
async function indexed(running: (work: () => Promise<unknown>) => Promise<string[]>): Promise<void> {
  for (let quiet = 0; quiet < 20; ) {
    const seen = await running(yieldToEventLoop);
    quiet = seen.length === 0 ? quiet + 1 : 0;
  }
}

describe('statements of a turn', () => {
  it('R-48 are at most six without recall, append included, once the past is summarized', async () => {
    const { everthread, thread, running } = await threadOf(
      Array.from({ length: 600 }, (_, index) => said(index)),
    );
    await thread.compact();
    await thread.context();
    // The first message after a compaction starts indexing, whatever else runs meanwhile.
    await thread.append(said(600));
    await everthread.idle();
    await indexed(running);
    const turn = await running(async () => {
      await thread.append(said(601));
      await thread.context({ recall: false });
    });
    expect(withoutFrame(turn).length).toBeLessThanOrEqual(6);
    await everthread.close();
  });

  const long = soak ? 20_000 : 5_000;
  it.each([
    ['plain messages', 100],
    ['plain messages', 1_000],
    ['plain messages', long],
    ['tool loops', 100],
    ['tool loops', 1_000],
    ['tool loops', long],
  ] as const)('R-48 are few: %s, %i of them', async (kind, count) => {
    const messages =
      kind === 'plain messages'
        ? Array.from({ length: count }, (_, index) => said(index))
        : Array.from({ length: count / 2 }, (_, index) => toolLoop(index)).flat();
    const { everthread, thread, counting, running } = await threadOf(messages);
    const question = 'What did we say about the dog and the piano in December 2025, and last week?';
    // `begin` and `commit` are included.
    expect(await counting(() => thread.append({ role: 'user', content: question }))).toBeLessThanOrEqual(6);
    // The first turn also reads the summaries.
    expect(await counting(() => thread.context())).toBeLessThanOrEqual(12);
    // A new question is searched for; the same one is not searched for again.
    const recalling = await counting(() => thread.context({ query: `${question} And in June?` }));
    expect(recalling).toBeLessThanOrEqual(12);
    // If messages are not shown, they were searched.
    const hidden = count >= 1_000;
    expect(recalling > (await counting(() => thread.context({ recall: false })))).toBe(hidden);
    expect(await counting(() => thread.context({ recall: false }))).toBeLessThanOrEqual(4);
    const turn = await running(async () => {
      await thread.append(said(count));
      await thread.context({ recall: false });
    });
    // The limit also holds if messages wait for their summaries: then a sample of them and prepared summaries are read.
    expect(withoutFrame(turn).length).toBeLessThanOrEqual(6);
    // A context only reads: it changes nothing in the thread.
    const before = await thread.state();
    for (const sql of await running(() => thread.context())) expect(sql.trim()).toMatch(/^select/u);
    // The figures of its request wait in memory for the next write.
    const stored = ({ sent: _sent, ...row }: typeof before) => row;
    expect(stored(await thread.state())).toEqual(stored(before));
    for (const message of toolLoop(count))
      expect(await counting(() => thread.append(message))).toBeLessThanOrEqual(7);
    await everthread.close();
  });

  const dated = (index: number): MessageInput => ({
    ...said(index),
    createdAt: new Date(Date.UTC(2025, 9, 1) + index * 1_200_000).toISOString(),
  });
  const kinds = [
    ['words alone', {}],
    ['words, with an owner', { owner: 'ann' }],
    ['words and vectors', { embeds: true }],
  ] as const;
  const lengths = [100, 1_000, long];
  it.each(kinds.flatMap(([name, given]) => lengths.map((count) => [name, count, given] as const)))(
    'R-48 are at most twelve for whatever is asked: %s, %i messages',
    async (_, count, given) => {
      const asked = [
        'List all the trees we planted',
        'List all the houses we talked about.',
        'In which order did we talk about the dog, the piano and the bicycle?',
        'Summarize what we said about the budget.',
        'How did the budget change over time?',
        'When is the medicine due?',
        'What was the zebra called?',
        'What did I say about Rex?',
        'Which houses did we both visit last month, and all the days of October 2025?',
        'What did we talk about on 5 October 2025, yesterday and in May 2024?',
        'What did we discuss between 3 and 9 October 2025 about all the bicycles?',
      ];
      const messages = Array.from({ length: count }, (_, index) => dated(index));
      const { everthread, open, thread, counting, running } = await threadOf(messages, given);
      if (count > 100) await thread.compact();
      const counts: [string, number][] = [];
      for (const query of asked) {
        await everthread.idle();
        await indexed(running);
        counts.push([query, await counting(() => thread.context({ query }))]);
        // A newly opened store also reads the summaries and the newest messages.
        const another = open();
        const other = await another.thread('t');
        await another.idle();
        await indexed(running);
        const first = await counting(() => other.context({ query }));
        expect(first).toBeLessThanOrEqual('embeds' in given ? 15 : 12);
        await thread.append({ role: 'user', content: query });
        await everthread.idle();
        await indexed(running);
        counts.push([`${query} (message)`, await counting(() => thread.context())]);
        await thread.append({ role: 'assistant', content: 'I have to think about that.' });
      }
      expect(counts.filter(([, taken]) => taken > 12)).toEqual([]);
      // If messages are not shown, a question that asks for several places is searched for twice.
      if (count >= 1_000) expect(Math.max(...counts.map(([, taken]) => taken))).toBeGreaterThan(6);
      await everthread.close();
    },
  );
});
