import { expect, it } from 'vitest';
import { sampleOf } from '../test/soak.ts';
import { dialogSum, qmSum } from './data.ts';
import { reportOn } from './summaries.ts';

for (const { read, every } of [
  { read: dialogSum, every: 4 },
  { read: qmSum, every: 3 },
]) {
  it(`R-52 a summary is ahead of every baseline on every measure: ${read.name}`, async ({ skip }) => {
    const set = read();
    if (!set) {
      console.warn(`SKIPPED R-52 quality: ${read.name} is not in the data folder (EVERTHREAD_DATA).`);
      return skip('public data is absent');
    }
    const report = await reportOn({ ...set, examples: sampleOf(set.examples, { every }) });
    const [, cells = ''] = /gain over the best baseline of each column\* \|([^\n]+)\|/u.exec(report) ?? [];
    const gains = cells
      .split('|')
      .filter((cell) => cell.includes('%'))
      .map((cell) => Number.parseFloat(cell));
    expect(gains).toHaveLength(4);
    expect(Math.min(...gains)).toBeGreaterThan(0);
    expect(gains.reduce((sum, value) => sum + value, 0) / gains.length).toBeGreaterThan(10);
  });
}
