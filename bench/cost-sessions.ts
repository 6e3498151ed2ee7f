/**
 * The conversations that `cost` bills: recorded coding sessions of two clients, a service desk, a generated chat with
 * long answers, and LoCoMo as chats with an assistant.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dataPath } from '../evals/data.ts';
import { generatedChat } from '../evals/recall-chats.ts';
import { locomo } from '../evals/recall-data.ts';
import { fittedTopics } from '../evals/recall-topics.ts';
import { airlineQuestions, codingQuestions, type WorkQuestion } from '../evals/recall-work-questions.ts';
import { createEverthread, type MessageInput } from '../src/index.ts';
import { readTranscripts } from '../src/transcripts.ts';
import type { Times } from './cost-pace.ts';

const folder = 'sessions/claude-code';
export const mostMessages = 300;
const chats = 2;
const budgets = [16_000, 32_000, 200_000];

export type BilledSession = {
  name: string;
  system: string;
  budgets: number[];
  log: MessageInput[];
  /** Times of the messages; null if the recording has none. */
  times: Times | null;
  /** Questions that can be asked at the end of the conversation. */
  questions: SessionQuestion[];
};

/** `needs`: the exact texts that the answer requires. */
export type SessionQuestion = { ask: string; needs: readonly string[] };

const agent = `You are a coding agent. ${Array.from(
  { length: 260 },
  (_, index) => `Rule ${index}: use tool ${index % 17} with care and report what it said.`,
).join(' ')}`;

/** Undefined if the data is missing. */
export async function billedSessions(): Promise<BilledSession[] | undefined> {
  const path = dataPath(folder);
  if (!existsSync(path)) return undefined;
  const coding = readdirSync(path)
    .filter((name) => name.endsWith('.jsonl'))
    .map((file) => {
      const log = readSession(`${path}/${file}`);
      const name = file.slice(0, 8);
      const questions = answerableQuestions(log, codingQuestions[`claude-code/${name}`] ?? []);
      return { name, system: agent, budgets, log, times: timesOf(log), questions };
    });
  return [...coding, ...(await otherSessions()), ...(locomo() ?? []).slice(0, chats).map(asChat)];
}

/** Work in another client, and conversations other than chats between friends. */
async function otherSessions(): Promise<BilledSession[]> {
  const text = (file: string) => readFileSync(dataPath(`sessions/${file}`), 'utf8');
  const pi = readTranscripts(text('pi/large-session.jsonl'))[0]!.messages;
  const dialogues = JSON.parse(text('openai-tools/tau-airline-30.json')) as {
    traj: (MessageInput & { role: string })[];
  }[];
  const desk = dialogues.flatMap(({ traj }) => traj).filter(({ role }) => role !== 'system');
  const generated = generatedChat(fittedTopics, 7);
  const turns = generated.turns.slice(0, mostMessages);
  const answerable = generated.questions.filter(({ evidence }) =>
    evidence.every((place) => place < mostMessages),
  );
  const chat = turns.map(({ speaker, text: content }) => ({
    role: speaker as 'user' | 'assistant',
    content,
  }));
  const work = pi.slice(0, mostMessages);
  const dialogue = await asAnthropic(desk.slice(0, 2 * mostMessages));
  return [
    {
      name: 'pi',
      system: agent,
      budgets,
      log: await asAnthropic(work),
      times: timesOf(asOneRole(work)),
      questions: [],
    },
    {
      name: 'service desk',
      system: 'You work for an airline.',
      budgets,
      log: dialogue,
      times: null,
      questions: answerableQuestions(dialogue, airlineQuestions),
    },
    {
      name: 'long answers',
      system: 'You are helpful.',
      budgets,
      log: chat,
      times: turns.map(({ at }) => at),
      questions: answerable.map(({ text: ask, answers = [] }) => ({ ask, needs: answers })),
    },
  ];
}

/** The questions whose answers occur in the part of the conversation that is used. */
function answerableQuestions(
  log: readonly MessageInput[],
  questions: readonly WorkQuestion[],
): SessionQuestion[] {
  const logText = JSON.stringify(log);
  return questions
    .filter(({ answers }) => answers.every((answer) => logText.includes(JSON.stringify(answer).slice(1, -1))))
    .map(({ ask, answers }) => ({ ask, needs: answers }));
}

/** Null if a message has no time. */
function timesOf(log: readonly MessageInput[]): Times | null {
  const times = log.map((message) => Date.parse(String((message as { createdAt?: unknown }).createdAt)));
  return times.some(Number.isNaN) ? null : times;
}

/**
 * The first of each run of messages that become one message for the provider. Tool results belong to the user's
 * messages there.
 */
function asOneRole(log: readonly { role?: unknown }[]): MessageInput[] {
  const isAnswer = (index: number) => log[index]?.role === 'assistant';
  return log.filter((_, index) => index === 0 || isAnswer(index) !== isAnswer(index - 1)) as MessageInput[];
}

/** Converts messages to the provider's shape, in which the model of the benchmark answers. */
async function asAnthropic(log: readonly MessageInput[]): Promise<MessageInput[]> {
  const ever = createEverthread({ budget: { tokens: 20_000_000 }, automatic: false, recall: false });
  const thread = await ever.thread('session');
  await thread.append([...log]);
  const { messages } = (await thread.context()).toAnthropic();
  await ever.close();
  return messages as MessageInput[];
}

/** Makes one speaker the user and the other the assistant. */
function asChat({ id, turns, questions }: NonNullable<ReturnType<typeof locomo>>[number]): BilledSession {
  const user = turns[0]!.speaker;
  return {
    name: `LoCoMo ${id}`,
    system: 'You are a friend of the user and answer as one.',
    budgets: [16_000, 32_000],
    log: turns.map(({ speaker, text }) => ({ role: speaker === user ? 'user' : 'assistant', content: text })),
    times: turns.map(({ at }) => at),
    questions: questions.map(({ text, evidence }) => ({
      ask: text,
      needs: evidence.map((place) => turns[place]!.text),
    })),
  };
}

function readSession(file: string): MessageInput[] {
  type Line = {
    type?: string;
    isSidechain?: boolean;
    isMeta?: boolean;
    isCompactSummary?: boolean;
    timestamp?: string;
    message?: {
      id?: string;
      role: 'user' | 'assistant';
      content: string | { type: string; text?: string }[];
    };
  };
  const log: { role: 'user' | 'assistant'; content: object[]; createdAt?: string }[] = [];
  let last: string | undefined;
  for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const line = JSON.parse(text) as Line;
    const { message } = line;
    if ((line.type !== 'user' && line.type !== 'assistant') || line.isSidechain || line.isMeta) continue;
    if (line.isCompactSummary || !message?.content) continue;
    const blocks =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    const content = blocks.filter(
      ({ type, text }) => type !== 'thinking' && !(type === 'text' && !text?.trim()),
    );
    if (content.length === 0) continue;
    // The lines of one answer are joined.
    if (message.id !== undefined && message.id === last) log.at(-1)!.content.push(...content);
    else
      log.push({
        role: message.role,
        content: [...content],
        ...(line.timestamp && { createdAt: line.timestamp }),
      });
    last = message.id;
    if (log.length === mostMessages) break;
  }
  return log as unknown as MessageInput[];
}
