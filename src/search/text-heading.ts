/**
 * Who speaks and when, read from the beginning of a text where the message has no fields for it: "Caroline: …",
 * "[8 May 2023] Ben: …", "## Session of 2023-05-08". A date that stands alone is a heading of what follows.
 */
import { findDates } from '../facts/dates.ts';

export type TextHeading = {
  speaker: string | undefined;
  /** A word in small letters before a colon: a name where a conversation is full of them, as people chat. */
  handle?: string;
  /** Milliseconds since 1970. */
  at: number | undefined;
  /** True if the message consists of the date alone, which then applies to the messages after it. */
  opens: boolean;
};

const nothing: TextHeading = { speaker: undefined, at: undefined, opens: false };
const reach = 160;
const bracketed = /^\s*(?:\[([^\]\n]{4,60})\]|\(([^)\n]{4,60})\)|<([^>\n]{4,60})>)\s*[-–—:|]?\s*/u;
const firstLine = /^[^\S\n]*([^\n]{4,80})(?:\n|$)/u;
const speakerMark =
  /^\**(\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?:[^\S\n]\p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2})\**:\**[^\S\n]/u;
/** "tess: …", "<tess> …", "@jonas_k: …"; in a text of its own it may as well be "note: …". */
const handleMark =
  /^(?:[@~]?(\p{Ll}[\p{L}\p{M}\p{N}_.-]{0,20}):[^\S\n]|<[@~+]?(\p{L}[\p{L}\p{M}\p{N}_.-]{0,20})>[^\S\n])/u;
/** Words that may stand around the date of a heading: "Session of 8 May 2023, continued". */
const mostHeadingWords = 6;

export function readHeading(text: string): TextHeading {
  const start = text.slice(0, reach);
  if (!/[:>\d]/u.test(start)) return nothing;
  const bracket = bracketed.exec(start);
  const inBracket = bracket && dayIn(bracket[1] ?? bracket[2] ?? bracket[3] ?? '');
  const rest = inBracket === undefined || bracket === null ? start : start.slice(bracket[0].length);
  const speaker = speakerMark.exec(rest.trimStart())?.[1];
  const marked = speaker === undefined ? handleMark.exec(rest.trimStart()) : null;
  const handle = marked?.[1] ?? marked?.[2];
  const who = { speaker, ...(handle !== undefined && { handle }) };
  if (inBracket) return { ...who, at: inBracket.at, opens: rest.trim() === '' };
  const line = firstLine.exec(start)?.[1];
  const day = line === undefined || speaker !== undefined ? undefined : dayIn(line);
  if (!day || day.wordsAround > mostHeadingWords || /[.!?]\s*$/u.test(line!)) return { ...nothing, ...who };
  return { ...who, at: day.at, opens: true };
}

/** A complete date, with the hour if the text states it. */
function dayIn(text: string): { at: number; wordsAround: number } | undefined {
  if (!/\d/u.test(text)) return undefined;
  for (const { start, end, readings } of findDates(text)) {
    const { year, month, day, hour = 0, minute = 0 } = readings[0] ?? {};
    if (year === undefined || month === undefined || day === undefined) continue;
    const around = `${text.slice(0, start)} ${text.slice(end)}`;
    const words = around.match(/[\p{L}\p{N}:]+/gu)?.length ?? 0;
    return { at: Date.UTC(year, month - 1, day, hour, minute), wordsAround: words };
  }
  return undefined;
}
