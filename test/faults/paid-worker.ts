/** A process that paid-once.test.ts kills after its model has answered and before the summary is committed. */
import { createEverthread } from '../../src/everthread.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { chatMessages } from '../chat-messages.ts';
import { threadId } from './crash-engine.ts';
import { paidOptions } from './paid-model.ts';

const [path] = process.argv.slice(2) as [string];
const dies = () => process.kill(process.pid, 'SIGKILL');
const store = { ...sqliteStore({ path }), commit: dies as never };
const ever = createEverthread({ ...paidOptions(), store, workers: false });
const thread = await ever.thread(threadId);
await thread.append(chatMessages(30, 25, 0));
await thread.compact();
