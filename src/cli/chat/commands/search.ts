/** `/search`: finds messages of this thread. */
import { UsageError } from '../../command.ts';
import { searchHits } from '../../views/search-hits.ts';
import type { SlashCommand } from '../slash-command.ts';

const shownHits = 5;

export const search: SlashCommand = {
  name: 'search',
  usage: 'WORDS',
  about: 'find messages of this thread, best first',
  details: [
    'Answers that only quote this thread are never found. `everthread search` has filters and more pages.',
  ],
  async run(chat, argument) {
    if (argument === '') throw new UsageError('/search needs words to look for.');
    const { hits } = await chat.thread.search(argument, { limit: shownHits });
    const page = { hits, next: undefined };
    return {
      data: { query: argument, hits: page.hits },
      text: searchHits({ query: argument, page }, chat.view()),
    };
  },
};
