/**
 * Plays every recorded session, message by message, under every strategy and three windows. Each context must be valid
 * for each provider, fit its budget as it is sent, and show every message once.
 *
 * `make soak` checks every context. `make test` plays the beginning of each session under one strategy, a different one
 * for each window, and checks a sample of contexts: most at the smallest window, where compactions are frequent.
 */
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../src/everthread.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import { checkContext, checkStored } from './properties/invariants.ts';
import { strategyNames } from './properties/operations.ts';
import { renderedTokens } from './rendered-tokens.ts';
import { noSessions, recordedSessions } from './session-data.ts';
import { sampleOf, soak } from './soak.ts';

const sessions = recordedSessions();
if (!sessions) console.warn(noSessions);

const longest = soak ? Number.POSITIVE_INFINITY : 90;
const windows = [
  { tokens: 8_000, every: soak ? 1 : 3 },
  { tokens: 32_000, every: soak ? 1 : 10 },
  { tokens: 200_000, every: soak ? 1 : 20 },
];
/** Recall takes longer than the rest of a context, so it is not tested in every one. */
const recallEvery = soak ? 1 : 25;
const system = 'You are a careful assistant. Answer briefly.';
const countRendered = renderedTokens();

const runs = windows.flatMap((window, first) =>
  strategyNames.map((strategy, index) => ({ ...window, strategy, from: first + index })),
);

describe.each(runs)('$strategy in a window of $tokens tokens', ({ tokens, every, strategy, from }) => {
  it('I-2 I-3 I-8 I-9 hold after every message of every recorded session', async ({ skip }) => {
    if (!sessions) return skip(noSessions);
    let contexts = 0;
    let compactions = 0;
    for (const { name, messages: all } of sampleOf(sessions, { every: strategyNames.length, from })) {
      const messages = all.slice(0, longest);
      const store = memoryStore();
      const ever = createEverthread({ store, strategy, budget: { tokens } });
      const thread = await ever.thread(name);
      for (const [index, message] of messages.entries()) {
        const seq = index + 1;
        await thread.append(message);
        if (seq % every === 0 || seq === messages.length) {
          // Asks while background work is running, which is the most critical moment.
          const shown = await thread.context({ system, recall: seq % recallEvery === 0 });
          checkContext(shown, seq);
          const { budget } = shown;
          expect(countRendered(shown.toOpenAI()), `I-3 on the wire: ${name} at ${seq}`).toBeLessThanOrEqual(
            budget.tokens - budget.responseTokens,
          );
          contexts += 1;
        }
        await ever.idle();
      }
      await checkStored(store, name);
      compactions += (await thread.state()).compactions;
      await ever.close();
    }
    expect(contexts).toBeGreaterThan(soak ? 100 : 10);
    if (tokens === 8_000) expect(compactions).toBeGreaterThan(soak ? 10 : 0);
  });
});
