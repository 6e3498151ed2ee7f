/**
 * Tests the invariants under random operations and faults. Each strategy has its own file, so that they run in
 * parallel. `make soak` runs many more and longer sequences.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { runsOf, soak } from '../soak.ts';
import { type Operation, operationArbitrary, type StrategyName } from './operations.ts';
import { apply, checkAtRest, createWorld, threadId } from './world.ts';

const numRuns = runsOf({ test: 32, soak: 5_000 });
/** Shrinking takes many times as long as finding an example, so it is only worth it while someone investigates. */
const endOnFailure = process.env.CI === 'true';
const maxLength = soak ? 40 : 14;

async function play(strategy: StrategyName, operations: readonly Operation[], restEach: boolean) {
  const world = await createWorld({ store: memoryStore(), strategy });
  try {
    for (const operation of operations) {
      await apply(world, operation);
      if (restEach) await world.ever.idle();
    }
    await checkAtRest(world);
    const { state, messages, summaries } = {
      state: await world.thread.state(),
      messages: await world.store.readMessages({ threadId }),
      summaries: await world.store.readSummaries({ threadId }),
    };
    const receipts = await world.thread.receipts();
    return {
      world,
      dump: { state, messages, summaries, receipts, contexts: world.contexts, told: world.told },
    };
  } finally {
    await world.ever.close();
  }
}

export function describeInvariants(
  strategy: StrategyName,
  operations: fc.Arbitrary<Operation> = operationArbitrary,
): void {
  const sequences = fc.array(operations, { minLength: 1, maxLength });
  describe(strategy, () => {
    it('I-1..I-4 I-7..I-9 I-11 hold under random operations and summarizer faults', async () => {
      await fc.assert(
        fc.asyncProperty(sequences, async (operations) => {
          await play(strategy, operations, false);
        }),
        { numRuns, endOnFailure },
      );
    });

    it('I-12 the same operations give the same records and contexts, byte for byte', async () => {
      await fc.assert(
        fc.asyncProperty(sequences, async (operations) => {
          const first = await play(strategy, operations, true);
          const second = await play(strategy, operations, true);
          expect(second.dump).toEqual(first.dump);
        }),
        { numRuns: Math.round(numRuns / 4), endOnFailure },
      );
    });

    it('I-10 a secret in the log reaches no prompt, summary, ledger, event or receipt', async () => {
      const secret = `sk-ant-api03-${'Ab3dE6gH9jK2mN5pQ8sT1vW4xY7z'.repeat(3)}-AA`;
      const withSecret: Operation = {
        kind: 'append',
        atOnce: true,
        messages: [
          { role: 'user', parts: [{ type: 'text', text: `Use the key ${secret} for all calls.` }] },
          {
            role: 'assistant',
            parts: [
              { type: 'tool-call', callId: 'c1', name: 'bash', input: { command: `export KEY=${secret}` } },
            ],
          },
          { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', output: { env: { KEY: secret } } }] },
        ],
      };
      const chat: Operation = { kind: 'chat', exchanges: 30, words: 60, atOnce: false };
      const { world, dump } = await play(
        strategy,
        [withSecret, chat, { kind: 'compact', refresh: false }, chat],
        true,
      );
      const seen = JSON.stringify([world.summarizer.requests, dump.summaries, dump.receipts, dump.told]);
      expect(dump.summaries.length).toBeGreaterThan(0);
      expect(seen).not.toContain(secret.slice(0, 40));
      expect(JSON.stringify(dump.messages)).toContain(secret);
    });
  });
}
