import { describe, expect, it } from 'vitest';
import type { PlanStep } from '../strategy.ts';
import { settleSteps } from './settle-steps.ts';

const step = (from: number, summaries: string[] = []): PlanStep => ({
  from,
  to: from,
  sources: { summaries, messages: { from, to: from }, method: 'fold' },
  level: 'leaf',
  tier: 0,
  depth: 0,
  parentId: null,
  shape: 'plain',
  limits: { targetTokens: 10, maxWords: null, maxOutputTokens: 20 },
  status: 'live',
});

/** Steps that end when the test says so, and a record of what began and what each step saw. */
function script() {
  const ends = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>();
  const seen: [from: number, earlier: string[]][] = [];
  const run = ({ from }: PlanStep, earlier: readonly string[]): Promise<string> => {
    seen.push([from, [...earlier]]);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    ends.set(from, { resolve, reject });
    return promise;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (from: number) => {
    ends.get(from)!.resolve(`s${from}`);
    await settled();
  };
  const fail = async (from: number) => {
    ends.get(from)!.reject(new Error(`step ${from}`));
    await settled();
  };
  return { run, seen, begun: () => seen.map(([from]) => from), end, fail };
}

describe('the steps of a plan', () => {
  it('R-37 run in parallel up to the limit, with results in the order of the plan', async () => {
    const { run, begun, end } = script();
    const all = settleSteps({ steps: [1, 2, 3, 4, 5].map((from) => step(from)), atOnce: 3, run });
    expect(begun()).toEqual([1, 2, 3]);
    await end(3);
    expect(begun()).toEqual([1, 2, 3, 4]);
    await end(4);
    await end(5);
    await end(1);
    await end(2);
    const values = (await all).map((one) => one.status === 'fulfilled' && one.value);
    expect(values).toEqual(['s1', 's2', 's3', 's4', 's5']);
  });

  it('R-37 wait only for steps whose results they read', async () => {
    const { run, seen, begun, end } = script();
    const all = settleSteps({ steps: [step(1), step(2), step(3, ['#1'])], atOnce: 3, run });
    expect(begun()).toEqual([1, 2]);
    await end(2);
    expect(begun()).toEqual([1, 2, 3]);
    expect(seen[2]![1][1]).toBe('s2');
    await end(3);
    await end(1);
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it('I-4 after a failure no step begins, and running ones are awaited', async () => {
    const { run, begun, end, fail } = script();
    let over = false;
    const all = settleSteps({ steps: [1, 2, 3, 4].map((from) => step(from)), atOnce: 2, run });
    void all.then(() => {
      over = true;
    });
    await fail(2);
    expect([begun(), over]).toEqual([[1, 2], false]);
    await end(1);
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(begun()).toEqual([1, 2]);
  });
});

it('R-54 run one after the other if parallel runs gain nothing', async () => {
  let running = 0;
  let most = 0;
  for (const atOnce of [1, 0]) {
    const settled = await settleSteps({
      steps: [step(1), step(2), step(3)],
      atOnce,
      async run({ from }) {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return from;
      },
    });
    expect(settled.map((one) => one.status === 'fulfilled' && one.value)).toEqual([1, 2, 3]);
  }
  expect(most).toBe(1);
});
