/** `/stats`: what this thread took, with Everthread and without. */
import { resolveBudget } from '../../../tokens/windows.ts';
import { UsageError } from '../../command.ts';
import { budgetFor } from '../../session.ts';
import { collectStats } from '../../stats/collect-stats.ts';
import { statsView } from '../../views/stats-view.ts';
import type { SlashCommand } from '../slash-command.ts';

export const stats: SlashCommand = {
  name: 'stats',
  usage: '',
  about: 'tokens over time, compactions, facts kept',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/stats takes no argument.');
    const { settings, provider, store } = chat.session;
    const collected = await collectStats({
      store,
      threadId: chat.thread.id,
      budgetTokens: resolveBudget(await budgetFor(settings, provider)).tokens,
      strategy: settings.values.strategy.name,
    });
    return { data: collected, text: statsView(collected, chat.view()) };
  },
};
