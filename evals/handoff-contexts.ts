/** Puts a recorded session into a thread, compacts it without a model, and returns its contexts and work record. */
import { createEverthread } from '../src/everthread.ts';
import type { MessageInput } from '../src/message/normalize.ts';
import type { WorkRecord } from '../src/records/work-record.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { StrategyName } from '../src/strategies/registry.ts';
import { mergeWork } from '../src/work/merge-work.ts';

export const strategies = ['eternal', 'session'] as const;
export const charactersPerToken = 4;

/** Contexts of the given sizes, the merged work record, and the messages after the last summary. */
export async function contextsOf(
  messages: readonly MessageInput[],
  strategy: StrategyName,
  sizes: readonly number[],
) {
  const ever = createEverthread({
    store: memoryStore(),
    strategy,
    budget: { tokens: 32_000 },
    automatic: false,
    compaction: { maxPasses: 10_000 },
  });
  const thread = await ever.thread('session');
  for (const message of messages) await thread.append(message);
  await thread.compact();
  await ever.idle();
  const texts: string[] = [];
  for (const tokens of sizes) {
    const context = await thread.context({
      budget: { tokens },
      reserve: { responseTokens: 0 },
      recall: false,
    });
    texts.push(context.toText());
  }
  const summaries = await thread.summaries();
  const [first, ...rest] = summaries.flatMap(({ work }) => (work === undefined ? [] : [work]));
  const record: WorkRecord | undefined = first && rest.reduce(mergeWork, first);
  const tail = await Array.fromAsync(thread.history({ from: (summaries.at(-1)?.to ?? 0) + 1 }));
  await ever.close();
  return { texts, record, tail: JSON.stringify(tail.map(({ parts }) => parts)) };
}
