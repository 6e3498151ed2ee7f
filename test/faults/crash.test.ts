/**
 * The engine dies at every single statement of a scenario, for every strategy. Afterwards all acknowledged messages
 * are there, a compaction is either complete or absent, and the next engine works (I-1, I-6). `make test` takes a
 * sample of the statements, a different one for each strategy and scenario.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { hashMessage } from '../../src/message/hash.ts';
import type { MessageContent } from '../../src/message/message.ts';
import type { Store } from '../../src/store.ts';
import { chatMessages } from '../chat-messages.ts';
import { checkContext, checkStored } from '../properties/invariants.ts';
import { type StrategyName, strategyNames } from '../properties/operations.ts';
import { soak } from '../soak.ts';
import { type CrashEngine, databaseFolder, openEngine, threadId } from './crash-engine.ts';

const { newPath, copyOf, remove } = databaseFolder();
afterAll(remove);

type Scenario = {
  name: string;
  options: { [option: string]: unknown };
  /** Fills the thread before the scenario. */
  prepare(engine: CrashEngine): Promise<void>;
  /** The operation during which the engine dies. It records messages before and after each append in the log. */
  act(engine: CrashEngine, log: Log): Promise<unknown>;
  /** Checks, in a run without a crash, that the scenario does what its name says. */
  reached(engine: CrashEngine, name: StrategyName): Promise<void>;
};

type Log = { stored: MessageContent[]; underWay: MessageContent[] };

async function append(engine: CrashEngine, log: Log, messages: MessageContent[]): Promise<void> {
  log.underWay = messages;
  await engine.thread.append(messages);
  log.stored.push(...messages);
  log.underWay = [];
}

/** Low thresholds, so that a few short messages suffice: every scenario is played some hundred times. */
const small: { [name in StrategyName]: { [option: string]: unknown } } = {
  rolling: { messages: 6, verbatimExchanges: 2 },
  session: { triggerThreshold: 12, preserveRecent: 4 },
  tiered: { recentCount: 4, condensedCount: 6, autoThreshold: 12 },
  chain: { minMessages: 8, preserveRecent: 4 },
  running: { chunkMessages: 8, minRawMessages: 2, maxRawMessages: 4 },
  eternal: { leafTokens: 120 },
};
const words = 8;
const fill = async (engine: CrashEngine, exchanges: number) => {
  const { messages } = await engine.thread.state();
  await engine.thread.append(chatMessages(exchanges, words, messages));
  await engine.ever.idle();
};
const shown = (engine: CrashEngine) => engine.thread.summaries();

const scenarios: Scenario[] = [
  {
    name: 'an append that starts a compaction',
    options: {},
    prepare: (engine) => fill(engine, 2),
    async act(engine, log) {
      // Enough for every trigger, whether it counts messages or tokens.
      await append(engine, log, chatMessages(10, words, log.stored.length));
      await engine.ever.idle();
    },
    async reached(engine) {
      expect((await engine.thread.state()).compactions).toBeGreaterThan(0);
    },
  },
  {
    name: 'a compaction on demand',
    options: { enabled: false },
    prepare: (engine) => fill(engine, 9),
    act: (engine) => engine.thread.compact(),
    async reached(engine) {
      expect((await shown(engine)).length).toBeGreaterThan(0);
    },
  },
  {
    name: 'a swap of prepared summaries',
    options: {},
    async prepare(engine) {
      await fill(engine, 4);
      // A context smaller than the thread's budget makes the engine prepare summaries.
      await engine.thread.context({ budget: { tokens: 300 } });
      await engine.ever.idle();
      expect((await engine.thread.summaries({ statuses: ['prepared'] })).length).toBeGreaterThan(0);
    },
    async act(engine, log) {
      await append(engine, log, chatMessages(8, words, log.stored.length));
      await engine.ever.idle();
      await engine.thread.compact();
    },
    async reached(engine, name) {
      expect((await shown(engine)).length).toBeGreaterThan(0);
      const receipts = await engine.thread.receipts();
      // Only `eternal` shows prepared summaries; the other strategies replace them.
      if (name === 'eternal')
        expect(receipts.some(({ calls, summaryIds }) => calls < summaryIds.length)).toBe(true);
    },
  },
  {
    name: 'a summary made afresh from the originals',
    options: {},
    async prepare(engine) {
      for (let turn = 0; turn < 2; turn += 1) await fill(engine, 9);
      expect((await shown(engine)).length).toBeGreaterThan(0);
    },
    act: (engine) => engine.thread.compact({ refresh: true }),
    async reached(engine) {
      const [receipt] = await engine.thread.receipts({ limit: 1 });
      expect(receipt!.trigger).toBe('refresh');
    },
  },
  {
    name: 'a chain re-rooted at its depth cap',
    options: { maxSummaryChainDepth: 1 },
    async prepare(engine) {
      while ((await shown(engine))[0]?.depth !== 1) await fill(engine, 2);
    },
    async act(engine, log) {
      await append(engine, log, chatMessages(9, words, log.stored.length));
      await engine.ever.idle();
    },
    async reached(engine) {
      const receipts = await engine.thread.receipts();
      expect(receipts.some(({ reason }) => reason.includes('re-rooted'))).toBe(true);
    },
  },
];

/** The records that only compactions write. */
async function compactionsIn(store: Store): Promise<string> {
  const summaries = await store.readSummaries({ threadId });
  const receipts = await store.readReceipts({ threadId, limit: 1_000 });
  return JSON.stringify({ summaries, receipts });
}

const stride = soak ? 1 : 23;

async function play(scenario: Scenario, name: StrategyName): Promise<number> {
  const strategy = { name, ...small[name], ...scenario.options };
  const settings = { strategy, budget: { tokens: 700 } };
  const original = newPath();
  const beginning = await openEngine({ path: original, life: 0, ...settings });
  await scenario.prepare(beginning);
  const before = await beginning.store.readMessages({ threadId });
  await beginning.ever.close();

  // A run without a crash shows the state of the file after each commit.
  const witness = await openEngine({ path: copyOf(original), life: 1, ...settings });
  const states = new Set([await compactionsIn(witness.store)]);
  const watched = witness.store.commit;
  witness.store.commit = async (commit) => {
    const state = await watched(commit);
    states.add(await compactionsIn(witness.store));
    return state;
  };
  await scenario.act(witness, { stored: [...before], underWay: [] });
  await scenario.reached(witness, name);
  await witness.ever.close();

  const first = (strategyNames.indexOf(name) + scenarios.indexOf(scenario)) % stride;
  for (let statement = 1 + first; ; statement += stride) {
    const path = copyOf(original);
    const log: Log = { stored: [...before], underWay: [] };
    const dying = await openEngine({ path, life: 1, ...settings });
    dying.dieAt(statement);
    await scenario.act(dying, log).catch((error: Error) => {
      if (!dying.dead()) throw error;
    });
    await dying.ever.idle();
    if (!dying.dead()) {
      await dying.ever.close();
      return statement - 1;
    }

    const next = await openEngine({ path, life: 2, automatic: false, ...settings });
    const found = (await next.store.readMessages({ threadId })).map(({ hash }) => hash);
    const stored = log.stored.map(hashMessage);
    const whole = [...stored, ...log.underWay.map(hashMessage)];
    expect(found, `I-1 at statement ${statement}`).toEqual(found.length > stored.length ? whole : stored);
    expect([...states], `I-6 at statement ${statement}`).toContain(await compactionsIn(next.store));
    await checkStored(next.store, threadId);
    checkContext(await next.thread.context(), found.length);

    await next.thread.append(chatMessages(9, words, found.length));
    const result = await next.thread.compact();
    expect(result, `compacts again after statement ${statement}`).toMatchObject({ compacted: true });
    await checkStored(next.store, threadId);
    await next.ever.close();
    await dying.bury();
  }
}

describe.each(scenarios.slice(0, 4))('$name', (scenario) => {
  it.each(strategyNames)(
    'I-1 I-6 whichever statement it dies at, nothing is lost and nothing is half done: %s',
    async (strategy) => {
      expect(await play(scenario, strategy)).toBeGreaterThan(10);
    },
  );
});

it('I-1 I-6 R-25 a chain that dies at any statement of its re-rooting is whole', async () => {
  expect(await play(scenarios[4]!, 'chain')).toBeGreaterThan(10);
});
