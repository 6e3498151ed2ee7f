/**
 * Reads public conversations with questions and the turns that answer them: LoCoMo (two friends over months) and QMSum
 * (meetings, with queries and the spans they are about). Null if a set is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Part } from '../src/message/message.ts';
import { dataPath } from './data.ts';

export type Turn = {
  id: string;
  speaker: string;
  text: string;
  at: number;
  /** Set if the turn holds more than text. */
  parts?: Part[];
};
/** `evidence`: indices of the turns that answer the question. */
export type AskedQuestion = {
  text: string;
  category: number;
  evidence: number[];
  /** The words that answer, one text for each turn of evidence; missing if whole turns do. */
  answers?: string[];
};
export type Conversation = { id: string; turns: Turn[]; questions: AskedQuestion[] };

type LocomoTurn = { speaker: string; dia_id: string; text: string; blip_caption?: string };
type LocomoSample = {
  sample_id: string;
  qa: { question: string; evidence: string[]; category: number }[];
  conversation: Record<string, LocomoTurn[] | string>;
};

const turnGapMs = 30_000;

/** Questions of the categories 1 to 4: several places, time, inference, one place. Category 5 has no answers. */
export function locomo(): Conversation[] | null {
  const path = dataPath('locomo/locomo-dev5.json');
  if (!existsSync(path)) return null;
  const samples = JSON.parse(readFileSync(path, 'utf8')) as LocomoSample[];
  return samples.map(({ sample_id: id, qa, conversation }) => {
    const turns = locomoTurns(conversation);
    const places = new Map(turns.map((turn, index) => [turn.id, index]));
    const questions = qa
      .filter(({ category }) => category <= 4)
      .map(({ question, evidence, category }) => ({
        text: question,
        category,
        // Some entries name two turns, some a turn that does not exist.
        evidence: [...new Set(evidence.flatMap((entry) => entry.split(/[;\s]+/)))]
          .map((entry) => places.get(entry.replace(/^D:/, 'D')))
          .filter((place) => place !== undefined),
      }))
      .filter(({ evidence }) => evidence.length > 0);
    return { id, turns, questions };
  });
}

function locomoTurns(conversation: LocomoSample['conversation']): Turn[] {
  const turns: Turn[] = [];
  for (let session = 1; ; session += 1) {
    const date = conversation[`session_${session}_date_time`];
    if (typeof date !== 'string') return turns;
    const start = sessionTime(date);
    const sessionTurns = conversation[`session_${session}`];
    if (!Array.isArray(sessionTurns)) continue;
    sessionTurns.forEach(({ dia_id: id, speaker, text, blip_caption: caption }, index) => {
      const withCaption = caption === undefined ? text : `${text}\n[photo: ${caption}]`;
      turns.push({ id, speaker, text: withCaption.trim(), at: start + index * turnGapMs });
    });
  }
}

/** "1:56 pm on 8 May, 2023" */
function sessionTime(text: string): number {
  const [time, date] = text.split(' on ');
  return Date.parse(`${date?.replace(',', '')} ${time} UTC`);
}

type QmsumMeeting = {
  specific_query_list: { query: string; relevant_text_span: [string, string][] }[];
  meeting_transcripts: { speaker: string; content: string }[];
};

export function qmsumMeetings(): Conversation[] | null {
  const path = dataPath('qmsum/val.jsonl');
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const start = Date.UTC(2024, 0, 1, 9);
  return lines.map((line, number) => {
    const meeting = JSON.parse(line) as QmsumMeeting;
    const turns = meeting.meeting_transcripts.map(({ speaker, content }, index) => ({
      id: `turn-${index + 1}`,
      speaker,
      text: content.trim() === '' ? '…' : content,
      at: start + index * 10_000,
    }));
    const questions = meeting.specific_query_list.map(({ query, relevant_text_span: spans }) => ({
      text: query,
      category: 0,
      evidence: [...new Set(spans.flatMap(([from, to]) => range(Number(from), Number(to))))].filter(
        (index) => index < turns.length,
      ),
    }));
    return { id: `meeting-${number + 1}`, turns, questions: questions.filter((q) => q.evidence.length > 0) };
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
