/** Runs the demo: plays the conversation, shows it, and sets its pace. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { StrategyName } from '../../strategies/registry.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import type { Io } from '../io.ts';
import { terminalJson } from '../terminal/sanitize.ts';
import { createStyle } from '../terminal/style.ts';
import { wrap } from '../terminal/width.ts';
import { viewOf } from '../views/view.ts';
import { closingScreen } from './closing.ts';
import { conversation } from './conversation.ts';
import { type LiveView, panelView, plainView } from './live-view.ts';
import { play, type Step } from './play.ts';

/** About ten seconds in all, so that people can follow and do not leave. */
const messagePaceMs = 36;
const noticePaceMs = 90;

export async function runDemo(
  options: { strategy: StrategyName; budgetTokens: number; json: boolean; fast: boolean },
  io: Io,
): Promise<void> {
  const { strategy, budgetTokens, json, fast } = options;
  if (json) {
    const report = await play({ strategy, budgetTokens, onStep() {} });
    io.stdout.write(`${terminalJson(report)}\n`);
    return;
  }
  const style = createStyle(io);
  const view = io.isTerminal
    ? panelView({ io, style, budgetTokens, scale: scaleFor(budgetTokens) })
    : plainView(io);
  const title = `A bookshop moves its database: ${conversation.length} messages, one by one.`;
  io.stdout.write(`${wrap(title, io.columns).map(style.bold).join('\n')}\n\n`);
  const pace = io.isTerminal && !fast ? createPace() : async () => {};
  const report = await playInto(view, { strategy, budgetTokens, pace });
  io.stdout.write(`\n${closingScreen(report, viewOf(io))}`);
}

async function playInto(
  view: LiveView,
  options: { strategy: StrategyName; budgetTokens: number; pace: (step: Step) => Promise<void> },
) {
  const { strategy, budgetTokens, pace } = options;
  try {
    return await play({
      strategy,
      budgetTokens,
      async onStep(step) {
        view.show(step);
        await pace(step);
      },
    });
  } finally {
    view.close();
  }
}

/** Waits until a time by the clock instead of for a fixed pause, so that a slow machine takes no longer. */
function createPace(): (step: Step) => Promise<void> {
  let due = performance.now();
  return async (step) => {
    due += messagePaceMs + step.compactions.length * noticePaceMs;
    await sleep(Math.max(0, due - performance.now()));
  };
}

/** Both bars of the panel use the tokens of the whole history as their scale. */
function scaleFor(budgetTokens: number): number {
  const counter = createTokenCounter();
  const history = conversation.reduce((sum, message) => sum + counter.message(message), 0);
  return Math.max(history, budgetTokens);
}
