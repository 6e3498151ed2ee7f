/**
 * Quotes messages in an answer as data, numbered and with speaker and time (R-47). Quoted text cannot imitate a line of
 * ours, end the frame around it, or send control sequences to a terminal.
 */
import { frame } from '../../context/frame.ts';
import { neutralize } from '../../context/neutralize.ts';
import type { Message } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';

const nameCharacters = 60;

/** Quoted lines that begin like lines of ours are indented. */
const ownLine = /^(?=#\d|Hit #\d)/gmu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

export function quote(text: string): string {
  return neutralize(text.toWellFormed().replace(controlCharacters, ' ')).replace(ownLine, ' ');
}

/** Quoted text on one line, for names and openings. */
export function quoteLine(text: string, characters: number): string {
  const flat = quote(text).replace(/\s+/gu, ' ').trim();
  return flat.length <= characters ? flat : `${flat.slice(0, characters - 1).toWellFormed()}…`;
}

export function quoted(note: string, lines: readonly string[]): string {
  return frame({ tag: 'recalled-passages', note, body: lines.join('\n') });
}

/** The text of a message, with tool calls and results in words; empty for a removed message. */
export function messageText(message: Message): string {
  return message.removed === undefined ? renderMessageText(message) : '';
}

export function nameOf({ name }: Pick<Message, 'name'>): string | undefined {
  if (name === undefined) return undefined;
  return quoteLine(name.replace(/[#:<>[\]]+/gu, ' '), nameCharacters) || undefined;
}

/** Such as `#12 user (Ann) 2026-05-08 13:56`. */
export function headerOf(message: Pick<Message, 'seq' | 'role' | 'name' | 'createdAt'>): string {
  const name = nameOf(message);
  return `#${message.seq} ${message.role}${name === undefined ? '' : ` (${name})`} ${timeText(message.createdAt)}`;
}

/** Such as 2026-05-08 13:56, in UTC. */
export function timeText(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

/** Thread ids are free text, so they are quoted too. */
export function threadText(threadId: string): string {
  return JSON.stringify(quoteLine(threadId, 80));
}
