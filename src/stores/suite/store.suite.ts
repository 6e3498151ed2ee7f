/**
 * The contract of store.ts as tests, which every store passes. A new store calls `describeStore`. Faults of a single
 * database (locks, full disks, damage) are tested beside it.
 */
import { afterEach, beforeEach, describe } from 'vitest';
import type { Store } from '../../store.ts';
import { describeCalls } from './calls.suite.ts';
import { describeCompaction } from './compaction.suite.ts';
import { describeCounters } from './counters.suite.ts';
import { describeDetails } from './details.suite.ts';
import { describeEnds } from './ends.suite.ts';
import { describeIndexUpkeep } from './index-upkeep.suite.ts';
import { describeLeases } from './leases.suite.ts';
import { describeLists } from './lists.suite.ts';
import { describeLog } from './log.suite.ts';
import { describeOpening } from './opening.suite.ts';
import { describeOrigins } from './origins.suite.ts';
import { describePins } from './pins.suite.ts';
import { describePinsByHand } from './pins-by-hand.suite.ts';
import { describeProfiles } from './profiles.suite.ts';
import { describeReading } from './reading.suite.ts';
import { describeRemoval } from './removal.suite.ts';
import { describeRequests } from './requests.suite.ts';
import { describeRestore } from './restore.suite.ts';
import { describeResults } from './results.suite.ts';
import { describeRevisions } from './revision.suite.ts';
import { describeRewrite } from './rewrite.suite.ts';
import { describeSearch } from './search.suite.ts';
import { describeStatusTimes } from './status-times.suite.ts';
import { describeSummaries } from './summaries.suite.ts';
import { describeThreads } from './threads.suite.ts';
import { describeUnits } from './units.suite.ts';
import { describeVectors } from './vectors.suite.ts';

export type StoreUnderTest = {
  name: string;
  /** Creates a new, empty store. */
  make(): Store | Promise<Store>;
  /** Opens another store on the data of one that `make` returned, if that is possible. */
  reopen?(store: Store): Store | Promise<Store>;
};

/** Context of the parts of the suite: the store of the running test. */
export type SuiteContext = { store(): Store; reopen?: () => Promise<Store> };

export function describeStore({ name, make, reopen }: StoreUnderTest): void {
  // Long enough to count as hanging on any machine.
  describe(`the ${name} store`, { timeout: 600_000 }, () => {
    let current: Store;
    const others: Store[] = [];
    beforeEach(async () => {
      current = await make();
      await current.open();
    });
    afterEach(async () => {
      for (const store of [current, ...others.splice(0)]) await store.close();
    });
    const context: SuiteContext = {
      store: () => current,
      ...(reopen && {
        reopen: async () => {
          const store = await reopen(current);
          others.push(store);
          return store;
        },
      }),
    };
    // Each in a block of its own, so that the preparations of one do not affect the others.
    describe('rows', () => describeThreads(context));
    describe('calls', () => describeCalls(context));
    describe('opening and closing a store', () => describeOpening(context));
    describe('details of threads', () => describeDetails(context));
    describe('lists of threads', () => describeLists(context));
    describe('owners', () => describeProfiles(context));
    describe('log', () => describeLog(context));
    describe('units', () => describeUnits(context));
    describe('reading the log', () => describeReading(context));
    describe('leases', () => describeLeases(context));
    describe('compaction', () => describeCompaction(context));
    describe('summaries', () => describeSummaries(context));
    describe('the past', () => describeRewrite(context));
    describe('removal', () => describeRemoval(context));
    describe('restoring', () => describeRestore(context));
    describe('origins', () => describeOrigins(context));
    describe('revisions', () => describeRevisions(context));
    describe('times of a status', () => describeStatusTimes(context));
    describe('rules', () => describePins(context));
    describe('rules that are ended', () => describePinsByHand(context));
    describe('counters', () => describeCounters(context));
    describe('search', () => describeSearch(context));
    describe('search index', () => describeIndexUpkeep(context));
    describe('requests', () => describeRequests(context));
    describe('answers that were paid for', () => describeResults(context));
    describe('ends of conversations', () => describeEnds(context));
    describe('vectors', () => describeVectors(context));
  });
}
