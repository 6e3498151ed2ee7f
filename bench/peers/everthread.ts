import { join } from 'node:path';
import { createEverthread } from '../../src/index.ts';
import { sqliteStore } from '../../src/sqlite.ts';
import { scriptedSummarizer } from '../../src/testing.ts';
import { type Peer, type PeerOptions, scriptedSummary } from './peer.ts';

export async function openEverthread(
  { folder, system, budgetTokens }: PeerOptions,
  { recall }: { recall: boolean },
): Promise<Peer> {
  const ever = createEverthread({
    // As safe as the other libraries: a power cut may lose the last writes.
    store: sqliteStore({ path: join(folder, 'everthread.db'), synchronous: 'normal' }),
    budget: { tokens: budgetTokens },
    recall: { enabled: recall },
    summarizer: scriptedSummarizer({
      answers: ({ transcript, previous }) =>
        scriptedSummary([...previous, ...transcript].map(({ text }) => text).join(' ')),
    }),
  });
  const thread = await ever.thread('thread');
  return {
    async fill(messages) {
      await thread.append(messages.map(({ role, text }) => ({ role, content: text })));
      await thread.compact();
      await ever.idle();
    },
    async turn(message, answer) {
      await thread.append({ role: 'user', content: message.text });
      const { messages } = await thread.context({ system });
      if (messages.length === 0) throw new Error('The context is empty.');
      await thread.append({ role: 'assistant', content: answer });
    },
    settle: () => ever.idle(),
    close: () => ever.close(),
  };
}
