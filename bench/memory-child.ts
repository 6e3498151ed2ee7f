/**
 * Touches many threads in one process and tells what it holds: run by memory.ts, as JavaScript and on the library as it
 * is published, because reading TypeScript takes more memory than all that is measured here. With `--expose-gc` it
 * tells what stays for each thread; without, what the process takes, because collecting everything at once makes the
 * space for young objects as large as it may be.
 */
const built = (file: string) => new URL(file, process.argv[4]).href;
const { createEverthread } = (await import(built('index.js'))) as typeof import('../src/index.ts');
const { sqliteStore } = (await import(built('sqlite.js'))) as typeof import('../src/sqlite.ts');

export {};

const [path, threads] = [process.argv[2]!, Number(process.argv[3])];
const ever = createEverthread({
  store: sqliteStore({ path, synchronous: 'normal' }),
  budget: { tokens: 8_000 },
});

async function touch(from: number, to: number): Promise<number> {
  for (let number = from; number < to; number += 1) {
    const thread = await ever.thread(`thread-${number}`);
    await thread.append([
      { role: 'user', content: `I moved into house ${number % 997} on the hill and need a plumber.` },
      { role: 'assistant', content: `There is a plumber in street ${number % 97}.` },
      { role: 'user', content: 'When is he free?' },
    ]);
    await thread.context();
  }
  await ever.idle();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const first = await touch(0, threads / 4);
const last = await touch(threads / 4, threads);
const { rss } = process.memoryUsage();
const peak = process.resourceUsage().maxRSS * 1_024;
await ever.close();
process.stdout.write(JSON.stringify({ perThread: (last - first) / (threads * 0.75), rss, peak }));
