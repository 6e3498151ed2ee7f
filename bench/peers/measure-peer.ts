/** Measures one library: `node measure-peer.ts <library> <input.json>` prints the times of its turns. */
import { readFileSync } from 'node:fs';
import type { Peer, PeerMessage, PeerOptions } from './peer.ts';

export type PeerInput = PeerOptions & {
  messages: PeerMessage[];
  turns: { text: string; isQuestion: boolean; answer: string }[];
  warmUp: number;
};

const libraries: { [name: string]: (options: PeerOptions) => Promise<Peer> } = {
  everthread: async (options) => (await import('./everthread.ts')).openEverthread(options, { recall: false }),
  'everthread-recall': async (options) =>
    (await import('./everthread.ts')).openEverthread(options, { recall: true }),
  'langchain-summarized': async (options) =>
    (await import('./langchain.ts')).openLangChain(options, { history: 'summarized' }),
  'langchain-trimmed': async (options) =>
    (await import('./langchain.ts')).openLangChain(options, { history: 'trimmed' }),
  'langchain-trim-alone': async (options) => (await import('./langchain.ts')).openTrimming(options),
  mastra: async (options) => (await import('./mastra.ts')).openMastra(options, { recall: false }),
  'mastra-recall': async (options) => (await import('./mastra.ts')).openMastra(options, { recall: true }),
};

const [name, file] = process.argv.slice(2) as [string, string];
const { messages, turns, warmUp, ...options } = JSON.parse(readFileSync(file, 'utf8')) as PeerInput;
const peer = await libraries[name]!(options);
await peer.fill(messages);
const times: number[] = [];
for (const [index, { answer, ...message }] of turns.entries()) {
  const started = performance.now();
  await peer.turn(message, answer);
  if (index >= warmUp) times.push(performance.now() - started);
  await peer.settle?.();
}
await peer.close();
process.stdout.write(`${JSON.stringify(times)}\n`);
process.exit(0);
