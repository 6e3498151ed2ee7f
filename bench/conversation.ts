/**
 * Builds one conversation of any length from public ones: talks of LoCoMo, dialogues of DialogSum, customer service
 * with tools, and coding sessions. Each round repeats them in another order with other names. The data is not part of
 * the project; without it nothing is measured.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dataPath, dialogSum } from '../evals/data.ts';
import { locomo } from '../evals/recall-data.ts';
import type { MessageInput } from '../src/index.ts';
import { readTranscripts } from '../src/transcripts/read-transcript.ts';
import { seededRandom } from '../test/seeded-random.ts';

export type Conversation = {
  /** The instructions of the customer service, about 1,500 tokens, as the system prompt of a real request. */
  system: string;
  /** The next messages, in order. */
  take(count: number): MessageInput[];
  /** A question about an earlier message, with the names that message used. */
  question(): string;
};

type RecordedMessage = Record<string, unknown> & { role: string };
type Episode = { messages: RecordedMessage[]; questions: string[] };

const toolDialogues = 'sessions/openai-tools/tau-airline-30.json';
const sessions = [
  'sessions/claude-code/claude-code-pomodoro-timer.jsonl',
  'sessions/codex/codex-pomodor-timer.jsonl',
  'sessions/pi/large-session.jsonl',
];
/** A message every two minutes, and a pause of a night after every forty messages. */
const startMs = Date.UTC(2024, 0, 1, 8);
const gapMs = 120_000;
const talkMessages = 40;
const pauseMs = 9 * 3_600_000;
const episodeMessages = 30;

const names =
  'Ada Bela Cleo Dario Elif Femi Greta Hugo Ines Jonas Kaito Leila Milan Nora Omar Petra Quinn Rosa Sami Tara Ugo Vera Wim Xenia Yara Zoe'.split(
    ' ',
  );

/** Undefined if the data is missing. */
export function realConversation(): Conversation | undefined {
  const episodes = readEpisodes();
  if (episodes === undefined) return undefined;
  const random = seededRandom(7);
  const speakers = new Set(
    episodes.flatMap(({ messages }) => messages.flatMap(({ name }) => (name as string) ?? [])),
  );
  const speakerNames = new RegExp(`\\b(?:${[...speakers].join('|')})\\b`, 'g');
  const rename = (round: number) => {
    const order = [...speakers];
    const nameOf = (name: string) => {
      const place = order.indexOf(name) + round * 7;
      const suffix = Math.floor(place / names.length) % 40;
      return `${names[place % names.length]}${suffix === 0 ? '' : `son${suffix}`}`;
    };
    return (text: string) => text.replaceAll(speakerNames, nameOf);
  };

  let [round, number] = [0, 0];
  let upcoming: Episode[] = [];
  let current: RecordedMessage[] = [];
  const pastQuestions: string[] = [];
  const next = (): MessageInput => {
    while (current.length === 0) {
      if (upcoming.length === 0) {
        upcoming = shuffled(episodes, random);
        round += 1;
      }
      const { messages, questions } = upcoming.pop()!;
      const renamed = rename(round);
      current = JSON.parse(renamed(JSON.stringify(messages)), (key, value: unknown) =>
        isCallId(key) ? `${value}-${round}` : value,
      ) as RecordedMessage[];
      pastQuestions.push(...questions.map(renamed));
      // Keeps a random sample of the questions, so that they ask about any time in the conversation.
      while (pastQuestions.length > 2_000)
        pastQuestions.splice(Math.floor(random() * pastQuestions.length), 1);
    }
    number += 1;
    const at = startMs + number * gapMs + Math.floor(number / talkMessages) * pauseMs;
    return { ...current.shift()!, createdAt: new Date(at).toISOString() } as unknown as MessageInput;
  };
  return {
    system: policy(),
    take: (count) => Array.from({ length: count }, next),
    question: () => pastQuestions[Math.floor(random() * pastQuestions.length)]!,
  };
}

function policy(): string {
  const [dialogue] = JSON.parse(readFileSync(dataPath(toolDialogues), 'utf8')) as {
    traj: { content: string }[];
  }[];
  return dialogue!.traj[0]!.content;
}

function isCallId(key: string): boolean {
  return key === 'callId' || key === 'toolCallId' || key === 'tool_call_id';
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}

function readEpisodes(): Episode[] | undefined {
  const talks = locomo();
  const dialogues = dialogSum();
  const files = [toolDialogues, ...sessions].map(dataPath);
  if (talks === null || dialogues === null || !files.every(existsSync)) return undefined;
  return [
    ...talks.flatMap(({ turns, questions }) => {
      const first = turns[0]!.speaker;
      const messages = turns.map(({ speaker, text }) => ({
        role: speaker === first ? 'user' : 'assistant',
        name: speaker,
        content: text,
      }));
      const pieces = splitAtUserTurns(messages);
      const share = Math.ceil(questions.length / pieces.length);
      return pieces.map((piece, index) => ({
        messages: piece,
        questions: questions.slice(index * share, (index + 1) * share).map(({ text }) => text),
      }));
    }),
    ...dialogues.examples.map(({ transcript }) => ({
      messages: transcript.map(({ text }, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: text,
      })),
      questions: [],
    })),
    ...files.flatMap((file) =>
      readTranscripts(readFileSync(file, 'utf8')).flatMap(({ messages }) =>
        splitAtUserTurns(messages.filter(({ role }) => role !== 'system').map(withoutIdentity)).map(
          (piece) => ({
            messages: piece,
            questions: [],
          }),
        ),
      ),
    ),
  ];
}

/** Removes id and time, because a repeated message must count as a new one. */
function withoutIdentity(message: object): RecordedMessage {
  const { id: _id, createdAt: _createdAt, ...content } = message as RecordedMessage;
  return content as RecordedMessage;
}

/** Splits a conversation before messages of the user only, so that no tool call is separated from its result. */
function splitAtUserTurns(messages: readonly RecordedMessage[]): RecordedMessage[][] {
  const pieces: RecordedMessage[][] = [[]];
  for (const message of messages) {
    if (message.role === 'user' && pieces.at(-1)!.length >= episodeMessages) pieces.push([]);
    pieces.at(-1)!.push(message);
  }
  return pieces;
}
