/** One question, one answer: what was piped in goes with the question, and a question without an answer leaves nothing. */
import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Io } from '../io.ts';
import type { Chat } from './chat.ts';
import type { ChatEvent } from './chat-event.ts';

/** The message, with what stands in the pipe or the file that standard input is. */
export async function withPipedInput(io: Io, message: string): Promise<string> {
  if (io.inputIsTerminal || !isGiven(io)) return message;
  const input = (await text(io.stdin)).trimEnd();
  return input === '' ? message : `${message}\n\n${input}`;
}

/** A socket or a device may be open for ever, because whoever started us did not close it. */
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
  /** Removes the question and what came of an answer; a thread that was begun with it is removed whole. */
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
