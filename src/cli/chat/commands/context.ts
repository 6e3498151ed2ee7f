/** `/context`: what would be sent now, as a budget meter. */
import { UsageError } from '../../command.ts';
import { contextMeter } from '../../views/context-meter.ts';
import type { SlashCommand } from '../slash-command.ts';

export const context: SlashCommand = {
  name: 'context',
  usage: '[--items]',
  about: 'show the budget and what fills it, or every item',
  async run(chat, argument) {
    if (argument !== '' && argument !== '--items') throw new UsageError('/context takes --items or nothing.');
    const { sections, tokens, budget, items, forced } = await chat.thread.context({
      ...chat.responder.contextOptions(),
      preview: true,
    });
    const metered = { sections, tokens, budget, items, forced };
    return { data: metered, text: contextMeter(metered, chat.view(), { items: argument === '--items' }) };
  },
  complete: async () => ['--items'],
};
