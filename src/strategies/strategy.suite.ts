/**
 * The contract suite all strategies pass: random threads, bursts, tool calls, edits of options, changes of strategy
 * and budget, people editing summaries. Every plan is checked by the simulator when it is committed.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageMeta, Role } from '../message/message.ts';
import type { Strategy, StrategyOptions, Trigger } from '../strategy.ts';
import { expectTiles } from './plan-checks.suite.ts';
import { createStrategy, strategyNames } from './registry.ts';
import { budgetOf, plainChat, type SimulatedMessage, type Simulation, simulate } from './simulation.suite.ts';

/** A built-in strategy with its options, or a function that makes a strategy of your own. */
export type StrategyChoice = StrategyOptions | (() => Strategy);

export type StrategyUnderTest = {
  /** The strategy with its defaults and, if it has options, with values far from them. */
  own: readonly StrategyChoice[];
  /** The same strategy switched off, if that is possible. */
  off?: StrategyChoice;
  /** Strategies that a thread may have had before or gets later, because threads can change their strategy. */
  neighbours?: readonly StrategyChoice[];
  /** Random cases of each property. */
  runs?: number;
};

const make = (choice: StrategyChoice) => (typeof choice === 'function' ? choice() : createStrategy(choice));

type Operation =
  | { kind: 'append'; messages: SimulatedMessage[] }
  | { kind: 'chat'; messages: SimulatedMessage[] }
  | { kind: 'import'; count: number; tokens: number }
  | { kind: 'run'; trigger: Trigger; share: number }
  | { kind: 'strategy'; choice: StrategyChoice }
  | { kind: 'budget'; total: number; explicit: boolean }
  | { kind: 'fixed'; tokens: number }
  | { kind: 'person'; index: number };

const plainMessage = fc.record({
  tokens: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 300 }) },
    fc.integer({ min: 300, max: 9_000 }),
  ),
  role: fc.constantFrom<Role>('user', 'assistant', 'system'),
});
const toolRun = fc
  .record({ results: fc.integer({ min: 1, max: 30 }), tokens: fc.integer({ min: 1, max: 400 }) })
  .map(({ results, tokens }): SimulatedMessage[] => [
    { role: 'assistant', tokens: 30 },
    ...Array.from({ length: results }, (_, index) => ({ role: 'tool' as const, tokens, answers: index + 1 })),
  ]);
const lateResult = fc
  .integer({ min: 1, max: 70 })
  .map((answers): SimulatedMessage[] => [{ role: 'tool', tokens: 60, answers }]);
const stretch = fc
  .array(
    fc.oneof({ weight: 12, arbitrary: plainMessage.map((message) => [message]) }, toolRun, {
      weight: 1,
      arbitrary: lateResult,
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((parts) => parts.flat());
function operation(choices: readonly StrategyChoice[]): fc.Arbitrary<Operation> {
  return fc.oneof(
    { weight: 8, arbitrary: stretch.map((messages) => ({ kind: 'append' as const, messages })) },
    { weight: 8, arbitrary: stretch.map((messages) => ({ kind: 'chat' as const, messages })) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('import' as const),
        count: fc.integer({ min: 900, max: 2_600 }),
        tokens: fc.integer({ min: 1, max: 120 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('run' as const),
        trigger: fc.constantFrom<Trigger>('manual', 'refresh', 'pressure', 'append'),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...choices).map((choice) => ({ kind: 'strategy' as const, choice })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('budget' as const),
        total: fc.integer({ min: 200, max: 60_000 }),
        explicit: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 0, max: 8_000 }).map((tokens) => ({ kind: 'fixed' as const, tokens })),
    },
    { weight: 1, arbitrary: fc.nat(20).map((index) => ({ kind: 'person' as const, index })) },
  );
}

const builtIn: readonly StrategyChoice[] = strategyNames.map((name) => ({ name }));

/**
 * The contract of one strategy. It is run on random threads, with edited options, and on summaries that the other
 * strategies (`neighbours` included) have made. Each plan is checked when it is committed.
 */
export function describeStrategy({ own, off, neighbours = builtIn, runs = 60 }: StrategyUnderTest): void {
  const first = own[0]!;
  const { name } = make(first);
  describe(`contract of ${name}`, { timeout: 600_000 }, () => {
    it(`I-2 I-6 I-7 I-8 I-11 I-12 a store would accept every plan of ${name}, and every run ends`, () => {
      fc.assert(
        fc.property(
          fc.array(operation([...own, ...own, ...neighbours]), { minLength: 1, maxLength: 14 }),
          fc.double({ min: 0.2, max: 1.6, noNaN: true }),
          (operations, verbosity) => {
            const simulation = simulate({
              strategy: make(first),
              budget: budgetOf(10_300, false),
              summaryTokens: (step) => step.limits.targetTokens * verbosity,
            });
            for (const operation of operations) {
              perform(simulation, operation);
              expectSound(simulation);
            }
          },
        ),
        { numRuns: runs },
      );
    });

    it('I-11 a run on a thread that was just compacted has nothing left to do', () => {
      fc.assert(
        fc.property(stretch, fc.constantFrom<Trigger>('append', 'manual'), (messages, trigger) => {
          const simulation = simulate({ strategy: make(first), budget: budgetOf(4_000) });
          simulation.append(messages);
          simulation.run({ trigger });
          expect(simulation.run({ trigger })).toEqual([]);
        }),
        { numRuns: runs },
      );
    });

    it('R-36 makes no plan if the check of the thread’s row says that nothing is due', () => {
      fc.assert(
        fc.property(stretch, (messages) => {
          const strategy = make(first);
          const simulation = simulate({ strategy, budget: budgetOf(6_000) });
          for (const message of messages) {
            simulation.append([message]);
            const input = simulation.planInput('append', 0);
            if (strategy.check(input) === undefined) expect(strategy.plan(input)).toHaveProperty('nothing');
            else simulation.run();
          }
        }),
        { numRuns: runs },
      );
    });

    it('R-65 a compaction under pressure reduces the tail to its target, or to the newest unit', () => {
      fc.assert(
        fc.property(stretch, fc.double({ min: 0, max: 1, noNaN: true }), (messages, share) => {
          const simulation = simulate({ strategy: make(first), budget: budgetOf(8_000) });
          simulation.append(messages);
          const target = Math.floor(simulation.state.tailTokens * share);
          simulation.run({ trigger: 'pressure', targetTailTokens: target });
          const { tailTokens, coveredTo, messages: last } = simulation.state;
          const newestUnit = Math.min(
            ...simulation
              .metas()
              .slice(coveredTo)
              .map((meta) => meta.unitStart),
          );
          const cuttable = hasCut(simulation.metas(), coveredTo, last);
          expect(tailTokens <= target || !cuttable || newestUnit <= coveredTo).toBe(true);
          expect(coveredTo).toBeLessThan(last);
        }),
        { numRuns: runs },
      );
    });

    const switchedOff = off;
    if (switchedOff)
      it('R-15 a strategy that is switched off compacts only on demand', () => {
        const strategy = make(switchedOff);
        const simulation = simulate({ strategy, budget: budgetOf(3_000) });
        simulation.append(plainChat(200));
        expect(strategy.check(simulation.planInput('append', 0))).toBeUndefined();
        expect(simulation.run()).toEqual([]);
        expect(simulation.run({ trigger: 'pressure', targetTailTokens: 100 })).toEqual([]);
        expect(simulation.run({ trigger: 'manual' })).not.toEqual([]);
      });

    it('R-19 a compaction of an empty thread says that it is empty, and one of a short thread does nothing', () => {
      const strategy = make(first);
      const simulation = simulate({ strategy });
      for (const trigger of ['manual', 'refresh'] as const) {
        expect(strategy.plan(simulation.planInput(trigger, 0))).toEqual({
          nothing: expect.stringContaining('empty'),
        });
      }
      simulation.append(plainChat(1));
      expect(simulation.run({ trigger: 'manual' })).toEqual([]);
    });

    it('I-3 fixed parts that fill the budget alone start no compaction loop', () => {
      const simulation = simulate({
        strategy: make(first),
        budget: budgetOf(1_000),
        fixedTokens: 2_000,
      });
      const plans = simulation.chat(plainChat(400, 2));
      expect(plans.length).toBeLessThanOrEqual(400 / 5);
    });

    it('R-47 every block says that it is a record, and which messages it covers', () => {
      const simulation = simulate({ strategy: make(first), budget: budgetOf(3_000) });
      simulation.append(plainChat(300));
      simulation.run({ trigger: 'manual' });
      const blocks = simulation.blocks();
      expect(blocks[0]?.text).toContain('it carries no instructions');
      expect(blocks.slice(1).every(({ text }) => !text.includes('it carries no instructions'))).toBe(true);
      for (const [index, block] of blocks.entries()) {
        const head = simulation.live()[index]!;
        expect(block).toMatchObject({ summaryId: head.id, from: head.from, to: head.to });
        expect(block.text).toContain(`messages ${head.from}–${head.to}`);
        expect(block.text).toContain(`expand ${head.id}`);
        expect(block.text).toContain(`What ${head.id} says.`);
      }
    });
  });
}

function hasCut(metas: readonly MessageMeta[], coveredTo: number, messages: number): boolean {
  for (let cut = coveredTo + 1; cut < messages; cut += 1) {
    if (metas.slice(cut).every((meta) => meta.unitStart > cut)) return true;
  }
  return false;
}

function perform(simulation: Simulation, operation: Operation): void {
  switch (operation.kind) {
    case 'append':
      simulation.append(operation.messages);
      simulation.settle();
      return;
    case 'chat':
      simulation.chat(operation.messages);
      return;
    case 'import':
      simulation.append(plainChat(operation.count, operation.tokens));
      simulation.settle();
      return;
    case 'run':
      simulation.run({
        trigger: operation.trigger,
        ...(operation.trigger === 'pressure'
          ? { targetTailTokens: Math.floor(simulation.state.tailTokens * operation.share) }
          : {}),
      });
      return;
    case 'strategy':
      simulation.useStrategy(make(operation.choice));
      return;
    case 'budget':
      simulation.useBudget(budgetOf(operation.total, operation.explicit));
      return;
    case 'fixed':
      simulation.state.fixedTokens = operation.tokens;
      return;
    case 'person':
      if (simulation.live().length > 0) simulation.editByPerson(operation.index);
  }
}

function expectSound(simulation: Simulation): void {
  const { state } = simulation;
  expectTiles(simulation.live(), 1, state.coveredTo);
  expectTiles(simulation.prepared(), state.coveredTo + 1);
  expect(state.coveredTo).toBeLessThanOrEqual(Math.max(0, state.messages - 1));
  expect(state.checkpoint).toBeLessThanOrEqual(state.messages);
}
