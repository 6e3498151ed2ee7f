/** `/forget`: erases messages from the log and from everything made of them (R-41). Asks first: it cannot be undone. */
import { type MessageCopy, repeats } from '../../../editing/copies.ts';
import type { ErasureReceipt } from '../../../editing/forget-messages.ts';
import { type Message, textOf } from '../../../message/message.ts';
import { UsageError } from '../../command.ts';
import { counted } from '../../terminal/figures.ts';
import { messageList } from '../../views/history-view.ts';
import type { Chat } from '../chat.ts';
import type { SlashCommand, SlashResult } from '../slash-command.ts';
import { checkRange, type NumberRange, readMessages, readRange } from './select.ts';
import { textBlock } from './text-block.ts';

const shownBefore = 5;
const shownCopies = 20;
const mostAtOnce = 1_000;
const flags = ['--yes', '--copies'];

export const forget: SlashCommand = {
  name: 'forget',
  usage: '12 | 3-9',
  about: 'erase messages for good, everywhere; asks first',
  details: [
    'What was quoted from them without a model is erased with them. Messages in which somebody repeated their words are named; --copies erases these, too. --yes does not ask.',
  ],
  async run(chat, argument) {
    const words = argument.split(/[\s,]+/u).filter((word) => word !== '');
    const [sure, copies] = flags.map((flag) => words.includes(flag)) as [boolean, boolean];
    const ranges = words.filter((word) => !flags.includes(word)).map(readRange);
    if (ranges.length === 0 || ranges.includes(undefined)) {
      throw new UsageError('/forget needs message numbers, such as 12, or 3-9.');
    }
    const named = ranges as NumberRange[];
    for (const range of named) await checkRange(chat.thread, range);
    if (named.reduce((sum, { from, to }) => sum + to - from + 1, 0) > mostAtOnce) {
      throw new UsageError(`/forget erases at most ${mostAtOnce} messages at once.`);
    }
    if (!sure && !chat.canAsk) {
      throw new UsageError('/forget asks first, and there is nobody to ask. Add --yes.');
    }
    const messages = (await Promise.all(named.map((range) => readMessages(chat.thread, range)))).flat();
    if (sure) return erase(chat, messages, copies);
    chat.question = {
      command: 'forget',
      yes: () => erase(chat, messages, copies),
      no: async () => ({ data: { forgotten: [] }, text: textBlock('Nothing was forgotten.', chat.view()) }),
    };
    return askFirst(chat, messages, copies);
  },
};

async function askFirst(chat: Chat, messages: readonly Message[], copies: boolean): Promise<SlashResult> {
  const view = chat.view();
  const seqs = messages.map(({ seq }) => seq);
  const { messages: total } = await chat.thread.state();
  const repeated = await chat.thread.copies(seqs);
  const shown = messageList({ messages: messages.slice(0, shownBefore), total }, view).text;
  const more = messages.length > shownBefore ? ` (and ${messages.length - shownBefore} more above)` : '';
  const all = copies ? [...messages, ...repeated.copies] : messages;
  const copiesNote = copyText(
    repeated.copies,
    copies ? 'These repeat the words and go with them:' : 'The words also occur in',
  );
  const copiesHint = repeated.copies.length > 0 && !copies ? ' --copies erases those, too.' : '';
  const text = `This erases ${counted(all.length, 'message')}${more} for good, in summaries, in the search and in what was quoted from it.${copiesNote}${copiesHint} Forget? y/N`;
  return {
    data: { confirm: true, messages: seqs, copies: repeated.copies },
    text: `${shown}\n${textBlock(text, view)}`,
  };
}

async function erase(chat: Chat, messages: readonly Message[], copies: boolean): Promise<SlashResult> {
  const isRepeated = repeats(messages.map(({ parts }) => textOf(parts)));
  const receipt = await chat.thread.forget(
    messages.map(({ seq }) => seq),
    { note: 'forgotten in the chat', copies },
  );
  await chat.inputs.remove(isRepeated);
  return { data: receipt, text: textBlock(erasureText(receipt), chat.view()) };
}

function erasureText(receipt: ErasureReceipt): string {
  const { derived, copies, copiesForgotten, copiesComplete, erasedSummaryIds } = receipt;
  const forgotten = receipt.messages.length + (copiesForgotten ? copies.length : 0);
  const also = [
    ...(derived.length === 0
      ? []
      : [counted(derived.length, 'answer that quoted them', 'answers that quoted them')]),
    ...(erasedSummaryIds.length === 0
      ? []
      : [counted(erasedSummaryIds.length, 'summary that spoke of them', 'summaries that spoke of them')]),
  ];
  const left =
    copiesForgotten || copies.length === 0
      ? ''
      : `${copyText(copies, 'The words also occur in')} To erase those, too: /forget ${numbers(copies)}`;
  const partly = copiesComplete ? '' : ' Only the newest messages were looked at for copies.';
  return `${counted(forgotten, 'message')} forgotten${also.length === 0 ? '' : `, and ${also.join(' and ')}`}. Receipt ${receipt.id}.${left}${partly}`;
}

function copyText(copies: readonly MessageCopy[], heading: string): string {
  if (copies.length === 0) return '';
  const named = copies.slice(0, shownCopies).map(({ seq, role }) => `#${seq} (${role})`);
  const more = copies.length > shownCopies ? ` and ${copies.length - shownCopies} more` : '';
  return ` ${heading} ${named.join(', ')}${more}.`;
}

function numbers(copies: readonly MessageCopy[]): string {
  return copies.map(({ seq }) => seq).join(' ');
}
