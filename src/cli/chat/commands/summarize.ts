/** `/summarize` and `/resummarize`: compacts now, and shows what it did. */
import { type SummaryWishes, summaryDetails } from '../../../records/summary.ts';
import { compactAndShow } from '../../compact-and-show.ts';
import type { SlashCommand } from '../slash-command.ts';

export const summarize: SlashCommand = {
  name: 'summarize',
  usage: '[focus on X]',
  about: 'summarize older messages now, and show what was saved',
  run: (chat, argument, signal) =>
    compactAndShow(chat.thread, { ...readWishes(argument), signal, refresh: false }, chat.view()),
};

export const resummarize: SlashCommand = {
  name: 'resummarize',
  usage: '[focus on X]',
  about: 'make the summaries anew from the original messages',
  run: (chat, argument, signal) =>
    compactAndShow(chat.thread, { ...readWishes(argument), signal, refresh: true }, chat.view()),
};

/** Reads a detail and a focus from `detailed focus on the parser`, `the parser`, `short`. */
function readWishes(argument: string): SummaryWishes {
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/u.exec(argument.trim())!;
  const detail = summaryDetails.find((name) => name === first.toLowerCase());
  const words = detail === undefined ? argument : rest;
  const focus = words.replace(/^\s*(?:focus(?:ing|ed)?(?:\s+on)?|about):?\s+/iu, '').trim();
  return { ...(focus === '' ? {} : { focus }), ...(detail === undefined ? {} : { detail }) };
}
