/** Makes a brief of messages that are in no store, in any provider's shape or read from a transcript. */
import type { Brief, BriefOptions } from './brief/brief.ts';
import { createEverthread } from './everthread.ts';
import type { MessageInput } from './message/normalize.ts';
import type { EverthreadOptions } from './options.ts';

export async function briefConversation({
  messages,
  redaction,
  ...options
}: BriefOptions & {
  messages: readonly MessageInput[];
  redaction?: EverthreadOptions['redaction'];
}): Promise<Brief> {
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
