/** The command line of the chat. */
import { UsageError } from '../command.ts';
import { parseCommandLine, type SettingFlags } from '../config/flags.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';

export type ChatArguments = {
  flags: SettingFlags;
  json: boolean;
  /** Whether the chat begins with a list of threads to choose from. */
  pick: boolean;
  /** A single message to answer; undefined begins a conversation. */
  message: string | undefined;
  silenceMs: number | undefined;
  /** Owner of the thread that is opened. */
  owner: string | undefined;
};

const longestSilenceSeconds = 86_400;

/** Throws UsageError. */
export function readArguments(args: readonly string[]): ChatArguments {
  const { values, positionals, flags, json } = parseCommandLine({
    command: 'chat',
    args,
    options: { timeout: { type: 'string' }, pick: { type: 'boolean' }, owner: { type: 'string' } },
    positionals: { max: 1, name: 'message, in quotes' },
  });
  const [message] = positionals;
  if (message !== undefined && values.pick === true) {
    throw new UsageError('--pick begins a conversation: it takes no message.');
  }
  if (message !== undefined && message.trim() === '') throw new UsageError('The message must not be empty.');
  const owner = values.owner?.trim();
  if (owner === '') throw new UsageError('--owner needs a name.');
  return {
    flags,
    owner,
    json,
    pick: values.pick === true,
    message,
    silenceMs: values.timeout === undefined ? undefined : readSeconds(values.timeout),
  };
}

function readSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= longestSilenceSeconds) return seconds * 1_000;
  const shown = JSON.stringify(sanitizeLine(text).slice(0, 40));
  throw new UsageError(`--timeout must be a number of seconds above 0, but got ${shown}.`);
}
