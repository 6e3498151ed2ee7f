/** The work record of what one step is made from. */
import type { WorkRecord } from '../records/work-record.ts';
import { mergeWork } from '../work/merge-work.ts';
import type { StepSources } from './sources.ts';

/**
 * Merges the work record just read with the records of sources that were not read again. A redone summary keeps its own
 * record, or, if that was emptied, those of its sources.
 */
export function workOf({ ledgers, summaries }: StepSources, fresh: WorkRecord | null): { work?: WorkRecord } {
  const chosen: WorkRecord[] = fresh === null ? [] : [fresh];
  for (const { work, stale } of [...ledgers, ...summaries]) {
    if (work === undefined || stale === true) continue;
    const isWhole = fresh !== null && work.from <= fresh.from && work.to >= fresh.to;
    if (isWhole && chosen[0] === fresh) chosen.shift();
    if (!chosen.some(({ from, to }) => work.from >= from && work.to <= to)) chosen.push(work);
  }
  const [first, ...rest] = chosen.toSorted((a, b) => a.from - b.from);
  return first === undefined ? {} : { work: rest.reduce(mergeWork, first) };
}
