/**
 * Reads public dialogue sets with reference summaries from their folder (`EVERTHREAD_DATA`, or `../shared/data` beside
 * the repository). They are never copied. A missing set is null, so that the caller can say that it was skipped.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TranscriptEntry } from '../src/summarizer.ts';

export type Example = { id: string; transcript: TranscriptEntry[]; reference: string };
export type DataSet = { name: string; examples: Example[] };

const dataFolder =
  process.env.EVERTHREAD_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));

export function dataPath(file: string): string {
  return `${dataFolder}/${file}`;
}

function readLines(file: string): unknown[] | null {
  const path = dataPath(file);
  if (!existsSync(path)) return null;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

export function entriesOf(turns: readonly { speaker: string; text: string }[]): TranscriptEntry[] {
  return turns.map(({ speaker, text }, index) => ({
    seq: index + 1,
    role: 'user',
    name: speaker,
    text,
    at: '2026-01-01T00:00:00.000Z',
    tokens: Math.ceil(text.length / 4),
  }));
}

type DialogSumLine = { fname: string; dialogue: string; summary: string };

export function dialogSum(): DataSet | null {
  const lines = readLines('dialogsum/dialogsum.dev.jsonl') as DialogSumLine[] | null;
  if (!lines) return null;
  return {
    name: 'DialogSum dev',
    examples: lines.map(({ fname, dialogue, summary }) => ({
      id: fname,
      transcript: entriesOf(dialogue.split('\n').map(speakerAndText)),
      reference: summary,
    })),
  };
}

function speakerAndText(line: string): { speaker: string; text: string } {
  const colon = line.indexOf(':');
  return { speaker: line.slice(0, colon).trim(), text: line.slice(colon + 1).trim() };
}

type Meeting = {
  general_query_list: { query: string; answer: string }[];
  meeting_transcripts: { speaker: string; content: string }[];
};

export function qmSum(): DataSet | null {
  const meetings = readLines('qmsum/val.jsonl') as Meeting[] | null;
  if (!meetings) return null;
  return {
    name: 'QMSum val, general queries',
    examples: meetings.flatMap((meeting, index) =>
      meeting.general_query_list.map(({ answer }, query) => ({
        id: `meeting-${index + 1}.${query + 1}`,
        transcript: entriesOf(
          meeting.meeting_transcripts.map(({ speaker, content }) => ({ speaker, text: content })),
        ),
        reference: answer,
      })),
    ),
  };
}

type LongConversation = {
  conversation: Record<string, { speaker: string; text: string }[] | string>;
  session_summary: Record<string, string>;
};

/** Sessions of long conversations between two friends, each with its own summary. */
export function locomoSessions(): DataSet | null {
  const path = dataPath('locomo/locomo-dev5.json');
  if (!existsSync(path)) return null;
  const conversations = JSON.parse(readFileSync(path, 'utf8')) as LongConversation[];
  const examples = conversations.flatMap(({ conversation, session_summary: summaries }, index) =>
    Object.entries(summaries).flatMap(([key, reference]) => {
      const turns = conversation[key.replace('_summary', '')];
      if (!Array.isArray(turns)) return [];
      return [{ id: `conversation-${index + 1}.${key}`, transcript: entriesOf(turns), reference }];
    }),
  );
  return { name: 'LoCoMo dev, sessions', examples };
}
