import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageMeta } from '../message/message.ts';
import { safeCut, unitStartOf } from '../message/units.ts';
import { planWindow } from '../strategy.ts';
import { cutToFit, findCuts, lastCut } from './cuts.ts';
import { createStrategy } from './registry.ts';
import { plainChat, type SimulatedMessage, simulate } from './simulation.suite.ts';

const message = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SimulatedMessage>({ tokens: 10, role: 'user' }) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 70 })
      .map((answers): SimulatedMessage => ({ tokens: 20, role: 'tool', answers })),
  },
  { weight: 2, arbitrary: fc.constant<SimulatedMessage>({ tokens: 5, role: 'assistant' }) },
);

function input(messages: readonly SimulatedMessage[]) {
  const simulation = simulate({ strategy: createStrategy('rolling') });
  simulation.append(messages);
  return simulation.planInput('append', 0);
}

describe('cuts', () => {
  it('I-8 the known cuts are exactly those that split no unit', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 120 }), (messages) => {
        const given = input(messages);
        const expected = given.head
          .map((meta) => meta.seq)
          .filter(
            (seq) => seq < messages.length && safeCut({ metas: given.head, wanted: seq, floor: 0 }) === seq,
          );
        const { all, near, complete } = findCuts(given);
        expect(all.map((cut) => cut.seq)).toEqual(expected);
        expect(near).toEqual(all);
        expect(complete).toBe(true);
        for (let wanted = 0; wanted < messages.length; wanted += 1) {
          expect(lastCut(all, wanted)?.seq ?? 0).toBe(safeCut({ metas: given.head, wanted, floor: 0 }));
        }
      }),
    );
  });

  it('I-8 if the middle of a long tail was not read, only cuts that certainly split no unit are known', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 40, maxLength: 160 }),
        fc.integer({ min: planWindow * 2 + 1, max: planWindow * 3 }),
        (pattern, length) => {
          const messages = Array.from({ length }, (_, index) => pattern[index % pattern.length]!);
          const given = input(messages);
          const { all, complete } = findCuts(given);
          expect(complete).toBe(false);
          const metas = metasOf(messages);
          let left = given.state.tailTokens;
          const tokensAfter = metas.map((meta) => {
            left -= meta.tokens;
            return left;
          });
          for (const cut of all) {
            expect(safeCut({ metas, wanted: cut.seq, floor: 0 })).toBe(cut.seq);
            expect(cut.tailTokens).toBe(tokensAfter[cut.seq - 1]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('R-48 a unit longer than the planning window does not stop a thread', () => {
    for (const name of ['rolling', 'session', 'tiered', 'chain', 'running', 'eternal']) {
      const simulation = simulate({ strategy: createStrategy(name) });
      simulation.append([
        { tokens: 50, role: 'assistant' },
        ...Array.from({ length: planWindow + 500 }, (_, index) => ({
          tokens: 50,
          role: 'tool' as const,
          answers: index + 1,
        })),
        ...plainChat(planWindow + 200, 20),
      ]);
      simulation.settle();
      expect(simulation.state.coveredTo, name).toBeGreaterThan(planWindow + 500);
    }
  });

  it('R-65 the cut for a target is the first one that leaves no more tokens than that', () => {
    const { all } = findCuts(input(plainChat(10)));
    expect(cutToFit(all, 350)).toMatchObject({ seq: 7, tailTokens: 300 });
    expect(cutToFit(all, 0)).toMatchObject({ seq: 9, tailTokens: 100 });
    expect(cutToFit([], 0)).toBeUndefined();
  });

  it('R-37 an exchange ends before a message of the user', () => {
    const { all } = findCuts(input(plainChat(6)));
    expect(all.filter((cut) => cut.endsExchange).map((cut) => cut.seq)).toEqual([2, 4]);
  });
});

function metasOf(messages: readonly SimulatedMessage[]): MessageMeta[] {
  const metas: MessageMeta[] = [];
  for (const { tokens, role = 'user', answers } of messages) {
    const seq = metas.length + 1;
    const call = answers === undefined ? undefined : metas[seq - 1 - answers];
    const unitStart = unitStartOf({ seq, calls: call ? [call] : [], previous: metas[seq - 2] });
    metas.push({ seq, id: '', role, tokens, hash: '', createdAt: '', unitStart, tokensBefore: 0 });
  }
  return metas;
}
