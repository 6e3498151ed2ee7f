/**
 * A process among several that work on one thread: processes.test.ts runs it. Its summarizer notes in a file that all
 * share when it begins and ends; lines are appended whole, so their order is the order of events.
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

/** Whatever ranges meet in a race, its text carries them. */
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
  // Each would compile the library once more.
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
// All begin together, or they might never meet.
await once(process.stdin, 'data');
for (let turn = 0; turn < Number(turns); turn += 1) {
  const [message] = chatMessages(1, 20, turn * 2);
  await thread.append({ ...message!, id: `${name}-${turn}` });
  if (turn % 8 === 7) await thread.compact();
  if (turn % 5 === 4) await thread.context();
}
await ever.idle();
// Whoever never had a turn takes one, so that the notes speak of all of them.
while (compactions === 0) {
  await thread.compact({ refresh: true });
  await new Promise((resolve) => setTimeout(resolve, 5));
}
writeSync(1, `${JSON.stringify({ compactions, told })}\n`);
await ever.close();
process.stdin.destroy();
