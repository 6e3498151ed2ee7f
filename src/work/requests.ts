/**
 * What a user asked for, in the user's words, without text that clients, hooks and terminals add. Long messages are
 * shortened where something was pasted, and marked.
 */
import { isPrompt } from '../facts/own-words/line-shapes.ts';
import { readStretches } from '../facts/own-words/own-words.ts';
import type { WorkNote } from '../records/work-record.ts';

const longestRequest = 800;
const head = 480;
const tail = 240;
const mark = ' […] ';
/** Most characters of a text pasted without comment. */
const longestPaste = 200;
const longestPastedRead = 20_000;
/** Longer messages are not analysed for which words are the user's own. */
const longestRead = 100_000;

/** Elements added by clients have names of two words. Some of these contain what the user typed. */
const element = /<([a-z][a-z0-9]*(?:[-_][a-z0-9]+)+)(?:\s[^>]{0,400})?>[\s\S]*?<\/\1>/gi;
/** Elements of one word in which clients put what the user typed. */
const typedElement = /^\s*<(task|feedback|answer)>\s*([\s\S]*?)\s*<\/\1>/i;
const typedIn = /^user[-_](?:query|request|message|prompt|input)$/i;
const interruption = /^\s*\[request interrupted by user[^\]]*\]\s*$/i;
/** A client reports its actions, or a hook its findings. */
const notTyped =
  /^\s*(?:caveat: the messages below were generated|(?:[\w ]{1,40} )?hook (?:feedback|blocked|error|success|additional context)\b|\[?(?:system|automatic) (?:note|notice|reminder|message)\b)/i;
/** An earlier conversation is handed over in the words of a model. */
const handover =
  /^\s*(?:this session is being continued from|another (?:language )?model (?:has )?(?:started|began|worked))\b/i;
/** `/model`, `/`: addressed to the client, not to the assistant. */
const clientCommand = /^\/[\w:-]*$/;

export type UserRequest = { request: WorkNote | null; interrupted: boolean };

export function readRequest(seq: number, text: string): UserRequest {
  if (interruption.test(text.slice(0, 200))) return { request: null, interrupted: true };
  const handedOver = readHandover(seq, text);
  if (handedOver !== undefined) return { request: handedOver, interrupted: false };
  const typed = typedText(text);
  if (typed === '' || notTyped.test(typed.slice(0, 300)) || clientCommand.test(typed))
    return { request: null, interrupted: false };
  return { request: shortened(seq, typed), interrupted: false };
}

/** What an earlier conversation left, without the words of the client around it. Undefined for any other text. */
export function readHandover(seq: number, text: string): WorkNote | null | undefined {
  if (!handover.test(text.slice(0, 300))) return undefined;
  const body = text
    .slice(0, longestRead)
    .replace(/^[^\n]*(?:\n|$)/, '')
    .replace(/<analysis>[\s\S]*?<\/analysis>/i, '')
    .replace(/<\/?summary>/gi, '');
  const start = /^[^\S\n]*(?:[#*]{1,3}[^\S\n]?)?summary:?[^\S\n]*\**[^\S\n]*$/im.exec(body);
  const told = body
    .slice(start === null ? 0 : start.index + start[0].length)
    .replace(/^\s*analysis:\s*\n/i, '')
    .replace(/^(?:please )?continue (?:the conversation|with the)\b[\s\S]*$/im, '')
    .trim();
  return told === '' ? null : { ...noteOf(seq, told, longestRequest), handedOver: true };
}

/** The text without what a client added. */
export function typedText(text: string): string {
  return text
    .slice(0, longestRead)
    .replace(typedElement, '$2')
    .replace(element, (whole, name: string) =>
      typedIn.test(name) ? whole.replace(/^<[^>]*>|<\/[^>]*>$/g, '') : '',
    )
    .trim();
}

function shortened(seq: number, text: string): WorkNote {
  if (text.length <= longestRequest) return { seq, text, ...(isTerminal(text) && { pasted: true }) };
  const ownText = readStretches(text.slice(0, longestPastedRead))
    .filter(({ kind }) => kind === 'own')
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((piece) => piece !== '')
    .join(mark);
  if (ownText.length >= 20 && ownText.length <= longestRequest)
    return { seq, text: ownText, shortened: true };
  if (ownText.length >= 20) return { seq, text: cutMiddle(text), shortened: true };
  return { seq, text: pastedStart(text), shortened: true, pasted: true };
}

function isTerminal(text: string): boolean {
  return (
    isPrompt(text.split('\n', 1)[0]!) &&
    readStretches(text).every(
      ({ kind, start, end }) => kind !== 'own' || !/\p{L}/u.test(text.slice(start, end)),
    )
  );
}

/** The beginning of a pasted text, or of its first line that reports an error. */
function pastedStart(text: string): string {
  const errorLine =
    /^.*\b(?:error|failed|failure|fatal|exception|cannot|unable to|unmet|not found|denied)\b.*$/im.exec(
      text.slice(0, longestPastedRead),
    );
  const start = errorLine === null ? 0 : errorLine.index;
  return text
    .slice(start, start + longestPaste)
    .trim()
    .toWellFormed();
}

function cutMiddle(text: string): string {
  return `${text.slice(0, head).trimEnd()}${mark}${text.slice(-tail).trimStart()}`.toWellFormed();
}

/** The text, or as much of its beginning as a note may contain. */
export function noteOf(seq: number, text: string, limit: number): WorkNote {
  const clean = text.trim();
  if (clean.length <= limit) return { seq, text: clean };
  const cut = clean.slice(0, limit);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('\n'), cut.lastIndexOf('! '));
  const kept = end > limit / 2 ? cut.slice(0, end + 1) : cut;
  return { seq, text: kept.trimEnd().toWellFormed(), shortened: true };
}
