import { describe, expect, it } from 'vitest';
import { dialogSum, qmSum } from './data.ts';
import { summaries } from './summaries.ts';

describe('summaries', () => {
  it('R-52 is ahead of every baseline on every measure of both sets', async (context) => {
    if (!dialogSum() || !qmSum()) {
      console.warn('SKIPPED R-52 quality: DialogSum or QMSum is not in the data folder (EVERTHREAD_DATA).');
      context.skip('public data is absent');
    }
    const warnings: string[] = [];
    const report = await summaries.run({ warn: (message) => warnings.push(message) });
    const gains = [...report!.matchAll(/gain over the best baseline of each column\* \|([^\n]+)\|/g)].map(
      ([, cells]) =>
        cells!
          .split('|')
          .filter((cell) => cell.includes('%'))
          .map((cell) => Number.parseFloat(cell)),
    );
    expect(gains.length).toBeGreaterThanOrEqual(2);
    for (const gain of gains) {
      expect(gain).toHaveLength(4);
      expect(Math.min(...gain)).toBeGreaterThan(0);
      expect(gain.reduce((sum, value) => sum + value, 0) / gain.length).toBeGreaterThan(10);
    }
  });
});
