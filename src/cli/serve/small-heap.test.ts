import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Runs in a separate process, because the settings hold for all of it. Objects live for a while, as in turns. */
async function youngMegabytes(flags: string[]): Promise<number> {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { keepHeapSmall } from ${JSON.stringify(new URL('./small-heap.ts', import.meta.url).href)};
    keepHeapSmall({ execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS });
    const kept = [];
    const work = async (rounds) => {
      for (let round = 0; round < rounds; round += 1) {
        for (let index = 0; index < 20_000; index += 1) kept[index] = { text: 'round ' + Math.random() + index };
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await work(40);
    // Waits until loading is over; the timer of keepHeapSmall was set earlier, so it has fired by then.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await work(60);
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    console.log(young.space_size / 2 ** 20);`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', program]);
  return Number(stdout);
}

describe('the heap of a server', () => {
  it('R-48 has young objects in little space, unless Node was told otherwise', async () => {
    const [small, asked] = await Promise.all([
      youngMegabytes([]),
      youngMegabytes(['--max-semi-space-size=64']),
    ]);
    expect(small).toBeLessThanOrEqual(9);
    expect(asked).toBeGreaterThan(small);
  });
});
