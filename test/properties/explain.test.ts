/** `explain({ at })` returns the context of that turn byte for byte, whatever happened since (R-43). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../../src/everthread.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { ContextOptions } from '../../src/turn/context-options.ts';
import { runsOf } from '../soak.ts';
import { testRuntime } from '../test-runtime.ts';

const words = [
  'port 8443',
  'staging',
  'invoice 7312',
  'harbour',
  'Anna',
  'window',
  'berth',
  'what',
  'when',
  'always',
];
/** Some texts are so long that recall quotes only a part. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 30 }),
    fc.boolean(),
    fc.constantFrom(1, 1, 1, 5),
  )
  .map(
    ([said, asks, times]) =>
      `${`${said.join(' ')}.\n`.repeat(times - 1)}${said.join(' ')}${asks ? '?' : '.'}`,
  );

const contextOptions: fc.Arbitrary<ContextOptions> = fc.record(
  {
    budget: fc.integer({ min: 700, max: 4_000 }).map((tokens) => ({ tokens })),
    model: fc.constantFrom('claude-haiku-4-5', 'somebody-else-1', 'gpt-4o'),
    system: fc.constant('You keep the harbour book.'),
    profile: fc.constant('Anna, harbour master.'),
    pinned: fc.constant(['Answer briefly.']),
    resources: fc.constant([{ id: 'r', name: 'tides.txt', text: 'High water at 14:05.' }]),
    query: text,
    recall: fc.boolean(),
    reserve: fc.record(
      { responseTokens: fc.integer({ min: 0, max: 300 }), requestTokens: fc.integer({ min: 0, max: 200 }) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      texts: fc.array(text, { minLength: 1, maxLength: 6 }),
      options: contextOptions,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('idle' as const),
      milliseconds: fc.integer({ min: 0, max: 90_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      share: fc.double({ min: 0.2, max: 3, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compact' as const), refresh: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
);

const stores = { memory: () => memoryStore(), sqlite: () => sqliteStore({ path: ':memory:' }) };

describe.each(Object.entries(stores))('%s', (_name, makeStore) => {
  it.each(['eternal', 'rolling', 'running', 'chain', 'tiered', 'session'] as const)(
    'R-43 with %s',
    async (strategy) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
          // Several instances use one store in turn, so that unwritten state is lost as after a restart.
          const store = { ...makeStore() };
          const { close } = store;
          store.close = async () => undefined;
          const runtime = testRuntime();
          const open = () => createEverthread({ store, strategy, runtime, budget: { tokens: 1_500 } });
          let ever = open();
          let thread = await ever.thread('t');
          const sent: { at: number; options: ContextOptions; bytes: string }[] = [];
          for (const done of steps) {
            if (done.kind === 'turn') {
              const role: 'user' | 'assistant' = sent.length % 2 === 0 ? 'user' : 'assistant';
              await thread.append(done.texts.map((content) => ({ role, content })));
              const context = await thread.context(done.options).catch(() => undefined);
              if (context === undefined) continue;
              const at = (await thread.state()).messages;
              sent.push({ at, options: done.options, bytes: bytesOf(context) });
            } else if (done.kind === 'idle') {
              runtime.advance(done.milliseconds);
              await ever.idle();
            } else if (done.kind === 'report') {
              await ever.observeUsage({
                model: 'claude-haiku-4-5',
                threadId: 't',
                contextTokens: 2_000,
                reportedTokens: 2_000 * done.share,
              });
            } else if (done.kind === 'compact') await thread.compact({ refresh: done.refresh });
            else {
              await ever.close();
              ever = open();
              thread = await ever.thread('t');
            }
          }
          for (const { at, options, bytes } of sent) {
            expect({ at, bytes: bytesOf((await thread.explain({ ...options, at })).context) }).toEqual({
              at,
              bytes,
            });
          }
          await ever.close();
          await close();
        }),
        { numRuns: runsOf({ test: 9, soak: 300 }) },
      );
    },
  );
});

function bytesOf(context: { toOpenAI(): unknown; items: unknown; budget: unknown; tokens: number }): string {
  return JSON.stringify([context.toOpenAI(), context.items, context.budget, context.tokens]);
}
