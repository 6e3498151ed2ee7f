import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { sourceHashOf } from '../records/source-hash.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import type { PlanStep } from '../strategy.ts';
import type { PartialPart } from '../summarizers/map-reduce.ts';
import { partialRecords } from './partials.ts';
import { drawStepIds } from './step-task.ts';

const part = (from: number, to: number, text = `parts ${from}–${to}`): PartialPart => ({
  ...{ from, to, text, tokens: 10, sourceTokens: 100, tier: 1, rewrites: 1 },
  ...{ model: 'm', rung: 'model', promptVersion: 'p@1' },
});
const stored = [1, 11].map((from) =>
  summary(`stored-${from}`, from, from + 9, { status: 'partial', sourceHash: `hash-${from}` }),
);
/** Messages 21 to 30 were read in this run. */
const originals = Array.from({ length: 10 }, (_, index) => ({
  id: `m${21 + index}`,
  hash: `h${21 + index}`,
}));

function recordsOf(forest: PartialPart[]) {
  const runtime = testRuntime();
  return partialRecords({
    runtime,
    state: { id: 't' } as ThreadState,
    step: { shape: 'record' } as PlanStep,
    ids: drawStepIds(runtime),
    stored,
    forest,
    originals,
    readFrom: 21,
  });
}

describe('partial results of a chain that is re-rooted', () => {
  it('R-25 are kept if they are already stored, and only new ones are added', () => {
    const { partials, replaced } = recordsOf([part(1, 10), part(11, 20), part(21, 30)]);
    expect(partials.map(({ from, to }) => [from, to])).toEqual([[21, 30]]);
    expect(replaced).toEqual([]);
  });

  it('R-25 I-9 name the messages they were read from, by the hash that proves them', () => {
    const [fresh] = recordsOf([part(1, 10), part(11, 20), part(21, 25)]).partials;
    expect(fresh).toMatchObject({
      ...{ status: 'partial', messagesCovered: 5, readFrom: 21, readTo: 25, sourceIds: [] },
      ...{ startMessageId: 'm21', endMessageId: 'm25' },
      sourceHash: sourceHashOf({ summaries: [], messages: ['h21', 'h22', 'h23', 'h24', 'h25'] }),
    });
  });

  it('R-25 I-9 replace those they were folded from, and name them', () => {
    const { partials, replaced } = recordsOf([part(1, 20), part(21, 30)]);
    expect(replaced).toEqual(['stored-1', 'stored-11']);
    expect(partials[0]).toMatchObject({
      ...{ from: 1, to: 20, readFrom: null, readTo: null, sourceIds: ['stored-1', 'stored-11'] },
      endMessageId: stored[1]!.endMessageId,
      sourceHash: sourceHashOf({ summaries: ['hash-1', 'hash-11'], messages: [] }),
    });
  });

  it('R-25 are not confused if they begin or end like a stored one', () => {
    const { partials, replaced } = recordsOf([part(1, 10), part(11, 30)]);
    expect(replaced).toEqual(['stored-11']);
    expect(partials[0]).toMatchObject({
      ...{ from: 11, to: 30, readFrom: 21, readTo: 30, sourceIds: ['stored-11'] },
      ...{ startMessageId: stored[1]!.startMessageId, endMessageId: 'm30' },
    });
  });
});
