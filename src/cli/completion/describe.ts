/**
 * Finds what can come next on a command line from the commands' own help, so that completion and help agree. In usage
 * `<file>` and `<path>` stand for files, `<thread>` for a thread, `<a|b>` for one of these words, and a bare word for
 * itself.
 */
import type { Command, CommandOption } from '../command.ts';
import { declarations } from '../config/declarations.ts';
import { settingFlags } from '../config/flags.ts';
import { flagName, usageLines } from '../help-text.ts';

export type Candidates = {
  words: readonly string[];
  files: boolean;
  threads: boolean;
  commands: boolean;
};

export type DescribedFlag = {
  /** With its dashes. */
  flag: string;
  about: string;
  /** What its value may be; undefined for a flag that takes none. */
  value: Candidates | undefined;
};

export type DescribedCommand = {
  name: string;
  summary: string;
  flags: DescribedFlag[];
  /** For the first argument, the second, and so on; the last one repeats where `repeats` is true. */
  positionals: Candidates[];
  repeats: boolean;
};

const nothing: Candidates = { words: [], files: false, threads: false, commands: false };

export function describeCommand(command: Command): DescribedCommand {
  const { name, summary, usage, options } = command;
  const flags = [
    ...options.filter(({ flag }) => flag.startsWith('-')),
    { flag: '--help', about: 'show the page of this command' },
  ].map(({ flag, about, choices }: CommandOption): DescribedFlag => {
    const placeholder = /<([^>]+)>/u.exec(flag)?.[1];
    return {
      flag: `--${flagName(flag)}`,
      about,
      value: placeholder === undefined ? undefined : valuesOf(flagName(flag), placeholder, choices),
    };
  });
  return { name, summary, flags, ...positionalsOf(name, usage) };
}

function valuesOf(flag: string, placeholder: string, given?: readonly string[]): Candidates {
  const setting = Object.hasOwn(settingFlags, flag)
    ? declarations.find((declaration) => declaration.flag === flag)
    : undefined;
  if (flag === 'thread') return { ...nothing, threads: true };
  const words = given ?? setting?.choices;
  return words === undefined ? placeholderValues(placeholder) : { ...nothing, words };
}

function placeholderValues(placeholder: string): Candidates {
  const plain = placeholder.replace(/\s*(?:…|\.\.\.)$/u, '').toLowerCase();
  if (plain.includes('|')) return { ...nothing, words: plain.split('|') };
  return {
    words: [],
    files: /^(?:file|path|folder|directory)s?$/u.test(plain),
    threads: /^(?:thread|thread-id)s?$/u.test(plain),
    commands: plain === 'command',
  };
}

function positionalsOf(name: string, usage: string): { positionals: Candidates[]; repeats: boolean } {
  const positionals: Candidates[] = [];
  let repeats = false;
  for (const alternative of usageLines(usage)) {
    const words = alternative
      .replace(/\[-[^\]]*\]/gu, ' ')
      .replace(/(?<=^|\s)--?[a-z][a-z-]*(?:[ =]<[^>]*>)?/gu, ' ')
      .trim()
      .split(/\s+/u);
    if (words[0] !== name) continue;
    if (/(?:…|\.\.\.)/u.test(alternative)) repeats = true;
    for (const [index, word] of words
      .slice(1)
      .filter((piece) => /^[<[a-z]/u.test(piece))
      .entries()) {
      positionals[index] = joined(positionals[index] ?? nothing, wordValues(word));
    }
  }
  return { positionals, repeats };
}

function wordValues(word: string): Candidates {
  const inner = /^[<[]+(.+?)[>\]]+$/u.exec(word)?.[1];
  if (inner !== undefined) return placeholderValues(inner.replace(/[<>[\]]/gu, ''));
  return /^[a-z|-]+$/u.test(word) ? { ...nothing, words: word.split('|') } : nothing;
}

function joined(a: Candidates, b: Candidates): Candidates {
  return {
    words: [...new Set([...a.words, ...b.words])],
    files: a.files || b.files,
    threads: a.threads || b.threads,
    commands: a.commands || b.commands,
  };
}
