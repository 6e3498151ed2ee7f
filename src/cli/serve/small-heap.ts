/**
 * Keeps the memory of a long-running server small. By default V8 lets the space for young objects grow to 128 MB on a
 * large machine, and the rest of the heap to twice the live size and more, because collecting less often is a little
 * faster. Heap flags on Node's own command line take precedence.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Size of the space for young objects, both halves together, from which on it doubles at most once more. */
const youngBytes = 4 * 1024 * 1024;
/** Time in which the program is loaded. */
const startMs = 2_000;
/** How much the live size after a collection may grow before the next collection. */
const growthPercent = 30;

const heapFlags =
  /--(?:max|min)[-_]semi[-_]space[-_]size|--semi[-_]space[-_]growth[-_]factor|--heap[-_]growing/u;

export function keepHeapSmall(node: { execArgv: readonly string[]; nodeOptions: string | undefined }): void {
  if (heapFlags.test([...node.execArgv, node.nodeOptions ?? ''].join(' '))) return;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  // Loading the program would let the space for young objects grow to several times `youngBytes`.
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

/** The space for young objects starts small; V8 multiplies it by this factor whenever many objects survive. */
function setGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
