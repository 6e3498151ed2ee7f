/** `everthread stats`: what was sent of a thread, and what its whole history would have taken. */
import { type Command, exitCodes } from '../command.ts';
import { parseCommandLine, settingRows } from '../config/flags.ts';
import { existingThread } from '../existing-thread.ts';
import { readAmount } from '../read-argument.ts';
import { budgetFor, withSession } from '../session.ts';
import { terminalJson } from '../terminal/sanitize.ts';

export const stats: Command = {
  name: 'stats',
  summary: 'Show what was sent, what the whole history would have taken, and how well summaries keep facts.',
  usage: 'stats [--price <dollars>] [--thread <id>] [--json]',
  options: [
    {
      flag: '--price <dollars>',
      about: 'US dollars for a million input tokens of your model: shows the cost',
    },
    { flag: '--json', about: 'the figures as JSON' },
    ...settingRows(['thread', 'budget', 'database']),
  ],
  examples: [
    { command: 'stats', about: 'the thread used last' },
    { command: 'stats --price 3', about: 'what that costs at 3 dollars per million tokens' },
  ],
  async run(args, io) {
    const { values, flags, json } = parseCommandLine({
      command: 'stats',
      args,
      options: { price: { type: 'string' } },
    });
    const usdPerMillion = readAmount('--price', values.price);
    await withSession({ flags, io, automatic: false }, async (session) => {
      const { thread } = await existingThread(session);
      const { settings, provider, everthread } = session;
      const [{ collectStats }, { resolveBudget }] = await Promise.all([
        import('../stats/collect-stats.ts'),
        import('../../tokens/windows.ts'),
      ]);
      const collected = await collectStats({
        everthread,
        thread,
        budgetTokens: resolveBudget(await budgetFor(settings, provider)).tokens,
        strategy: settings.values.strategy.name,
        ...(usdPerMillion === undefined ? {} : { usdPerMillion }),
      });
      if (json) {
        io.stdout.write(`${terminalJson(collected)}\n`);
        return;
      }
      const [{ statsView }, { viewOf }] = await Promise.all([
        import('../views/stats-view.ts'),
        import('../views/view.ts'),
      ]);
      const priceHint = 'With --price <dollars per million input tokens> the cost is shown too.';
      io.stdout.write(statsView(collected, viewOf(io), { priceHint }));
    });
    return exitCodes.ok;
  },
};
