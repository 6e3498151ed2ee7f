/** Random operations on a thread by users, faults and changed settings. */
import fc from 'fast-check';
import type { MessageContent } from '../../src/message/message.ts';
import { conversationOf } from '../arbitraries.ts';
import { type Fault, faults } from '../faulty-summarizer.ts';

export const strategyNames = ['rolling', 'session', 'tiered', 'chain', 'running', 'eternal'] as const;
export type StrategyName = (typeof strategyNames)[number];

export type Operation =
  | { kind: 'append'; messages: MessageContent[]; atOnce: boolean }
  | { kind: 'chat'; exchanges: number; words: number; atOnce: boolean; exact?: boolean }
  | { kind: 'context'; budgetTokens: number; system: string }
  | { kind: 'return'; afterMinutes: number }
  | { kind: 'compact'; refresh: boolean }
  | { kind: 'strategy'; name: StrategyName }
  | { kind: 'budget'; tokens: number }
  | { kind: 'fault'; fault: Fault }
  | { kind: 'forget'; place: number }
  | { kind: 'edit'; place: number; text: string }
  | { kind: 'correct'; place: number; pin: boolean }
  | { kind: 'again' }
  | { kind: 'idle' };

export const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      messages: conversationOf({ maxTurns: 6 }),
      atOnce: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('chat' as const),
      exchanges: fc.integer({ min: 1, max: 15 }),
      words: fc.constantFrom(3, 20, 90, 400),
      atOnce: fc.boolean(),
      exact: fc.nat(5).map((choice) => choice === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('context' as const),
      budgetTokens: fc.constantFrom(300, 700, 1_500, 4_000, 20_000),
      system: fc.constantFrom('', 'You are helpful.', 'Be brief. '.repeat(8)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact' as const), refresh: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('strategy' as const), name: fc.constantFrom(...strategyNames) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('budget' as const),
      tokens: fc.constantFrom(400, 1_000, 2_500, 9_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('fault' as const), fault: fc.constantFrom(...faults) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'again' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), place: fc.nat(999) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      place: fc.nat(999),
      text: fc.constantFrom(
        '',
        'Changed my mind: never use tabs.',
        'The order 99 was from Nice. '.repeat(30),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('correct' as const), place: fc.nat(99), pin: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'idle' as const }) },
);

/** The same operations, and pauses of a user who comes back later. */
export const returningArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 12, arbitrary: operationArbitrary },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('return' as const), afterMinutes: fc.constantFrom(0, 1, 30) }),
  },
);
