/** Loads the demo's conversation into a thread of the server, turn by turn, so that there is something to look at. */
import type { Everthread } from '../../everthread.ts';
import { conversation, demoSystem } from '../demo/conversation.ts';

const threadId = 'demo';
const budgetTokens = 4_000;
const title = 'A bookshop moves its database';

export async function loadDemo(options: { everthread: Everthread; signal: AbortSignal }): Promise<string> {
  const { everthread, signal } = options;
  const thread = await everthread.thread(threadId, { title, labels: ['demo'] });
  const { messages, settings } = await thread.state();
  if (messages >= conversation.length) return threadId;
  if (settings.budgetTokens === undefined) await thread.configure({ budgetTokens });
  for (const [index, message] of conversation.entries()) {
    signal.throwIfAborted();
    await thread.append({ ...message, id: `demo-${index + 1}` });
    if (message.role !== 'user') continue;
    await thread.context({ system: demoSystem });
    // A person takes longer to type than a compaction takes.
    await everthread.idle();
  }
  await everthread.idle();
  return threadId;
}
