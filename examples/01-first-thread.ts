/**
 * The first thread: append, ask for a context, look at what is behind it.
 * Run it with `node examples/01-first-thread.ts` after `make build`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEverthread } from 'everthread';
import { sqliteStore } from 'everthread/sqlite';

// The database is a real file, in a folder that is gone afterwards.
const folder = mkdtempSync(join(tmpdir(), 'everthread-'));
const before = process.cwd();
process.chdir(folder);

const ever = createEverthread({
  store: sqliteStore({ path: 'chat.db' }),
  strategy: 'eternal',
  budget: { tokens: 8000 },
});

const thread = await ever.thread('support-42'); // made on first use
await thread.append({ role: 'user', content: 'My order 1182 never arrived.' });

const context = await thread.context({ system: 'You are helpful.' });
console.log('messages to send:');
console.log(context.messages); // AI SDK ModelMessage[]; also toOpenAI(), toOpenAIResponses(), toAnthropic(), toText()
console.log(`tokens: ${context.tokens} of ${context.budget.tokens}`); // never above the budget
for (const item of context.items) console.log(`- ${item.section}: ${item.reason}`); // what is in it, and why

await ever.idle(); // background work done
const summaries = await thread.summaries(); // what stands for the older messages
console.log(`summaries: ${summaries.length}, because everything still fits`);
for await (const message of thread.history()) console.log(message.seq, message.role); // the originals, all of them
await ever.close();

process.chdir(before);
rmSync(folder, { recursive: true });
