/** What tools ask the user, and what the user answers or says when a call is declined. */
import type { CallReading } from '../facts/tool-call.ts';
import type { WorkNote } from '../records/work-record.ts';
import { noteOf } from './requests.ts';

const longestQuestion = 300;
const longestAnswer = 200;
const mostQuestions = 4;
const asking = /^(?:ask|question|questions|clarify)$/;
/** Behind it, a client quotes what the user said when declining. */
const saidBehind =
  /\b(?:the user said|(?:user )?feedback|reason(?: given)?|instructions?)\b[^:\n]{0,60}:\s*([\s\S]{1,4000})$/i;

/** The tool only says that it asked. */
const onlyAsked =
  /^\W*(?:ok|done|success(?:ful)?|sent|asked|displayed|shown|waiting|pending|question)\b.{0,60}$/i;

export type Asked = { questions: WorkNote[]; decisions: WorkNote[] };

/** A question that has its answer is open no more: what was answered is decided. */
export function readAsked(seq: number, { words, input }: CallReading, answer: string | undefined): Asked {
  if (!words.some((word) => asking.test(word))) return { questions: [], decisions: [] };
  const texts = questionsIn(input).slice(0, mostQuestions);
  const said = answer?.trim().replace(/\s+/g, ' ') ?? '';
  if (said === '' || onlyAsked.test(said) || texts.length === 0)
    return { questions: texts.map((text) => noteOf(seq, text, longestQuestion)), decisions: [] };
  const text = `${texts.join(' ')} → ${noteOf(seq, said, longestAnswer).text}`;
  return { questions: [], decisions: [noteOf(seq, text, longestQuestion + longestAnswer)] };
}

function questionsIn(input: unknown): string[] {
  const texts: string[] = [];
  const walk = (value: unknown, depth: number) => {
    if (depth > 3 || typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'string' && (key === 'question' || key === 'prompt')) texts.push(member);
      else walk(member, depth + 1);
    }
  };
  walk(input, 0);
  return texts;
}

/** What the user said when declining a call; empty if nothing. */
export function wordsOfDeclining(output: string): string {
  const said = saidBehind.exec(output.slice(0, 6_000))?.[1] ?? '';
  return said.replace(/<\/?[a-z_]{2,30}>/g, '').trim();
}
