/**
 * One of several processes that work on the same thread, started by processes.test.ts. Its summarizer notes its begin
 * and end in a file that all share. Lines are appended whole, so their order is the order of events.
 */

import { once } from 'node:events';
import { appendFileSync, writeSync } from 'node:fs';
import { createEverthread } from '../../src/everthread.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { StrategyName } from '../../src/strategies/registry.ts';
import { extractive } from '../../src/summarizers/extractive/extractive.ts';
import { chatMessages } from '../chat-messages.ts';

const [path, notes, strategy, name, turns] = process.argv.slice(2) as [
  string,
  string,
  StrategyName,
  string,
  string,
];
const note = (event: string) => appendFileSync(notes, `${event} ${name}\n`);

/** The extractive summarizer makes valid summaries of any range that a race produces. */
const summarizer = extractive();
const ever = createEverthread({
  store: sqliteStore({ path, synchronous: 'normal', busyTimeoutMs: 60_000 }),
  strategy,
  summarizer: {
    ...summarizer,
    async summarize(request) {
      note('enter');
      await new Promise((resolve) => setTimeout(resolve, 3));
      note('leave');
      return summarizer.summarize(request);
    },
  },
  budget: { tokens: 2_000 },
  spend: [],
  // A worker thread would compile the library again.
  workers: false,
});
const told: string[] = [];
ever.on('diagnostic', ({ code, message }) => told.push(`${code}: ${message}`));
let compactions = 0;
ever.on('summarization', () => {
  compactions += 1;
});
const thread = await ever.thread('thread');
writeSync(1, 'ready\n');
// All processes start together, because otherwise they might never race.
await once(process.stdin, 'data');
for (let turn = 0; turn < Number(turns); turn += 1) {
  const [message] = chatMessages(1, 20, turn * 2);
  await thread.append({ ...message!, id: `${name}-${turn}` });
  if (turn % 8 === 7) await thread.compact();
  if (turn % 5 === 4) await thread.context();
}
await ever.idle();
// A process without any compaction makes one, so that the notes contain all processes.
while (compactions === 0) {
  await thread.compact({ refresh: true });
  await new Promise((resolve) => setTimeout(resolve, 5));
}
writeSync(1, `${JSON.stringify({ compactions, told })}\n`);
await ever.close();
process.stdin.destroy();
