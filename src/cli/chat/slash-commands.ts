/** The commands of the chat. A new one is a file in commands/ and a line here. */
import { isEverthreadError } from '../../errors.ts';
import { didYouMean } from '../../input/nearest.ts';
import { UsageError } from '../command.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { Chat, PendingQuestion } from './chat.ts';
import { context } from './commands/context.ts';
import { copy } from './commands/copy.ts';
import { demo } from './commands/demo.ts';
import { edit } from './commands/edit.ts';
import { editor } from './commands/editor.ts';
import { exit } from './commands/exit.ts';
import { expand } from './commands/expand.ts';
import { forget } from './commands/forget.ts';
import { helpFor } from './commands/help.ts';
import { history } from './commands/history.ts';
import { model } from './commands/model.ts';
import { rename } from './commands/rename.ts';
import { retry } from './commands/retry.ts';
import { rules } from './commands/rules.ts';
import { search } from './commands/search.ts';
import { stats } from './commands/stats.ts';
import { strategy } from './commands/strategy.ts';
import { summaries } from './commands/summaries.ts';
import { resummarize, summarize } from './commands/summarize.ts';
import { thread, threads } from './commands/threads.ts';
import type { Completion } from './editor/prompt-parts.ts';
import type { SlashCommand } from './slash-command.ts';

const table: SlashCommand[] = [
  summarize,
  resummarize,
  history,
  context,
  search,
  expand,
  summaries,
  rules,
  edit,
  forget,
  strategy,
  stats,
  threads,
  thread,
  rename,
  demo,
  model,
  retry,
  copy,
  editor,
  helpFor(() => table),
  exit,
];
const aliases = new Map([
  ['quit', 'exit'],
  ['q', 'exit'],
  ['?', 'help'],
]);

/** Whether a line is a command: a path such as /etc/hosts is a message. */
export function isSlashCommand(text: string): boolean {
  return /^\/(?:[a-z][a-z-]*|\?)(?:\s|$)/iu.test(text);
}

/** Carries out the action that waits for confirmation, or drops it. Any answer but yes means no. */
export async function answerQuestion(chat: Chat, question: PendingQuestion, line: string): Promise<boolean> {
  try {
    const answer = /^\s*y(?:es)?\s*$/iu.test(line) ? question.yes() : question.no();
    const { leave = false, ...result } = await answer;
    chat.emit({ type: 'command', command: question.command, ...result });
    return leave;
  } catch (error) {
    const { problem, next } = problemOf(error, table.find(({ name }) => name === question.command)!);
    chat.emit({ type: 'problem', problem, next });
    return false;
  }
}

/** True if the chat is to end. */
export async function runSlashCommand(chat: Chat, line: string, signal: AbortSignal): Promise<boolean> {
  const [, word = '', argument = ''] = /^\/(\S+)\s*([\s\S]*)$/u.exec(line.trim())!;
  const name = aliases.get(word.toLowerCase()) ?? word.toLowerCase();
  const command = table.find((candidate) => candidate.name === name);
  if (command === undefined) {
    const near = didYouMean(
      name,
      table.map((known) => known.name),
    ).replace(/mean /u, 'mean /');
    chat.emit({
      type: 'problem',
      problem: `There is no command /${sanitizeLine(word).slice(0, 40)}.${near}`,
      next: '/help lists them all. To send a message that begins with /, put a space before it.',
    });
    return false;
  }
  try {
    const { leave = false, ...result } = await command.run(chat, argument.trim(), signal);
    chat.emit({ type: 'command', command: name, ...result });
    return leave;
  } catch (error) {
    const { problem, next } = problemOf(error, command);
    chat.emit({ type: 'problem', problem, next });
    return false;
  }
}

/** Completes the name of a command, then its argument. */
export async function completeSlashCommand(chat: Chat, text: string): Promise<Completion | undefined> {
  if (!text.startsWith('/') || text.includes('\n')) return undefined;
  const space = text.indexOf(' ');
  if (space === -1) {
    const options = table.map(({ name }) => `/${name}`).filter((name) => name.startsWith(text.toLowerCase()));
    return { start: 0, options };
  }
  const command = table.find(({ name }) => name === text.slice(1, space));
  const typed = text.slice(space + 1);
  if (command?.complete === undefined || typed.includes(' ')) return undefined;
  const options = (await command.complete(chat)).filter((option) => option.startsWith(typed));
  return { start: space + 1, options };
}

function problemOf(error: unknown, { name, usage }: SlashCommand): { problem: string; next: string } {
  if (error instanceof UsageError) return { problem: error.message, next: `Usage: /${name} ${usage}`.trim() };
  // Errors of the engine and the store are reported, and the chat goes on. A bug is thrown, so that it is not hidden.
  if (isEverthreadError(error))
    return { problem: error.message, next: `/help ${name} tells how it is used.` };
  throw error;
}
