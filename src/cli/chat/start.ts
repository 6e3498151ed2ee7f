/**
 * Starts the chat. On a terminal the prompt is drawn before the command line is read, so that it appears at once;
 * errors in the command line are reported a moment later.
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
