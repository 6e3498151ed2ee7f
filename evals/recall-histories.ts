/**
 * Histories of one user with an assistant: sessions written by hand, each on a topic of its own, among generated
 * sessions on other topics. The same seed gives the same history.
 */
import type { History, HistorySession } from './history-sessions.ts';
import { createRandom } from './random.ts';
import type { Conversation, Turn } from './recall-data.ts';
import { generatedSessions } from './recall-sessions.ts';
import { studiedSessionTopics } from './studied-session-topics.ts';
import { untouchedSessionTopics } from './untouched-session-topics.ts';

const minuteMs = 60_000;
const pauseMs = 3 * 60 * minuteMs;
const start = Date.UTC(2026, 0, 5, 8);

export function generatedHistory({ sessions, questions }: History, seed: number): Conversation {
  const random = createRandom(seed);
  const topics = [...studiedSessionTopics, ...untouchedSessionTopics];
  const others = inSessions(generatedSessions(topics, { seed, dates: 'fields' }).turns);
  const between = others.length / sessions.length;
  const turns: Turn[] = [];
  let at = start;
  const add = (session: HistorySession['turns']) => {
    at += random.integer(14, 60) * 60 * minuteMs;
    for (const { speaker, text } of session) {
      turns.push({ id: `t${turns.length}`, speaker, text, at });
      at += random.integer(1, 5) * minuteMs;
    }
  };
  for (const [index, { turns: session }] of sessions.entries()) {
    for (const other of others.slice(Math.floor(index * between), Math.floor((index + 1) * between)))
      add(other);
    add(session);
  }
  return {
    id: `history-${seed}`,
    turns,
    questions: questions.map(({ kind, text, answers }) => ({
      text,
      category: kind,
      evidence: answers.map((answer) => turns.findIndex((turn) => turn.text.includes(answer))),
      answers: [...answers],
    })),
  };
}

function inSessions(turns: readonly Turn[]): HistorySession['turns'][] {
  const sessions: { speaker: 'user' | 'assistant'; text: string }[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { speaker, text, at } of turns) {
    if (at - last > pauseMs) sessions.push([]);
    sessions.at(-1)!.push({ speaker: speaker as 'user' | 'assistant', text });
    last = at;
  }
  return sessions;
}
