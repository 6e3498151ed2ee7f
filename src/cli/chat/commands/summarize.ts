/** `/summarize` and `/resummarize`: compacts now, and shows what it did. */
import { type SummaryWishes, summaryDetails } from '../../../records/summary.ts';
import { sanitize } from '../../terminal/sanitize.ts';
import { summarizeBox } from '../../views/summarize-box.ts';
import type { Chat } from '../chat.ts';
import type { SlashCommand, SlashResult } from '../slash-command.ts';

export const summarize: SlashCommand = {
  name: 'summarize',
  usage: '[focus on X]',
  about: 'summarize what is old now, and show what was saved',
  run: (chat, argument, signal) => compact(chat, { argument, signal, refresh: false }),
};

export const resummarize: SlashCommand = {
  name: 'resummarize',
  usage: '[focus on X]',
  about: 'make the summaries anew from the original messages',
  run: (chat, argument, signal) => compact(chat, { argument, signal, refresh: true }),
};

/** Enough to see where the work stands; `everthread brief` prints more. */
const briefTokens = 400;

async function compact(
  chat: Chat,
  options: { argument: string; signal: AbortSignal; refresh: boolean },
): Promise<SlashResult> {
  const { argument, signal, refresh } = options;
  const { thread } = chat;
  const result = await thread.compact({ ...readWishes(argument), refresh, signal });
  const summaries = await thread.summaries();
  const box = summarizeBox({ result, summaries }, chat.view());
  const brief = result.compacted ? await thread.brief({ tokens: briefTokens, signal }) : undefined;
  if (brief?.kind !== 'work') return { data: result, text: box };
  return { data: { ...result, brief }, text: `${box}\n${sanitize(brief.text)}\n` };
}

/** `detailed focus on the parser`, `the parser`, `short`. */
function readWishes(argument: string): SummaryWishes {
  const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/u.exec(argument.trim())!;
  const detail = summaryDetails.find((name) => name === first.toLowerCase());
  const words = detail === undefined ? argument : rest;
  const focus = words.replace(/^\s*(?:focus(?:ing|ed)?(?:\s+on)?|about):?\s+/iu, '').trim();
  return { ...(focus === '' ? {} : { focus }), ...(detail === undefined ? {} : { detail }) };
}
