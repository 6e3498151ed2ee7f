/** `everthread demo`: plays 200 messages of an invented conversation and shows how they are compacted. */
import { type Command, exitCodes, UsageError } from '../command.ts';
import { parseCommandLine } from '../config/flags.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

const defaultBudgetTokens = 4_000;
const leastBudgetTokens = 500;

export const demo: Command = {
  name: 'demo',
  summary: 'Play a conversation of 200 messages and watch it being compacted. Needs no key.',
  usage: 'demo [--strategy <name>] [--budget <tokens>] [--fast] [--json]',
  options: [
    { flag: '--strategy <name>', about: 'eternal (default), rolling, session, tiered, chain or running' },
    { flag: '--budget <tokens>', about: `tokens of a context, default ${defaultBudgetTokens}` },
    { flag: '--fast', about: 'no pauses' },
    { flag: '--json', about: 'only the figures, as one JSON object' },
  ],
  examples: [
    { command: 'demo', about: 'ten seconds, nothing to set up' },
    { command: 'demo --strategy rolling --fast', about: 'the same conversation under another strategy' },
    { command: 'demo --json --budget 2000', about: 'the figures, for a program to read' },
  ],
  async run(args, io) {
    const { values, json } = parseCommandLine({
      command: 'demo',
      args,
      options: { strategy: { type: 'string' }, budget: { type: 'string' }, fast: { type: 'boolean' } },
      settings: false,
    });
    const { strategy: strategyName = 'eternal', budget = String(defaultBudgetTokens), fast = false } = values;
    const [{ strategyNames }, { runDemo }] = await Promise.all([
      import('../../strategies/registry.ts'),
      import('../demo/run-demo.ts'),
    ]);
    const strategy = strategyNames.find((name) => name === strategyName);
    if (strategy === undefined) {
      throw new UsageError(
        `--strategy must be one of ${strategyNames.join(', ')}, but got ${JSON.stringify(sanitizeLine(strategyName))}.`,
      );
    }
    await runDemo({ strategy, budgetTokens: readBudget(budget), fast, json }, io);
    return exitCodes.ok;
  },
};

function readBudget(text: string): number {
  const tokens = /^[0-9_,]+$/u.test(text) ? Number(text.replaceAll(/[_,]/gu, '')) : Number.NaN;
  if (Number.isSafeInteger(tokens) && tokens >= leastBudgetTokens) return tokens;
  throw new UsageError(
    `--budget must be a whole number of at least ${leastBudgetTokens}, but got ${JSON.stringify(sanitizeLine(text))}.`,
  );
}
