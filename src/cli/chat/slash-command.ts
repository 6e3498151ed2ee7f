/** The contract of a command inside the chat: `/name argument`. */
import type { Chat } from './chat.ts';

export type SlashResult = {
  /** For `--json`. */
  data: unknown;
  /** For people: drawn for the chat's view, nothing raw in it. */
  text: string;
  /** May be long: where it is taller than the screen, it is shown page by page. */
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
  /** What may stand where the argument begins. */
  complete?(chat: Chat): Promise<readonly string[]>;
};
