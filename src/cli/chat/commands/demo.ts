/** `/demo`: loads a conversation of 200 messages to try everything on, as a thread of its own. */
import { UsageError } from '../../command.ts';
import { enterThread } from '../chat.ts';
import type { SlashCommand } from '../slash-command.ts';
import { textBlock } from './text-block.ts';

const threadId = 'demo';

export const demo: SlashCommand = {
  name: 'demo',
  usage: '',
  about: 'load a conversation of 200 messages to try things on',
  async run(chat, argument) {
    if (argument !== '') throw new UsageError('/demo takes no argument.');
    const { conversation } = await import('../../demo/conversation.ts');
    const thread = await chat.opened.everthread.thread(threadId);
    // The ids are fixed, so that loading the demo again adds nothing.
    await thread.append(conversation.map((message, index) => ({ ...message, id: `demo-${index + 1}` })));
    await enterThread(chat, threadId);
    const text =
      'A bookshop moves its database, over eight weeks. Try: what did we decide about the database? Or /summarize, /history --full, /context, /search backup.';
    return { data: { thread: threadId, messages: conversation.length }, text: textBlock(text, chat.view()) };
  },
};
