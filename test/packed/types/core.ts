/** Compiled without the optional packages and with all declarations checked; never run. */
import {
  type Context,
  createEverthread,
  type Everthread,
  type EverthreadOptions,
  languageModel,
  memoryStore,
  type Summarizer,
  type Thread,
} from 'everthread';
import { sqliteStore } from 'everthread/sqlite';
import { numberMessages } from 'everthread/stores';
import { findCuts } from 'everthread/strategies';
import { readTranscripts } from 'everthread/transcripts';

export const parts = { numberMessages, findCuts, readTranscripts, memoryStore, sqliteStore };

export const options: EverthreadOptions = {
  strategy: {
    name: 'chain',
    triggerTokenRatio: 0.7,
    onFailure: 'keep',
    overrides: { openai: { minMessages: 4 } },
  },
  summarizer: languageModel({ models: ['openai/gpt-5-mini'] }),
};

export async function use(own: Summarizer): Promise<Context> {
  const ever: Everthread = createEverthread({ summarizer: own, strategy: 'rolling' });
  ever.on('summarization', async ({ receipt }) => console.log(receipt.tokensAfter));
  ever.on('diagnostic', ({ code, message }) => console.log(code, message));
  const thread: Thread = await ever.thread('t');
  await thread.configure({ strategy: { name: 'tiered', recentCount: 10 } });
  await thread.configure({ strategy: { name: 'one-of-mine' } });
  await thread.append([
    { role: 'user', content: 'Hello.', createdAt: new Date() },
    { role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
  ]);
  return thread.context({ budget: { model: 'gpt-5', fraction: 0.5 } });
}

/** Each of these is a mistake the compiler must find. */
export async function mistakes(ever: Everthread, thread: Thread): Promise<void> {
  // @ts-expect-error no strategy has this name
  createEverthread({ strategy: 'eternall' });
  // @ts-expect-error nor this one
  createEverthread({ strategy: { name: 'rollling', messages: 30 } });
  // @ts-expect-error an option of another strategy
  createEverthread({ strategy: { name: 'rolling', triggerTokenRatio: 0.7 } });
  // @ts-expect-error a number, not a text
  createEverthread({ strategy: { name: 'rolling', messages: '30' } });
  // @ts-expect-error an override of an option that is not there
  createEverthread({ strategy: { name: 'chain', overrides: { openai: { minMesages: 4 } } } });
  // @ts-expect-error an option without a strategy that has it
  await thread.configure({ strategy: { name: 'one-of-mine', messages: 30 } });
  // @ts-expect-error no event has this name
  ever.on('sumarization', () => undefined);
  // @ts-expect-error nor this member
  ever.on('summarization', ({ tokenBefore }) => console.log(tokenBefore));
  // @ts-expect-error no role
  await thread.append({ role: 'usr', content: 'Hello.' });
  // @ts-expect-error no member of a message
  await thread.append({ role: 'user', contnt: 'Hello.' });
  // @ts-expect-error no option of a context
  await thread.context({ sytem: 'Be brief.' });
  // @ts-expect-error no option of Everthread
  createEverthread({ budgets: { tokens: 100 } });
}
