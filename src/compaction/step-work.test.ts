import { describe, expect, it } from 'vitest';
import type { SummaryRecord } from '../records/summary.ts';
import { summary } from '../stores/suite/samples.suite.ts';
import { emptyWork } from '../work/empty-work.ts';
import type { StepSources } from './sources.ts';
import { workOf } from './step-work.ts';

const told = (id: string, from: number, to: number, other: Partial<SummaryRecord> = {}) =>
  summary(id, from, to, { work: emptyWork(from, to), ...other });
const sources = (other: Partial<StepSources>): StepSources => ({
  ...{ summaries: [], messages: null, rewrites: 1, partial: false, ledgers: [], ...other },
});
const rangeOf = (given: Partial<StepSources>, fresh: ReturnType<typeof emptyWork> | null = null) => {
  const { work } = workOf(sources(given), fresh);
  return work && [work.from, work.to];
};

describe('the work record of a step', () => {
  it('R-66 merges the record just read with the records of summaries that were not read again', () => {
    expect(rangeOf({ ledgers: [told('a', 1, 10), told('b', 11, 20)] }, emptyWork(21, 30))).toEqual([1, 30]);
    expect(rangeOf({}, emptyWork(21, 30))).toEqual([21, 30]);
    const { work: _none, ...withoutWork } = told('a', 1, 10);
    expect(rangeOf({ summaries: [withoutWork] })).toBeUndefined();
  });

  it('R-66 takes each part once: the record of a redone summary, and not those of its sources as well', () => {
    const own = told('own', 1, 20);
    const source = told('source', 1, 10);
    expect(workOf(sources({ ledgers: [own], summaries: [source] }), null).work).toBe(own.work);
    // The record it already has is kept, as it may hold more than what is read of it now.
    expect(workOf(sources({ ledgers: [own] }), emptyWork(1, 20)).work).toBe(own.work);
  });

  it('R-41 leaves out the record of a summary whose messages were edited', () => {
    const stale = told('a', 1, 10, { stale: true });
    expect(rangeOf({ ledgers: [stale] }, emptyWork(1, 10))).toEqual([1, 10]);
    expect(rangeOf({ ledgers: [stale] })).toBeUndefined();
  });
});
