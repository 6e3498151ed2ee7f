/** `/strategy`: shows or changes the strategy of this thread. */

import { didYouMean } from '../../../input/nearest.ts';
import { strategyNames } from '../../../strategies/registry.ts';
import { UsageError } from '../../command.ts';
import { sanitizeLine } from '../../terminal/sanitize.ts';
import type { SlashCommand } from '../slash-command.ts';
import { listBlock, textBlock } from './text-block.ts';

const abouts: { readonly [name: string]: string } = {
  eternal: 'summaries of summaries, prepared ahead; goes on for ever',
  rolling: 'one summary, rolled forward every 20 messages',
  session: 'segments with files, tools and decisions, for coding agents',
  tiered: 'recent in full, the next condensed, the rest compressed',
  chain: 'structured records by token ratio, each folding in the last',
  running: 'one running summary and a small window',
};

export const strategy: SlashCommand = {
  name: 'strategy',
  usage: '[NAME]',
  about: 'show how this thread is summarized, or change it',
  async run(chat, argument) {
    const view = chat.view();
    const { settings } = await chat.thread.state();
    const current = settings.strategy?.name ?? chat.opened.settings.values.strategy.name;
    if (argument === '') {
      return {
        data: {
          strategy: settings.strategy ?? chat.opened.settings.values.strategy,
          choices: strategyNames,
        },
        text: listBlock(
          strategyNames.map((name) => ({ name, about: abouts[name] ?? '', marked: name === current })),
          view,
        ),
      };
    }
    const chosen = strategyNames.find((name) => name === argument.toLowerCase());
    if (chosen === undefined) {
      const shown = JSON.stringify(sanitizeLine(argument).slice(0, 40));
      throw new UsageError(
        `There is no strategy ${shown}.${didYouMean(argument, strategyNames)} There are ${strategyNames.join(', ')}.`,
      );
    }
    await chat.thread.configure({ strategy: { name: chosen } });
    return {
      data: { strategy: { name: chosen } },
      text: textBlock(
        `This thread is summarized by ${chosen} from now on. What is summarized already stays.`,
        view,
      ),
    };
  },
  complete: async () => strategyNames,
};
