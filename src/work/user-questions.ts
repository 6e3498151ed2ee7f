/** What tools ask the user, and what the user answers or says when a call is declined. */
import { saysDeclined } from '../facts/refused-call.ts';
import type { CallReading } from '../facts/tool-call.ts';
import type { WorkNote } from '../records/work-record.ts';
import { noteOf } from './requests.ts';

const longestQuestion = 300;
const longestAnswer = 200;
const mostQuestions = 4;
const questionTool = /^(?:ask|question|questions|clarify)$/;
/** A client quotes after these words what the user said when declining a call. */
const declineReason =
  /\b(?:the user said|(?:user )?feedback|reason(?: given)?|instructions?)\b[^:\n]{0,60}:\s*([\s\S]{1,4000})$/i;

/** "The edit was rejected by the user: only retry": a clause of several words, to the end. */
const behindColon = /^[^:\n]{0,80}\b(?:user|human|operator)\b[^:\n]{0,40}:\s*(\S+(?:\s+\S+){2}[\s\S]*)$/i;

/** Output that only confirms that the question was shown, without an answer. */
const acknowledgement =
  /^\W*(?:ok|done|success(?:ful)?|sent|asked|displayed|shown|waiting|pending|question)\b.{0,60}$/i;

export type UserQuestions = { questions: WorkNote[]; decisions: WorkNote[] };

/** A question without an answer stays open. With its answer it is a decision. */
export function readUserQuestions(
  seq: number,
  { words, input }: CallReading,
  answer: string | undefined,
): UserQuestions {
  if (!words.some((word) => questionTool.test(word))) return { questions: [], decisions: [] };
  const texts = questionsIn(input).slice(0, mostQuestions);
  const reply = answer?.trim().replace(/\s+/g, ' ') ?? '';
  if (reply === '' || acknowledgement.test(reply) || texts.length === 0)
    return { questions: texts.map((text) => noteOf(seq, text, longestQuestion)), decisions: [] };
  const text = `${texts.join(' ')} → ${noteOf(seq, reply, longestAnswer).text}`;
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
export function readDeclineReason(output: string): string {
  const start = output.slice(0, 6_000);
  const reason = declineReason.exec(start)?.[1] ?? behindColon.exec(start)?.[1] ?? '';
  const said = reason.replace(/<\/?[a-z_]{2,30}>/g, '').trim();
  // "Reason: User did not allow tool call" gives none.
  return saysDeclined(said) ? '' : said;
}
