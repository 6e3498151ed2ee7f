import type { StrategyOptions } from '../strategy.ts';
import { describeStrategy } from './strategy.suite.ts';

/** Each strategy as it comes, and with options far from its defaults. */
const variants: { [name: string]: StrategyOptions[] } = {
  rolling: [{ name: 'rolling' }, { name: 'rolling', messages: 3, verbatimExchanges: 1 }],
  session: [
    { name: 'session' },
    { name: 'session', triggerThreshold: 6, preserveRecent: 2, segmentShare: 0.05, preserveSystem: false },
  ],
  tiered: [
    { name: 'tiered' },
    { name: 'tiered', recentCount: 3, condensedCount: 5, autoThreshold: 8, batch: 1 },
  ],
  chain: [
    { name: 'chain' },
    { name: 'chain', minMessages: 4, preserveRecent: 2, maxSummaryChainDepth: 1, cooldownMessages: 0 },
    { name: 'chain', forceRefreshAfterMessages: 15 },
  ],
  running: [
    { name: 'running' },
    {
      name: 'running',
      softLimit: 10,
      chunkMessages: 4,
      minRawMessages: 2,
      maxRawMessages: 6,
      budgetTokens: 700,
    },
  ],
  eternal: [
    { name: 'eternal' },
    { name: 'eternal', fanout: 2, leafTokens: 60, preserveRecent: 1, summaryShare: 0.1, cooldownMessages: 0 },
  ],
};

for (const [name, own] of Object.entries(variants)) {
  const neighbours = Object.entries(variants).flatMap(([other, options]) => (other === name ? [] : options));
  describeStrategy({ own, off: { ...own[0]!, enabled: false }, neighbours });
}
