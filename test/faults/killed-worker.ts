/**
 * A process that appends and compacts until kill.test.ts kills it. It writes the id and hash of each acknowledged
 * message to its output, synchronously, so that no acknowledgement is lost when it dies.
 */

import { writeSync } from 'node:fs';
import { createEverthread } from '../../src/everthread.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import type { StrategyName } from '../../src/strategies/registry.ts';
import { chatMessages } from '../chat-messages.ts';

const [path, strategy, seed] = process.argv.slice(2) as [string, StrategyName, string];

const ever = createEverthread({
  store: sqliteStore({ path }),
  strategy,
  budget: { tokens: 1_500 },
  // A worker thread would compile the library again, and these processes live only for a moment.
  workers: false,
  // A killed worker cannot release its lease; the next one waits no longer than this.
  compaction: { leaseMs: 50 },
});
const thread = await ever.thread('thread');
const { messages } = await thread.state();
for (let turn = Number(seed); ; turn += 1) {
  const batch = chatMessages(1 + (turn % 3), 25, messages + turn * 10);
  const stored = await thread.append(batch);
  for (const { id, hash } of stored) writeSync(1, `${id} ${hash}\n`);
  if (turn % 4 === 0) await thread.context({ budget: { tokens: 600 } });
  if (turn % 7 === 0) await thread.compact();
}
