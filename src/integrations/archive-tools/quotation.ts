/**
 * Messages as quotations in an answer: numbered, with speaker and time, as data (R-47). No text can pass for a line
 * of ours, end the frame it stands in, or give the reader's terminal orders.
 */
import { frame } from '../../context/frame.ts';
import { neutralize } from '../../context/neutralize.ts';
import type { Message } from '../../message/message.ts';
import { renderMessageText } from '../../message/text.ts';

const nameCharacters = 60;

/** Lines that begin like ours are pushed in. */
const ownLine = /^(?=#\d|Hit #\d)/gmu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

export function quote(text: string): string {
  return neutralize(text.toWellFormed().replace(controlCharacters, ' ')).replace(ownLine, ' ');
}

/** One line of quoted text, for names and openings. */
export function quoteLine(text: string, characters: number): string {
  const flat = quote(text).replace(/\s+/gu, ' ').trim();
  return flat.length <= characters ? flat : `${flat.slice(0, characters - 1).toWellFormed()}…`;
}

export function quoted(note: string, lines: readonly string[]): string {
  return frame({ tag: 'recalled-passages', note, body: lines.join('\n') });
}

/** What the message says, tool calls and results in words. Removed messages say nothing. */
export function sayingOf(message: Message): string {
  return message.removed === undefined ? renderMessageText(message) : '';
}

export function nameOf({ name }: Pick<Message, 'name'>): string | undefined {
  if (name === undefined) return undefined;
  return quoteLine(name.replace(/[#:<>[\]]+/gu, ' '), nameCharacters) || undefined;
}

/** `#12 user (Ann) 2026-05-08 13:56` */
export function headerOf(message: Pick<Message, 'seq' | 'role' | 'name' | 'createdAt'>): string {
  const name = nameOf(message);
  return `#${message.seq} ${message.role}${name === undefined ? '' : ` (${name})`} ${timeText(message.createdAt)}`;
}

/** 2026-05-08 13:56, in UTC. */
export function timeText(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

/** Ids of threads are free text, too. */
export function threadText(threadId: string): string {
  return JSON.stringify(quoteLine(threadId, 80));
}
