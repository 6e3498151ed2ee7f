/**
 * Where the chat begins. On a terminal the prompt is drawn before the command line is even read: what is wrong with it
 * is told an instant later, and nobody waits for what they do not need yet.
 */
import { exitCodes } from '../command.ts';
import type { Io } from '../io.ts';
import { chatOnTerminal } from './on-terminal.ts';

export async function startChat(args: readonly string[], io: Io): Promise<number> {
  let message: string | undefined;
  if (io.isTerminal && io.inputIsTerminal && io.env.TERM !== 'dumb' && !args.includes('--json')) {
    message = await chatOnTerminal(args, io);
    if (message === undefined) return exitCodes.ok;
  }
  const [{ readArguments }, { chatInPipe }] = await Promise.all([
    import('./arguments.ts'),
    import('./in-pipe.ts'),
  ]);
  return chatInPipe({ io, ...readArguments(args) });
}
