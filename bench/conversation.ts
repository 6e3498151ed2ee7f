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

export type Conversation = {
  /** The instructions of the customer service, about 1,500 tokens, as the system prompt of a real request. */
  system: string;
  /** The next messages, in order. */
  take(count: number): MessageInput[];
  /** A question about an earlier message, with the names that message used. */
  question(): string;
};

type Said = Record<string, unknown> & { role: string };
type Episode = { said: Said[]; questions: string[] };

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

/** A generator of random numbers that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Undefined if the data is missing. */
export function realConversation(): Conversation | undefined {
  const episodes = readEpisodes();
  if (episodes === undefined) return undefined;
  const random = randomNumbers(7);
  const speakers = new Set(
    episodes.flatMap(({ said }) => said.flatMap(({ name }) => (name as string) ?? [])),
  );
  const spoken = new RegExp(`\\b(?:${[...speakers].join('|')})\\b`, 'g');
  const rename = (round: number) => {
    const order = [...speakers];
    const nameOf = (name: string) => {
      const place = order.indexOf(name) + round * 7;
      const suffix = Math.floor(place / names.length) % 40;
      return `${names[place % names.length]}${suffix === 0 ? '' : `son${suffix}`}`;
    };
    return (text: string) => text.replaceAll(spoken, nameOf);
  };

  let [round, number] = [0, 0];
  let waiting: Episode[] = [];
  let current: Said[] = [];
  const asked: string[] = [];
  const next = (): MessageInput => {
    while (current.length === 0) {
      if (waiting.length === 0) {
        waiting = shuffled(episodes, random);
        round += 1;
      }
      const { said, questions } = waiting.pop()!;
      const inNames = rename(round);
      current = JSON.parse(inNames(JSON.stringify(said)), (key, value: unknown) =>
        isCallId(key) ? `${value}-${round}` : value,
      ) as Said[];
      asked.push(...questions.map(inNames));
      // Keeps a random sample of the questions, so that they ask about any time in the conversation.
      while (asked.length > 2_000) asked.splice(Math.floor(random() * asked.length), 1);
    }
    number += 1;
    const at = startMs + number * gapMs + Math.floor(number / talkMessages) * pauseMs;
    return { ...current.shift()!, createdAt: new Date(at).toISOString() } as unknown as MessageInput;
  };
  return {
    system: policy(),
    take: (count) => Array.from({ length: count }, next),
    question: () => asked[Math.floor(random() * asked.length)]!,
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
      const said = turns.map(({ speaker, text }) => ({
        role: speaker === first ? 'user' : 'assistant',
        name: speaker,
        content: text,
      }));
      const pieces = inPieces(said);
      const share = Math.ceil(questions.length / pieces.length);
      return pieces.map((piece, index) => ({
        said: piece,
        questions: questions.slice(index * share, (index + 1) * share).map(({ text }) => text),
      }));
    }),
    ...dialogues.examples.map(({ transcript }) => ({
      said: transcript.map(({ text }, index) => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: text,
      })),
      questions: [],
    })),
    ...files.flatMap((file) =>
      readTranscripts(readFileSync(file, 'utf8')).flatMap(({ messages }) =>
        inPieces(messages.filter(({ role }) => role !== 'system').map(withoutIdentity)).map((said) => ({
          said,
          questions: [],
        })),
      ),
    ),
  ];
}

/** Removes id and time, because a repeated message must count as a new one. */
function withoutIdentity(message: object): Said {
  const { id: _id, createdAt: _createdAt, ...said } = message as Said;
  return said as Said;
}

/** Splits a conversation where the user speaks, so that no tool call is separated from its result. */
function inPieces(said: readonly Said[]): Said[][] {
  const pieces: Said[][] = [[]];
  for (const message of said) {
    if (message.role === 'user' && pieces.at(-1)!.length >= episodeMessages) pieces.push([]);
    pieces.at(-1)!.push(message);
  }
  return pieces;
}
