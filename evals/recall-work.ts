/** Recorded work with questions: an airline's service desk, and coding sessions. */
import { renderMessageText } from '../src/message/text.ts';
import type { TranscriptMessage } from '../src/transcripts/transcript.ts';
import { recordedSessions } from '../test/session-data.ts';
import type { Conversation, Turn } from './recall-data.ts';
import { airlineQuestions, codingQuestions, type WorkQuestion } from './recall-work-questions.ts';

const start = Date.UTC(2025, 0, 6, 9);
const turnGapMs = 60_000;
const toolCharacters = 20_000;

/** Null where there are no recorded sessions. */
export function recordedWork(): { airline: Conversation[]; coding: Conversation[] } | null {
  const sessions = recordedSessions();
  if (sessions === undefined) return null;
  const desk = sessions.filter(({ name }) => name.startsWith('openai-tools/'));
  const coding = Object.entries(codingQuestions).flatMap(([beginning, questions]) => {
    const session = sessions.find(({ name }) => name.startsWith(beginning));
    return session ? [conversationOf(beginning, session.messages, questions)] : [];
  });
  const said = desk.flatMap(({ messages }) => messages.filter(({ role }) => role !== 'system'));
  return { airline: [conversationOf('airline', said, airlineQuestions)], coding };
}

function conversationOf(
  id: string,
  messages: readonly TranscriptMessage[],
  questions: readonly WorkQuestion[],
): Conversation {
  const turns = messages.map(
    (message, index): Turn => ({
      id: `t${index}`,
      speaker: message.role,
      text: renderMessageText(message, {
        toolOutputCharacters: toolCharacters,
        toolInputCharacters: toolCharacters,
      }),
      at: start + index * turnGapMs,
      parts: message.parts,
    }),
  );
  return {
    id,
    turns,
    questions: questions.map(({ ask, answers, kind }) => ({
      text: ask,
      category: kind,
      evidence: [],
      answers: [...answers],
    })),
  };
}
