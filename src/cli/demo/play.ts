/** Plays the conversation into a thread, message by message, and reports each step to its caller. Prints nothing. */

import { createEverthread } from '../../everthread.ts';
import type { Receipt } from '../../records/summary.ts';
import { type Runtime, systemRuntime } from '../../runtime.ts';
import type { StrategyName } from '../../strategies/registry.ts';
import { conversation, type DemoMessage, demoSystem } from './conversation.ts';
import { createReport, type DemoReport } from './report.ts';

/** A context that had to be shortened schedules a compaction; after at most this many rounds it should fit. */
const settlingRounds = 4;

export type Step = {
  number: number;
  total: number;
  message: DemoMessage;
  historyTokens: number;
  contextTokens: number;
  compactions: Receipt[];
};

export async function play(options: {
  strategy: StrategyName;
  budgetTokens: number;
  onStep: (step: Step) => void | Promise<void>;
}): Promise<DemoReport> {
  const { strategy, budgetTokens, onStep } = options;
  const ever = createEverthread({ strategy, budget: { tokens: budgetTokens }, runtime: countedIds() });
  const receipts: Receipt[] = [];
  ever.on('summarization', ({ receipt }) => receipts.push(receipt));
  try {
    const thread = await ever.thread('ink-and-otter');
    const turns = { contexts: 0, largestContextTokens: 0, overBudget: 0 };
    const readContext = async () => {
      const context = await thread.context({ system: demoSystem });
      turns.contexts += 1;
      turns.largestContextTokens = Math.max(turns.largestContextTokens, context.tokens);
      if (context.tokens > context.budget.tokens - context.budget.responseTokens) turns.overBudget += 1;
      return context;
    };

    let historyTokens = 0;
    for (const [index, message] of conversation.entries()) {
      historyTokens += (await thread.append(message)).tokens;
      const context = await readContext();
      // A person takes longer to type than a compaction takes.
      const before = receipts.length;
      await ever.idle();
      await onStep({
        number: index + 1,
        total: conversation.length,
        message,
        historyTokens,
        contextTokens: context.tokens,
        compactions: receipts.slice(before),
      });
    }

    let context = await readContext();
    for (let round = 0; context.forced && round < settlingRounds; round += 1) {
      await ever.idle();
      context = await readContext();
    }
    return await createReport({ thread, context, strategy, messages: conversation, receipts, turns });
  } finally {
    await ever.close();
  }
}

/** Counts ids instead of drawing them at random: ids occur in summaries, so random ones would change every run. */
function countedIds(): Runtime {
  let count = 0;
  return {
    ...systemRuntime,
    newId(kind) {
      count += 1;
      return `${kind}_${count}`;
    },
  };
}
