/** The contract of a command inside the chat: `/name argument`. */
import type { Chat } from './chat.ts';

export type SlashResult = {
  /** For `--json`. */
  data: unknown;
  /** For people: rendered for the chat's view, control characters removed. */
  text: string;
  /** May be long: text taller than the screen is shown in a pager. */
  long?: boolean;
  /** Ends the chat. */
  leave?: boolean;
};

export type SlashCommand = {
  readonly name: string;
  /** What may follow the name: `[--full]`. */
  readonly usage: string;
  readonly about: string;
  /** Further lines of its help. */
  readonly details?: readonly string[];
  /** Throws UsageError for wrong arguments. */
  run(chat: Chat, argument: string, signal: AbortSignal): Promise<SlashResult>;
  /** Completions of the argument. */
  complete?(chat: Chat): Promise<readonly string[]>;
};
