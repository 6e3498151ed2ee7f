/**
 * Uses many threads once and says how much memory stays in use: memory.test.ts runs it in a process of its own, with
 * the garbage collector at hand.
 */
import { createEverthread } from '../src/everthread.ts';
import { sqliteStore } from '../src/stores/sqlite/sqlite-store.ts';

const [path, first, last] = process.argv.slice(2) as [string, string, string];

const ever = createEverthread({
  store: sqliteStore({ path, synchronous: 'normal' }),
  strategy: { name: 'rolling', messages: 1, verbatimExchanges: 1 },
  model: 'claude-haiku-4-5',
});

/** Everything a thread is used for in its life: kept, shown, compacted, tuned and measured. */
async function use(number: number): Promise<void> {
  const id = `thread-${String(number).padStart(6, '0')}`;
  const thread = await ever.thread(id);
  await thread.append([
    { role: 'user', content: `Question ${number}: ${'what about it? '.repeat(8)}` },
    { role: 'assistant', content: `Answer ${number}` },
  ]);
  // A third message makes a compaction due, which costs as much as all the rest.
  if (number % 10 === 0) await thread.append({ role: 'user', content: 'Then what?' });
  const { tokens } = await thread.context({ system: 'Be brief.' });
  if (number % 4 === 0)
    await thread.configure({ strategy: { name: 'chain', minMessages: 10 + (number % 500) } });
  // Often enough at first to fill what is remembered of the threads used last, so that it is full when measured.
  if (number <= Number(first) || number % 16 === 0) {
    const reportedTokens = Math.round(tokens * 1.2);
    await ever.observeUsage({ threadId: id, contextTokens: tokens, reportedTokens });
  }
}

async function memoryInUse(): Promise<number> {
  await ever.idle();
  for (let round = 0; round < 4; round += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    global.gc!();
  }
  return process.memoryUsage().heapUsed;
}

for (let number = 1; number <= Number(first); number += 1) await use(number);
const before = await memoryInUse();
for (let number = Number(first) + 1; number <= Number(last); number += 1) await use(number);
const after = await memoryInUse();
process.stdout.write(JSON.stringify({ before, after }));
await ever.close();
