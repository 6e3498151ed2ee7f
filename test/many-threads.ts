/**
 * Uses many threads once and counts the thread ids that are still in memory. memory.test.ts runs it in a separate
 * process. An engine needs a thread's id for anything it remembers of it; counting bytes would say less, because V8
 * takes and releases megabytes by itself.
 */
import { text } from 'node:stream/consumers';
import { getHeapSnapshot } from 'node:v8';
import { createEverthread } from '../src/everthread.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';

const [path, threads] = process.argv.slice(2) as [string, string];

const ever = createEverthread({
  store: sqliteStore({ path, synchronous: 'normal' }),
  strategy: { name: 'rolling', messages: 1, verbatimExchanges: 1 },
  model: 'claude-haiku-4-5',
});

/** Uses a thread in every way: appends, makes a context, compacts, configures and measures. */
async function use(number: number): Promise<void> {
  const id = `thread-${String(number).padStart(6, '0')}`;
  const thread = await ever.thread(id);
  await thread.append([
    { role: 'user', content: `Question ${number}: ${'what about it? '.repeat(8)}` },
    { role: 'assistant', content: `Answer ${number}` },
  ]);
  // Only some threads get a third message: it makes a compaction due, which takes as long as everything else.
  if (number % 10 === 0) await thread.append({ role: 'user', content: 'Then what?' });
  const { tokens } = await thread.context({ system: 'Be brief.' });
  if (number % 4 === 0)
    await thread.configure({ strategy: { name: 'chain', minMessages: 10 + (number % 500) } });
  if (number % 3 === 0) {
    const reportedTokens = Math.round(tokens * 1.2);
    await ever.observeUsage({ threadId: id, contextTokens: tokens, reportedTokens });
  }
}

async function threadsInMemory(): Promise<number> {
  await ever.idle();
  const { strings } = JSON.parse(await text(getHeapSnapshot())) as { strings: string[] };
  return new Set(strings.flatMap((string) => string.match(/thread-\d{6}/gu) ?? [])).size;
}

for (let number = 1; number <= Number(threads); number += 1) await use(number);
process.stdout.write(JSON.stringify({ inMemory: await threadsInMemory() }));
await ever.close();
