/** Wrong options and arguments are refused by name, and a refusal leaves nothing behind. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createEverthread } from '../src/everthread.ts';
import type { EverthreadOptions } from '../src/options.ts';
import type { BuiltInStrategy } from '../src/strategies/registry.ts';
import { strategyNames } from '../src/strategies/registry.ts';
import type { Thread } from '../src/thread.ts';
import { chatMessages } from './chat-messages.ts';
import { type OpenThread, openThread, threadId, userText } from './open-thread.ts';
import { refusalOf } from './refusal.ts';

let { ever, thread } = {} as OpenThread;

async function open(options: EverthreadOptions = {}): Promise<void> {
  ({ ever, thread } = await openThread(options));
}

beforeEach(() => open());

describe('options of createEverthread are checked at once', () => {
  const bad: [string, unknown][] = [
    ['options', null],
    ['options', 'eternal'],
    ['strateggy', { strateggy: 'eternal' }],
    ['store', { store: {} }],
    ['store', { store: null }],
    ['strategy', { strategy: 'perpetual' }],
    ['strategy', { strategy: 7 }],
    ['strategy.name', { strategy: { name: 'perpetual' } }],
    ['strategy.name', { strategy: {} }],
    ['summarizer', { summarizer: 'gpt' }],
    ['summarizer', { summarizer: null }],
    ['budget', { budget: 8_000 }],
    ['budget', { budget: null }],
    ['budget.tokens', { budget: {} }],
    ['budget.tokens', { budget: { tokens: 0 } }],
    ['budget.tokens', { budget: { tokens: 8_000.5 } }],
    ['budget.tokens', { budget: { tokens: Number.NaN } }],
    ['budget.model', { budget: { model: 'nobody-knows-it' } }],
    ['budget.fraction', { budget: { model: 'gpt-4o', fraction: 2 } }],
    ['budget.responseTokens', { budget: { tokens: 1_000, responseTokens: 1_000 } }],
    ['model', { model: 5 }],
    ['redaction', { redaction: 'all' }],
    ['redaction.personalData', { redaction: { personalData: 'yes' } }],
    ['redaction.transform', { redaction: { transform: 'x' } }],
    ['spend', { spend: 'little' }],
    ['spend[0]', { spend: [null] }],
    ['spend[0].period', { spend: [{ period: 'century', calls: 1 }] }],
    ['spend[0].calls', { spend: [{ period: 'hour', calls: -1 }] }],
    ['automatic', { automatic: 'yes' }],
    ['compaction', { compaction: null }],
    ['compaction', { compaction: 'fast' }],
    ['compaction.speed', { compaction: { speed: 9 } }],
    ['compaction.maxInputTokens', { compaction: { maxInputTokens: 0 } }],
    ['compaction.chunkTokens', { compaction: { chunkTokens: 1.5 } }],
    ['compaction.callConcurrency', { compaction: { callConcurrency: 0 } }],
    ['compaction.timeoutMs', { compaction: { timeoutMs: 'long' } }],
    ['compaction.maxPasses', { compaction: { maxPasses: 0 } }],
    ['compaction.leaseMs', { compaction: { leaseMs: -1 } }],
    ['compaction.threadsAtOnce', { compaction: { threadsAtOnce: 0 } }],
    ['compaction.toolOutput.lines', { compaction: { toolOutput: {} } }],
    ['compaction.toolOutput.characters', { compaction: { toolOutput: { lines: 5, characters: 0 } } }],
    ['compaction.maxRewrites', { compaction: { maxRewrites: null } }],
    ['tokenCounter', { tokenCounter: {} }],
    ['runtime', { runtime: {} }],
  ];
  it.each(bad)('R-56 %s is named', async (field, options) => {
    const refusal = await refusalOf(() => createEverthread(options as EverthreadOptions));
    expect(refusal).toMatchObject({ code: 'invalid_option', field });
    expect(refusal.message).toContain(field);
  });
});

describe('options of strategies are checked by name', () => {
  const wrong: { [strategy: string]: [string, unknown][] } = {
    rolling: [
      ['messages', 0],
      ['verbatimExchanges', 1.5],
      ['targetWords', 5],
      ['maxWords', 'x'],
      ['maxOutputTokens', -1],
    ],
    session: [
      ['triggerThreshold', 0],
      ['targetCompression', 2],
      ['preserveRecent', -1],
      ['preserveSystem', 1],
      ['deleteOriginals', 'no'],
    ],
    tiered: [
      ['recentCount', 0],
      ['condensedCount', -1],
      ['autoSummarize', 1],
      ['autoThreshold', 'x'],
    ],
    chain: [
      ['triggerTokenRatio', 0],
      ['resetTokenRatio', 0.9],
      ['minMessages', 0],
      ['preserveRecent', 1],
      ['maxSummaryChainDepth', 0],
      ['forceRefreshAfterMessages', 0],
      ['summarizerModelPreference', 'x'],
      ['cooldownMessages', -1],
      ['abortOnFailure', 'no'],
    ],
    running: [
      ['budgetTokens', 1],
      ['chunkMessages', 0],
      ['minRawMessages', 0],
      ['maxRawMessages', 0],
      ['softLimit', 0],
      ['maxWords', 1],
      ['mode', 'sideways'],
    ],
    eternal: [
      ['triggerTokenRatio', 1.5],
      ['prepareTokenRatio', 0.9],
      ['preserveRecent', 0],
      ['fanout', 1],
      ['leafTokens', 1],
      ['summaryShare', 0.9],
      ['tailShare', 0.9],
      ['maxRewrites', 0],
    ],
  };
  it.each(strategyNames)('R-21 R-56 %s', async (name) => {
    const both: [string, unknown][] = [
      ...wrong[name]!,
      ['enabled', 'yes'],
      ['summaryRole', 'robot'],
      ['model', 5],
      ['colour', 'red'],
    ];
    for (const [option, value] of both) {
      const strategy = { name, [option]: value } as BuiltInStrategy;
      const expected = { code: 'invalid_option', field: `strategy.${option}` };
      expect(await refusalOf(() => createEverthread({ strategy })), option).toMatchObject(expected);
      expect(await refusalOf(() => thread.configure({ strategy })), option).toMatchObject(expected);
    }
    expect((await thread.state()).settings).toEqual({});
    await ever.close();
  });
});

describe('arguments of a thread are checked by name', () => {
  const bad: [string, (on: Thread) => unknown][] = [
    ['options', (on) => on.context(null as never)],
    ['colour', (on) => on.context({ colour: 'red' } as never)],
    ['system', (on) => on.context({ system: 5 } as never)],
    ['profile', (on) => on.context({ profile: [] } as never)],
    ['model', (on) => on.context({ model: 5 } as never)],
    ['pinned', (on) => on.context({ pinned: 'always' } as never)],
    ['pinned', (on) => on.context({ pinned: [5] } as never)],
    ['resources', (on) => on.context({ resources: 'text' } as never)],
    ['resources[0].id', (on) => on.context({ resources: [null] } as never)],
    [
      'resources[1].text',
      (on) =>
        on.context({
          resources: [
            { id: 'a', name: 'a', text: '' },
            { id: 'b', name: 'b' },
          ],
        } as never),
    ],
    ['budget', (on) => on.context({ budget: 5 } as never)],
    ['budget.tokens', (on) => on.context({ budget: { tokens: 10 } })],
    ['budgetTokens', (on) => on.configure({ budgetTokens: 0 })],
    ['budgetTokens', (on) => on.configure({ budgetTokens: Number.NaN })],
    ['budgetTokens', (on) => on.configure({ budgetTokens: 'many' as never })],
    ['strategy', (on) => on.configure({ strategy: '' as never })],
    ['strategy', (on) => on.configure({ strategy: 5 as never })],
    ['strategy.name', (on) => on.configure({ strategy: { name: 'perpetual' } })],
    ['metadata', (on) => on.configure({ metadata: 'x' as never })],
    ['colour', (on) => on.configure({ colour: 'red' } as never)],
    ['settings', (on) => on.configure(null as never)],
    ['refresh', (on) => on.compact({ refresh: 'yes' as never })],
    ['signal', (on) => on.compact({ signal: {} as never })],
    ['from', (on) => on.history({ from: 0 })[Symbol.asyncIterator]().next()],
    ['to', (on) => on.history({ to: 1.5 })[Symbol.asyncIterator]().next()],
    ['statuses', (on) => on.summaries({ statuses: 'live' as never })],
    ['statuses', (on) => on.summaries({ statuses: ['dead'] as never })],
    ['limit', (on) => on.receipts({ limit: 0 })],
    ['before', (on) => on.receipts({ before: 'nobody' })],
    ['summaryId', (on) => on.expand(5 as never)],
    ['limit', (on) => on.expand('x', { limit: -1 })],
    ['after', (on) => on.expand('x', { after: -1 })],
  ];
  it.each(bad)('R-56 %s is named, and nothing is stored', async (field, act) => {
    await thread.append(chatMessages(3, 5, 0));
    const before = await thread.state();
    const refusal = await refusalOf(() => act(thread));
    expect(['invalid_input', 'invalid_option']).toContain(refusal.code);
    expect(refusal.field).toBe(field);
    expect(await thread.state()).toEqual(before);
    await ever.close();
  });

  it.each([undefined, null, 5, '', 'x'.repeat(300), 'a\nb', '\0', '\ud83d'])(
    'R-56 a bad thread id is refused: %j',
    async (id) => {
      for (const act of [() => ever.thread(id as string), () => ever.deleteThread(id as string)]) {
        expect(await refusalOf(act)).toMatchObject({ code: 'invalid_input', field: 'threadId' });
      }
      expect((await ever.threads()).map(({ id: known }) => known)).toEqual([threadId]);
      await ever.close();
    },
  );

  it('R-56 bad arguments of the rest are named', async () => {
    expect(await refusalOf(() => ever.threads({ limit: -1 }))).toMatchObject({ field: 'limit' });
    for (const after of [5, null, { id: 5 }])
      expect(await refusalOf(() => ever.threads({ after: after as never }))).toMatchObject({
        field: 'after',
      });
    expect(await refusalOf(() => ever.threads({ onwer: 'ada' } as never))).toMatchObject({ field: 'onwer' });
    expect(
      await refusalOf(() => ever.observeUsage({ model: 'gpt-4o', contextTokens: -1, reportedTokens: 1 })),
    ).toMatchObject({ field: 'contextTokens' });
    expect(await refusalOf(() => ever.observeUsage({ contextTokens: 1, reportedTokens: 1 }))).toMatchObject({
      field: 'model',
    });
    await ever.close();
  });
});

describe('what is not there is said to be not there', () => {
  it('R-56 a thread that was deleted, and a summary that never was', async () => {
    expect(await refusalOf(() => thread.expand('sum_nobody'))).toMatchObject({
      code: 'unknown_summary',
      field: 'summaryId',
    });
    expect(await ever.deleteThread(threadId)).toBe(true);
    expect(await ever.deleteThread(threadId)).toBe(false);
    const acts: (() => unknown)[] = [
      () => thread.append(userText('x')),
      () => thread.context(),
      () => thread.compact(),
      () => thread.state(),
      () => thread.summaries(),
      () => thread.expand('x'),
      () => thread.configure({ budgetTokens: 5_000 }),
      () => thread.history()[Symbol.asyncIterator]().next(),
      () => thread.receipts(),
    ];
    for (const act of acts) {
      expect(await refusalOf(act), String(act)).toMatchObject({ code: 'unknown_thread', field: 'threadId' });
    }
    expect(await ever.threads()).toEqual([]);
    await ever.close();
  });

  it('R-56 a closed Everthread says so', async () => {
    await ever.close();
    await ever.close();
    for (const act of [
      () => ever.thread('x'),
      () => thread.append(userText('x')),
      () => thread.context(),
      () => thread.compact(),
    ]) {
      expect(await refusalOf(act)).toMatchObject({ code: 'closed' });
    }
  });
});

describe('what a stranger passes to a thread', () => {
  it('§8 R-41 a message that is gone cannot be edited: the error names the argument', async () => {
    await thread.append(chatMessages(2, 20, 0));
    await thread.forget(1);
    const refused = thread.edit(1, { role: 'user', content: 'new' });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input', field: 'message' });
    await expect(refused).rejects.toThrow('1, which is forgotten');
  });

  it('§8 a model that is no name is refused when a history is measured', async () => {
    const wrong = thread.measure({ model: 5 as never });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input', field: 'model' });
  });

  it('R-56 §8 a strategy is chosen by its name alone, as for an instance; an unknown one is refused', async () => {
    expect((await thread.configure({ strategy: 'rolling' })).settings.strategy).toEqual({ name: 'rolling' });
    const wrong = thread.configure({ strategy: 'perpetual' as never });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_option', field: 'strategy' });
    expect((await thread.state()).settings.strategy).toEqual({ name: 'rolling' });
  });
});
