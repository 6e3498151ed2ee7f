/** Conversations that inventions are planted into, of several data sets. */
import { existsSync, readFileSync } from 'node:fs';
import { renderMessageText } from '../src/message/text.ts';
import { recordedSessions } from '../test/session-data.ts';
import { type DataSet, dataPath, dialogSum, qmSum } from './data.ts';

export type Source = { set: string; entries: { text: string; at: string }[]; references: string[] };

/** Sources of each set that get planted inventions. All references are checked against their sources. */
export const sourcesPerSet = 40;

export const messagesPerPiece = 40;

export function readSources(): Source[] {
  return [...ofDataSet('DialogSum', dialogSum()), ...meetings(), ...longConversations(), ...sessionPieces()];
}

function ofDataSet(set: string, data: DataSet | null): Source[] {
  return (data?.examples ?? []).map(({ transcript, reference }) => ({
    set,
    entries: transcript.map(({ name, text, at }) => ({ text: `${name}: ${text}`, at })),
    references: [reference],
  }));
}

/** Answers to general and specific questions, all written by people who had read the meeting. */
function meetings(): Source[] {
  const path = dataPath('qmsum/val.jsonl');
  if (qmSum() === null) return [];
  type Meeting = {
    general_query_list: { answer: string }[];
    specific_query_list: { answer: string }[];
    meeting_transcripts: { speaker: string; content: string }[];
  };
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Meeting)
    .map((meeting) => ({
      set: 'QMSum',
      entries: meeting.meeting_transcripts.map(({ speaker, content }) => ({
        text: `${speaker}: ${content}`,
        at: '2026-01-01T00:00:00.000Z',
      })),
      references: [...meeting.general_query_list, ...meeting.specific_query_list].map(({ answer }) => answer),
    }));
}

/** The summaries name the session's date and time, so these are put before its first turn. */
function longConversations(): Source[] {
  const path = dataPath('locomo/locomo-dev5.json');
  if (!existsSync(path)) return [];
  type Conversation = {
    conversation: Record<string, { speaker: string; text: string }[] | string>;
    session_summary: Record<string, string>;
  };
  return (JSON.parse(readFileSync(path, 'utf8')) as Conversation[]).flatMap(
    ({ conversation, session_summary }) =>
      Object.entries(session_summary).flatMap(([key, reference]) => {
        const name = key.replace('_summary', '');
        const turns = conversation[name];
        if (!Array.isArray(turns)) return [];
        const opening = {
          text: `${conversation[`${name}_date_time`] ?? ''}`,
          at: '2026-01-01T00:00:00.000Z',
        };
        return [
          {
            set: 'LoCoMo',
            entries: [
              opening,
              ...turns.map(({ speaker, text }) => ({ text: `${speaker}: ${text}`, at: opening.at })),
            ],
            references: [reference],
          },
        ];
      }),
  );
}

function sessionPieces(): Source[] {
  const sources: Source[] = [];
  for (const { messages } of recordedSessions() ?? []) {
    for (let from = 0; from < messages.length; from += messagesPerPiece) {
      sources.push({
        set: 'sessions',
        entries: messages.slice(from, from + messagesPerPiece).map(({ parts, createdAt = '' }) => ({
          text: renderMessageText({ parts }, { toolOutputLines: 60, toolOutputCharacters: 4_000 }),
          at: createdAt,
        })),
        references: [],
      });
    }
  }
  return sources;
}
