/**
 * Uses many threads in one process and reports its memory. memory.ts runs it as JavaScript on the built library,
 * because loading TypeScript takes more memory than is measured here. With `--expose-gc` it reports the memory that
 * stays for each thread, without it the memory of the process: a forced collection would let the space for young
 * objects grow to its maximum.
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
