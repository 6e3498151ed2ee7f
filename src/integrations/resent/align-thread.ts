/**
 * Finds out which messages of a conversation the end of a thread already holds. Reads the log back only as far as
 * necessary (see align.ts).
 */
import type { Message } from '../../message/message.ts';
import { isAside } from '../../message/origin.ts';
import type { Thread } from '../../thread.ts';
import { alignAppended, alignHistory, certainRun, type LoggedMessage } from './align.ts';
import type { Conversation } from './conversation.ts';
import { isInterrupted } from './interrupted.ts';
import { spokenText, storedKey } from './message-key.ts';

/** `history`: the client sends the conversation as it has it. `append`: it sends new messages only. */
export type PromptMode = 'history' | 'append';

const firstWindow = certainRun + 8;

export async function alignThread(options: {
  thread: Thread;
  /** Number of messages in the thread. */
  total: number;
  conversation: Conversation;
  mode: PromptMode;
}): Promise<{ known: number; takenBack: Message[]; newest: Message | undefined }> {
  const { thread, total, conversation: prompt, mode } = options;
  // Limits how much of the log is read, in proportion to what the client sends.
  const most = Math.max(firstWindow, 2 * prompt.length + certainRun);
  for (let window = Math.min(firstWindow, most); ; window = Math.min(window * 4, most)) {
    const from = Math.max(1, total - window + 1);
    const stored = total === 0 ? [] : await Array.fromAsync(thread.history({ from, to: total }));
    const log = stored.filter(isSendable).map(toLogged);
    const found =
      mode === 'append' ? alignAppended({ log, prompt }) : alignHistory({ log, before: from - 1, prompt });
    const isSure = found.known > 0 && found.takenBack.length === 0;
    if (!isSure && from > 1 && window < most) continue;
    const takenBack = new Set(found.takenBack);
    return {
      known: found.known,
      takenBack: stored.filter(({ seq }) => takenBack.has(seq)),
      newest: stored.findLast((message) => !isAside(message)),
    };
  }
}

/**
 * Whether a client could send this message again. Asides were never part of its conversation. A forgotten message may
 * still be sent by clients that have it; one that was taken back is not.
 */
function isSendable(message: Message): boolean {
  return !isAside(message) && (message.parts.length > 0 || message.removed !== undefined);
}

function toLogged(message: Message): LoggedMessage {
  const broken = isInterrupted(message) ? { interruptedText: spokenText(message.parts) } : {};
  return { seq: message.seq, key: storedKey(message), ...broken };
}
