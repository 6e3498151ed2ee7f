/**
 * Generates sessions of one user with an assistant on unrelated topics over months. Requests mention a fact in passing,
 * and answers refer to it. Around it are advice about the same things and facts about other people. The same seed gives
 * the same conversation.
 */
import { createRandom, type Random } from './random.ts';
import type { AskedQuestion, Conversation, Turn } from './recall-data.ts';
import type { SessionTopic, Statement } from './session-topics.ts';

type Exchange = { topic: SessionTopic; statement?: Statement; aside?: string };

const dayMs = 86_400_000;
const minuteMs = 60_000;
const start = Date.UTC(2026, 0, 12, 7);
const mostStatementsPerSession = 3;
const requestsPerAside = 3;

/**
 * `dates: 'text'`: all messages have the day of the import, and each session's time is text before its first message.
 */
export function generatedSessions(
  topics: readonly SessionTopic[],
  { seed, dates }: { seed: number; dates: 'fields' | 'text' },
): Conversation {
  const random = createRandom(seed);
  const turns: Turn[] = [];
  const places = new Map<Statement, number>();
  let day = start;
  for (const session of sessionsOf(topics, random)) {
    day += random.integer(1, 4) * dayMs;
    let at = day + random.integer(0, 780) * minuteMs;
    for (const [index, exchange] of session.entries()) {
      const { statement } = exchange;
      if (statement) places.set(statement, turns.length + (statement.by === 'user' ? 0 : 1));
      const heading = dates === 'text' && index === 0 ? `[${headingOf(at)}] ` : '';
      turns.push({
        id: `t${turns.length}`,
        speaker: 'user',
        text: heading + requestText(exchange, random),
        at,
      });
      at += minuteMs;
      turns.push({ id: `t${turns.length}`, speaker: 'assistant', text: answerText(exchange, random), at });
      at += random.integer(1, 9) * minuteMs;
    }
  }
  if (dates === 'text') for (const [index, turn] of turns.entries()) turn.at = day + index * minuteMs;
  const questions = topics.flatMap((topic) =>
    topic.questions.map(
      ({ kind, text, statements }): AskedQuestion => ({
        text,
        category: kind,
        evidence: statements.map((one) => places.get(one)!),
        answers: statements.map(({ answer }) => answer),
      }),
    ),
  );
  return { id: `sessions-${seed}`, turns, questions };
}

/** Sessions of all topics mixed; those of each topic keep their order. */
function sessionsOf(topics: readonly SessionTopic[], random: Random): Exchange[][] {
  const queues = topics.map((topic) => topicSessions(topic, random));
  const sessions: Exchange[][] = [];
  while (queues.some((queue) => queue.length > 0))
    sessions.push(random.pick(queues.filter((queue) => queue.length > 0)).shift()!);
  return sessions;
}

function topicSessions(topic: SessionTopic, random: Random): Exchange[][] {
  const queues = topic.questions.map(({ statements }) => [...statements]);
  const decoys = [...topic.decoys];
  const sessions: Exchange[][] = [];
  while (queues.some((queue) => queue.length > 0)) {
    const filled = queues.filter((queue) => queue.length > 0);
    const session: Exchange[] = [];
    for (
      let remaining = random.integer(1, mostStatementsPerSession);
      remaining > 0 && filled.length > 0;
      remaining -= 1
    ) {
      const queue = filled.splice(random.integer(0, filled.length - 1), 1)[0]!;
      session.push({ topic, statement: queue.shift()! });
    }
    const aside = random.integer(0, 1) === 0 ? decoys.shift() : undefined;
    session.splice(random.integer(0, session.length), 0, { topic, ...(aside ? { aside } : {}) });
    sessions.push(session);
  }
  sessions.push(decoys.map((aside) => ({ topic, aside })));
  return sessions.filter((session) => session.length > 0);
}

/** A heading such as `2026/05/12 (Tue) 14:20`. */
function headingOf(at: number): string {
  const date = new Date(at);
  const weekday = date.toUTCString().slice(0, 3);
  const [day, time] = date.toISOString().split('T');
  return `${day!.replaceAll('-', '/')} (${weekday}) ${time!.slice(0, 5)}`;
}

function requestText({ topic, statement, aside }: Exchange, random: Random): string {
  const request = random.pick(topic.requests);
  if (statement?.by === 'assistant') return statement.request!;
  if (statement)
    return random.integer(0, requestsPerAside) === 0 ? `${statement.text} ${request}` : statement.text;
  return aside ? `${aside} ${request}` : request;
}

const openings = {
  en: ['Sure, here is how I would go about it.', 'Good question!', 'Happy to help with that.', 'Of course.'],
  de: ['Gern, so würde ich vorgehen.', 'Gute Frage!', 'Dabei helfe ich gern.'],
  es: ['Claro, yo lo haría así.', '¡Buena pregunta!', 'Con mucho gusto.'],
} as const;
const closings = {
  en: [
    'Let me know how it goes.',
    'Would you like me to go into more detail?',
    'Shall I turn this into a checklist?',
  ],
  de: ['Sag mir gern, wie es läuft.', 'Soll ich daraus eine Liste machen?'],
  es: ['Cuéntame cómo te va.', '¿Quieres que lo convierta en una lista?'],
} as const;

/** Advice in paragraphs or a numbered list, with the fact somewhere inside. */
function answerText({ topic, statement }: Exchange, random: Random): string {
  const advice = [...topic.advice];
  const sentences: string[] = [];
  for (let remaining = random.integer(7, 12); remaining > 0 && advice.length > 0; remaining -= 1)
    sentences.push(withAlternatives(advice.splice(random.integer(0, advice.length - 1), 1)[0]!, random));
  if (statement?.by === 'assistant')
    sentences.splice(random.integer(1, sentences.length - 1), 0, statement.text);
  const opening = statement?.echo ?? random.pick(openings[topic.language]);
  const closing = random.pick(closings[topic.language]);
  if (random.integer(0, 1) === 0)
    return [opening, '', ...sentences.map((one, index) => `${index + 1}. ${one}`), '', closing].join('\n');
  const paragraphs: string[] = [];
  while (sentences.length > 0) paragraphs.push(sentences.splice(0, random.integer(2, 4)).join(' '));
  return [opening, ...paragraphs, closing].join('\n\n');
}

function withAlternatives(text: string, random: Random): string {
  return text.replace(/\[(?<words>[^\]]+)\]/gu, (_, words: string) => random.pick(words.split('/')));
}
