/** The contract of a command, its exit codes, and the error for wrong arguments. */
import type { Io } from './io.ts';

export type CommandOption = {
  /** `--limit <count>`, or an argument: `<file>`. `<file>`, `<thread>` and `<a|b>` are completed by shells. */
  readonly flag: string;
  readonly about: string;
  /** All accepted values, if `<a|b|c>` would be too long. */
  readonly choices?: readonly string[];
};

export type Command = {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the program's name: `demo [--json]`. */
  readonly usage: string;
  /** Arguments and options as help lists them. */
  readonly options: readonly CommandOption[];
  readonly examples: readonly { readonly command: string; readonly about: string }[];
  /** Resolves to the exit code. Throws UsageError for wrong arguments. */
  run(args: readonly string[], io: Io): Promise<number>;
};

export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command line is wrong; the message says what is accepted. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
