/**
 * Entry `everthread/testing/contracts`: the suites that every store, strategy and summarizer of Everthread passes, for
 * implementations of your own. They register tests with Vitest and draw cases with fast-check; both must be installed.
 */
export { describeStore, type StoreUnderTest } from '../stores/suite/store.suite.ts';
export { describeStrategy, type StrategyUnderTest } from '../strategies/strategy.suite.ts';
export { describeSummarizer, type SummarizerUnderTest } from '../summarizers/summarizer.suite.ts';
