/** One question, one answer. Piped input is added to the question; a question that gets no answer is removed again. */
import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Io } from '../io.ts';
import type { Chat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';

/** The message, followed by the content of standard input if that is a pipe or a file. */
export async function withPipedInput(io: Io, message: string): Promise<string> {
  if (io.inputIsTerminal || !isGiven(io)) return message;
  const input = (await text(io.stdin)).trimEnd();
  return input === '' ? message : `${message}\n\n${input}`;
}

/** Only pipes and files count: a socket or a device that the parent process left open may never end. */
function isGiven({ stdin }: Io): boolean {
  if (stdin !== process.stdin) return true;
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false;
  }
}

export type Undo = {
  watch(event: ChatEvent): void;
  /** Removes the question and a partial answer; deletes the thread if it holds nothing else. */
  takeBack(chat: Chat): Promise<void>;
};

export function createUndo(): Undo {
  const stored: number[] = [];
  return {
    watch(event) {
      if (event.type === 'message' || (event.type === 'reply' && event.seq !== null)) stored.push(event.seq!);
    },
    async takeBack({ thread, opened }) {
      if (stored.length === 0) return;
      const { messages } = await thread.state();
      if (messages === stored.length) await opened.everthread.deleteThread(thread.id);
      else await thread.forget(stored, { note: 'the question got no answer' });
    },
  };
}
