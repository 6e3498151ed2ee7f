/**
 * Chooses the thread id for a conversation: the client's name and the id of its session, or else the name of the file.
 * So importing a file again finds the same threads.
 */
import type { ConversationEvent } from '../../transcripts/transcript.ts';
import { UsageError } from '../command.ts';

/** Clients whose session ids are globally unique. */
const clients = ['claude-code', 'codex', 'gemini-cli', 'pi', 'chatgpt'];
const longestName = 200;

export type ThreadNames = { nameOf(event: ConversationEvent): string };

export function createThreadNames(options: {
  /** The thread the user named, if any. */
  asked: string | undefined;
  /** The file's name; undefined for standard input. */
  title: string | undefined;
}): ThreadNames {
  const { asked, title } = options;
  let conversations = 0;
  let last = '';
  const used = new Map<string, number>();

  const ownName = ({ format, id }: ConversationEvent): string => {
    conversations += 1;
    const further = conversations === 1 ? '' : `-${conversations}`;
    if (asked !== undefined) return `${asked}${further}`;
    if (format === 'everthread' && id !== undefined) return id;
    if (id !== undefined && clients.includes(format)) return `${format}-${readable(id)}`;
    if (title === undefined) {
      throw new UsageError(
        'What comes through standard input names no session. Say where it belongs: --thread <id>.',
      );
    }
    return id === undefined ? `${readable(title)}${further}` : unused(`${readable(title)}-${readable(id)}`);
  };
  /** Adds a number to an id that repeats within a file: a file of test runs may use an id several times. */
  const unused = (name: string): string => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name}-${times}`;
  };

  return {
    nameOf(event) {
      const isSide = event.sidechain !== undefined && last !== '';
      if (!isSide) last = ownName(event);
      return event.sidechain === undefined ? last : `${last}-side-${readable(event.sidechain)}`;
    },
  };
}

function readable(text: string): string {
  const name = text
    .toWellFormed()
    .replaceAll(/[\p{C}\s/\\]+/gu, '-')
    .slice(0, longestName);
  return name.toWellFormed() || 'conversation';
}
