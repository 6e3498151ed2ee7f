/**
 * Keeps the memory of a process small that serves for days. By itself the engine lets the space for young objects grow to
 * 128 MB on a large machine, and the rest to twice what is in use and more, because collecting less often is a little
 * faster. What was asked for on the command line of Node stands.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Of both halves of the space for young objects: from here on it doubles no more, or once more at most. */
const youngBytes = 4 * 1024 * 1024;
/** Until everything is loaded. */
const startMs = 2_000;
/** What is in use after a collection may grow by so much until the next one. */
const growthPercent = 30;

const asked = /--(?:max|min)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor|--heap[-_]growing/u;

export function keepHeapSmall(given: { execArgv: readonly string[]; nodeOptions: string | undefined }): void {
  if (asked.test([...given.execArgv, given.nodeOptions ?? ''].join(' '))) return;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  // Loading the program would have it grow to several times that, before anybody could look.
  setGrowth(1);
  setTimeout(() => {
    setGrowth(2);
    const collections = new PerformanceObserver(() => {
      const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      if (young === undefined || young.space_size < youngBytes) return;
      setGrowth(1);
      collections.disconnect();
    });
    collections.observe({ entryTypes: ['gc'] });
  }, startMs).unref();
}

/** It begins small and is multiplied by that whenever much of it survives. */
function setGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
