/** A summarizer that fails, hangs or writes nonsense never disturbs the chat (I-4), and its replacement is marked. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isEverthreadError } from '../../src/errors.ts';
import type { EverthreadEvents } from '../../src/events.ts';
import { createEverthread } from '../../src/everthread.ts';
import { canonicalJson, sha256 } from '../../src/message/hash.ts';
import type { Json } from '../../src/message/message.ts';
import type { EverthreadOptions } from '../../src/options.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import type { Summarizer } from '../../src/summarizer.ts';
import {
  type SummarizerAnswer,
  scriptedSummarizer,
  summarizerFaults,
} from '../../src/testing/scripted-summarizer.ts';
import { chatMessages } from '../chat-messages.ts';
import { checkContext, checkStored } from '../properties/invariants.ts';
import { strategyNames } from '../properties/operations.ts';
import { sampleOf } from '../soak.ts';
import { testRuntime } from '../test-runtime.ts';

const budget = { tokens: 2_000 };
const exchanges = 40;

type Told = { [Name in 'summarizer-fallback' | 'diagnostic']: EverthreadEvents[Name][] };

async function engine(options: EverthreadOptions) {
  const runtime = testRuntime();
  const store = memoryStore();
  const ever = createEverthread({ store, runtime, budget, ...options });
  const told: Told = { 'summarizer-fallback': [], diagnostic: [] };
  ever.on('summarizer-fallback', (event) => told['summarizer-fallback'].push(event));
  ever.on('diagnostic', (event) => told.diagnostic.push(event));
  return { ever, store, runtime, told, thread: await ever.thread('thread') };
}

type Made = Awaited<ReturnType<typeof engine>>;

/** Hashes of all messages and contexts of a chat. With `rest`, background work ends before the next turn begins. */
async function chat(made: Made, { rest }: { rest: boolean }) {
  const seen: string[] = [];
  let count = 0;
  for (const message of chatMessages(exchanges, 12, 0)) {
    const { hash, seq } = await made.thread.append(message);
    count += 1;
    expect(seq).toBe(count);
    if (rest) await made.ever.idle();
    // When background work is complete after each turn, every fifth context suffices.
    if (rest && count % 5 > 0) continue;
    const context = await made.thread.context({ system: 'You are helpful.' });
    checkContext(context, count);
    seen.push(sha256(hash + canonicalJson([context.content, context.tokens] as unknown as Json)));
  }
  return seen;
}

const hanging = (): Summarizer => scriptedSummarizer({ answers: { fault: 'deaf' } });

describe('a summarizer that never answers', () => {
  it.each(strategyNames)(
    'I-4 appends and contexts are what they are without any compaction: %s',
    async (strategy) => {
      const hung = await engine({ strategy, summarizer: hanging(), compaction: { timeoutMs: 600_000 } });
      const off = await engine({ strategy, automatic: false });
      expect(await chat(hung, { rest: false })).toEqual(await chat(off, { rest: false }));
      expect((await hung.thread.state()).compactions).toBe(0);
      await hung.ever.close();
      await off.ever.close();
    },
  );

  it('I-4 closing does not wait for a hanging summarizer', async () => {
    const hung = await engine({
      strategy: 'rolling',
      summarizer: hanging(),
      compaction: { timeoutMs: 600_000 },
    });
    await hung.thread.append(chatMessages(20, 5, 0));
    await hung.ever.close();
    expect(hung.told.diagnostic).toEqual([]);
  });
});

/** Answers that are always refused. A hostile text alone is not refused, because it is shown as data. */
const refused: { name: string; answers: SummarizerAnswer }[] = [
  ...summarizerFaults
    .filter((fault) => !['hang', 'deaf', 'injection'].includes(fault))
    .map((fault) => ({ name: fault, answers: { fault } })),
  {
    name: 'invented facts',
    answers: 'Paid $98,765.43 to Zebediah Quux at /nowhere/else.ts on 2031-07-09, version 77.88.99.',
  },
];

describe.each(strategyNames)('%s with a summarizer at fault', (strategy) => {
  it('I-4 R-38 R-55 the chat is the same as with the built-in summarizer, whatever the fault', async () => {
    // `eternal` makes fewer and longer summaries for a model, so it is compared with a model that always fails.
    const refuses = scriptedSummarizer({ answers: { fault: 'empty' } });
    const plain = await engine({ strategy, ...(strategy === 'eternal' && { summarizer: refuses }) });
    const expected = await chat(plain, { rest: true });
    expect((await plain.thread.state()).compactions).toBeGreaterThan(0);
    const some = sampleOf(refused, { every: 4, from: strategyNames.indexOf(strategy) });
    for (const { name, answers } of some) {
      const made = await engine({ strategy, summarizer: scriptedSummarizer({ answers }) });
      expect(await chat(made, { rest: true }), name).toEqual(expected);
      await expectFallback(made, name);
      await made.ever.close();
    }
    await plain.ever.close();
  });

  it('I-4 R-38 one that hangs is given up after its time', async () => {
    const made = await engine({ strategy, summarizer: hanging(), compaction: { timeoutMs: 2 } });
    await chat(made, { rest: true });
    await expectFallback(made, 'deaf');
    await made.ever.close();
  });
});

async function expectFallback({ thread, store, told }: Made, fault: string): Promise<void> {
  const summaries = await thread.summaries();
  expect(summaries.length, fault).toBeGreaterThan(0);
  expect(
    summaries.every(({ rung }) => rung === 'extractive' || rung === 'truncation'),
    fault,
  ).toBe(true);
  const [first] = told['summarizer-fallback'];
  expect(first, fault).toMatchObject({
    threadId: 'thread',
    to: expect.stringMatching(/extractive|truncation/),
  });
  expect(first!.reason, fault).not.toBe('');
  const receipts = await thread.receipts({ limit: 1_000 });
  expect(
    receipts.every(({ rungs }) => !rungs.includes('model')),
    fault,
  ).toBe(true);
  await checkStored(store, 'thread');
}

describe('abortOnFailure', () => {
  const strategy = { name: 'chain', abortOnFailure: true } as const;
  let withoutCompaction: string[];
  beforeAll(async () => {
    const off = await engine({ strategy, automatic: false });
    withoutCompaction = await chat(off, { rest: true });
    await off.ever.close();
  });

  it.each(refused)('R-26 I-4 the chat goes on with the original messages: $name', async ({ answers }) => {
    const made = await engine({ strategy, summarizer: scriptedSummarizer({ answers }) });
    expect(await chat(made, { rest: true })).toEqual(withoutCompaction);
    expect(await made.thread.summaries({ statuses: ['live', 'prepared', 'replaced', 'partial'] })).toEqual(
      [],
    );
    expect(made.told.diagnostic.length).toBeGreaterThan(0);
    expect(made.told.diagnostic[0]).toMatchObject({
      threadId: 'thread',
      code: 'summarizer_failed',
      consequence: expect.stringContaining('original messages'),
    });

    const error = await made.thread.compact().catch((caught: unknown) => caught);
    expect(isEverthreadError(error, 'summarizer_failed')).toBe(true);
    expect(String(error)).not.toMatch(/Lyon|Maria|\$4,250|velvet/);
    await made.thread.append({ role: 'user', content: 'Still there?' });
    expect((await made.thread.context()).content.at(-1)).toMatchObject({ role: 'user' });
    await made.ever.close();
  });
});
