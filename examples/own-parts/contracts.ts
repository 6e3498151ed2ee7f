/** Runs the suites that Everthread's own stores, strategies and summarizers pass. Name such a file `*.test.ts`. */
import { memoryStore } from 'everthread';
import { describeStore, describeStrategy, describeSummarizer } from 'everthread/testing/contracts';
import { halfway } from './halfway-strategy.ts';
import { openings } from './openings-summarizer.ts';
import { watchedStore } from './watched-store.ts';

describeStore({
  name: 'watched',
  make: () => watchedStore(memoryStore(), { now: () => 0, onCall() {} }),
});
describeStrategy({ own: [() => halfway(), () => halfway({ keep: 2 })] });
describeSummarizer({ name: 'openings', make: () => openings() });
