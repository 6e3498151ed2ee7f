/** Large input: how long the event loop is held by one huge append, and whether the time grows only with the size. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEverthread, type MessageInput, memoryStore } from '../src/index.ts';
import { milliseconds, table, timings } from './measure.ts';

const prose = 'The quick brown fox jumps over the lazy dog, and 42 others watched it at 10:15. ';

const inputs: { name: string; message: () => MessageInput | MessageInput[] }[] = [
  { name: '1 MB of text', message: () => ({ role: 'user', content: prose.repeat(12_500) }) },
  { name: '10 MB of text', message: () => ({ role: 'user', content: prose.repeat(125_000) }) },
  { name: '100,000 equal characters', message: () => ({ role: 'user', content: 'a'.repeat(100_000) }) },
  { name: '1,000,000 equal characters', message: () => ({ role: 'user', content: 'a'.repeat(1_000_000) }) },
  {
    name: '10,000 tool results in one message',
    message: () => [
      {
        role: 'assistant',
        parts: Array.from({ length: 10_000 }, (_, index) => ({
          type: 'tool-call' as const,
          callId: `call_${index}`,
          name: 'read_file',
          input: { path: `src/file-${index}.ts` },
        })),
      },
      {
        role: 'tool',
        parts: Array.from({ length: 10_000 }, (_, index) => ({
          type: 'tool-result' as const,
          callId: `call_${index}`,
          output: `line ${index}`,
        })),
      },
    ],
  },
];

export async function largeInput(): Promise<string> {
  const rows: string[][] = [];
  for (const input of inputs) {
    const ever = createEverthread({ store: memoryStore(), budget: { tokens: 8_000 } });
    const thread = await ever.thread('large');
    const messages = input.message();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const [append] = await timings(1, async () => {
      await (Array.isArray(messages) ? thread.append(messages) : thread.append(messages));
    });
    const [context] = await timings(1, async () => {
      await thread.context();
    });
    const [compaction] = await timings(1, async () => {
      await ever.idle();
    });
    delay.disable();
    rows.push([
      input.name,
      milliseconds(append!),
      milliseconds(context!),
      milliseconds(compaction!),
      milliseconds(delay.max / 1e6),
    ]);
    await ever.close();
  }
  return [
    '## Large input',
    '',
    'One append, one context and the background work after it; the last column is the longest time the event loop was held.',
    '',
    table(['input', 'append', 'context', 'background', 'longest hold'], rows),
    '',
  ].join('\n');
}
