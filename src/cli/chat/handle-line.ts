/** Handles a line that was typed or piped in: a command or a message. A failure is reported, and the chat goes on. */
import { isEverthreadError } from '../../errors.ts';
import type { Chat } from './chat.ts';
import { answerQuestion, isSlashCommand, runSlashCommand } from './slash-commands.ts';
import { takeTurn } from './turn.ts';

/** True if the chat is to end. Rejects for bugs only; a full disk or a locked database is reported as a problem. */
export async function handleLine(chat: Chat, line: string, signal: AbortSignal): Promise<boolean> {
  const { question } = chat;
  chat.question = undefined;
  // The answer to a question is not stored as a message. A command instead of an answer drops the question.
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
