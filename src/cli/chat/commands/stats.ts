/** `/stats`: the tokens sent for this thread, compared with sending its whole history every time. */

import { collectStats } from '../../../stats/collect-stats.ts';
import { resolveBudget } from '../../../tokens/windows.ts';
import { UsageError } from '../../command.ts';
import { budgetFor } from '../../open-everthread.ts';
import { statsView } from '../../views/stats-view.ts';
import type { SlashCommand } from '../slash-command.ts';

export const stats: SlashCommand = {
  name: 'stats',
  usage: '',
  about: 'tokens sent, compactions, facts kept',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/stats takes no argument.');
    const { settings, provider, everthread } = chat.opened;
    const collected = await collectStats({
      everthread,
      thread: chat.thread,
      budgetTokens: resolveBudget(await budgetFor(settings, provider)).tokens,
      strategy: settings.values.strategy.name,
      ...(provider.provider === 'none' || provider.model === undefined ? {} : { model: provider.model }),
    });
    return { data: collected, text: statsView(collected, chat.view()) };
  },
};
