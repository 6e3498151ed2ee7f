/** Makes a brief of messages that are in no store, in any provider's shape or read from a transcript. */

import type { Brief, BriefOptions } from './brief/brief.ts';
import { createEverthread } from './everthread.ts';
import { checkOptions, readGiven } from './input/foreign-values.ts';
import type { MessageInput } from './message/normalize.ts';
import type { EverthreadOptions } from './options.ts';

type BriefConversationOptions = BriefOptions & {
  messages: readonly MessageInput[];
  redaction?: EverthreadOptions['redaction'];
};

export async function briefConversation(asked: BriefConversationOptions): Promise<Brief> {
  checkOptions<BriefConversationOptions>(asked, {
    ...{ messages: null, redaction: null, tokens: null, focus: null, title: null, signal: null },
  });
  const { messages, redaction, ...options } = readGiven('options', () => ({ ...asked }));
  const everthread = createEverthread({
    automatic: false,
    ...(redaction === undefined ? {} : { redaction }),
  });
  try {
    const thread = await everthread.thread('conversation');
    await thread.append(messages);
    return await thread.brief(options);
  } finally {
    await everthread.close();
  }
}
