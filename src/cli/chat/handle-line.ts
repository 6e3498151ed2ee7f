/** A line that was typed or piped in: a command or a message. What fails is told, and the chat goes on. */
import { isEverthreadError } from '../../errors.ts';
import type { Chat } from './chat.ts';
import { answerQuestion, isSlashCommand, runSlashCommand } from './slash-commands.ts';
import { takeTurn } from './turn.ts';

/** True when the chat is to end. Rejects for a bug only: a full disk or a locked database is none. */
export async function handleLine(chat: Chat, line: string, signal: AbortSignal): Promise<boolean> {
  const { question } = chat;
  chat.question = undefined;
  // An answer is no message. Whoever goes on with a command instead has not said yes.
  if (question !== undefined && !isSlashCommand(line)) return answerQuestion(chat, question, line);
  if (isSlashCommand(line)) return runSlashCommand(chat, line, signal);
  try {
    await takeTurn(chat, line, signal);
  } catch (error) {
    if (!isEverthreadError(error)) throw error;
    chat.emit({
      type: 'problem',
      problem: error.message,
      next: 'Up brings your line back, to send it again.',
    });
  }
  return false;
}
