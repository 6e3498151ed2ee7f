/** `everthread stats`: the tokens sent for a thread, compared with sending its whole history every time. */
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { budgetFor, withEverthread } from '../open-everthread.ts';
import { terminalJson } from '../terminal/sanitize.ts';

export const stats: Command = {
  name: 'stats',
  summary: 'Show what was sent, what the whole history would have taken, and how well summaries keep facts.',
  usage: 'stats [--prices <prices>] [--thread <id>] [--json]',
  options: [
    {
      flag: '--prices <prices>',
      about:
        'shows the cost: a model (claude-sonnet-4-5), dollars per million tokens (input=3,output=15,cacheRead=0.3,cacheWrite=3.75), or a JSON file of them',
    },
    { flag: '--json', about: 'the figures as JSON' },
    ...settingRows(['thread', 'budget', 'database']),
  ],
  examples: [
    { command: 'stats', about: 'the thread used last' },
    { command: 'stats --prices gpt-5', about: 'what that costs, with and without a prompt cache' },
    { command: 'stats --prices input=3,cacheRead=0.3,cacheWrite=3.75', about: 'the same at your own prices' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'stats',
      args,
      options: { prices: { type: 'string' } },
    });
    const { readPrices } = await import('../stats/read-prices.ts');
    const prices = await readPrices(values.prices);
    await withEverthread({ flags, io, automatic: false }, async (opened) => {
      const { thread } = await existingThread(opened);
      const { settings, provider, everthread } = opened;
      const [{ collectStats }, { resolveBudget }] = await Promise.all([
        import('../../stats/collect-stats.ts'),
        import('../../tokens/windows.ts'),
      ]);
      const collected = await collectStats({
        everthread,
        thread,
        budgetTokens: resolveBudget(await budgetFor(settings, provider)).tokens,
        strategy: settings.values.strategy.name,
        ...(provider.provider === 'none' || provider.model === undefined ? {} : { model: provider.model }),
        ...prices,
        priced: prices !== undefined,
      });
      if (json) {
        io.stdout.write(`${terminalJson(collected)}\n`);
        return;
      }
      const [{ statsView }, { viewOf }] = await Promise.all([
        import('../views/stats-view.ts'),
        import('../views/view.ts'),
      ]);
      const priceHint = 'With --prices <a model, or input=3,cacheRead=0.3,…> the cost is shown too.';
      io.stdout.write(statsView(collected, viewOf(io), { priceHint }));
    });
    return exitCodes.ok;
  },
};
