/**
 * Measures recall in conversations with long messages: whether the context holds the words that answer a question, from
 * every place of the answer. The baselines show whole messages.
 */
import { createEverthread } from '../src/everthread.ts';
import { type Role, roles } from '../src/message/message.ts';
import { systemRuntime } from '../src/runtime.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { retrievalOver } from './baselines/retrieval.ts';
import type { Evaluation } from './evaluation.ts';
import { comparedTopics, untouchedTopics } from './further-topics.ts';
import { heldOutTopics } from './held-out-topics.ts';
import { historyKinds } from './history-sessions.ts';
import { chatKinds, generatedChat } from './recall-chats.ts';
import type { AskedQuestion, Conversation } from './recall-data.ts';
import { generatedHistory } from './recall-histories.ts';
import { generatedSessions } from './recall-sessions.ts';
import { fittedTopics } from './recall-topics.ts';
import { recordedWork } from './recall-work.ts';
import { workKinds } from './recall-work-questions.ts';
import { type SessionTopic, sessionKinds } from './session-topics.ts';
import { studiedHistories } from './studied-histories.ts';
import { studiedSessionTopics } from './studied-session-topics.ts';
import { untouchedHistories } from './untouched-histories.ts';
import { untouchedSessionTopics } from './untouched-session-topics.ts';

const budget = 4_000;
export const smallBudgets = [1_000, 2_000, 4_000];
const dayMs = 86_400_000;
const appendedAtOnce = 8;
const names = ['newest turns', 'BM25', 'BM25 with neighbours', 'Everthread, words'] as const;

type Tally = Map<string, { found: number; asked: number }>;

/** The category `value that changed` of the generated conversations. */
const changedKind = 3;

type Kinds = Readonly<Record<number, string>>;

export const recallAnswers: Evaluation = {
  name: 'recall-answers',
  title: 'Recall in talks with an assistant whose answers are long',
  async run() {
    const fitted = await measure([1, 2, 3].map((seed) => generatedChat(fittedTopics, seed)));
    const heldOut = await measure([11, 12, 13].map((seed) => generatedChat(heldOutTopics, seed)));
    const compared = await measure([21, 22, 23].map((seed) => generatedChat(comparedTopics, seed)));
    const untouched = await measure([31, 32, 33].map((seed) => generatedChat(untouchedTopics, seed)));
    return [
      `Share of the questions of which the context of ${budget.toLocaleString('en-US')} tokens holds every answering sentence. Generated conversations (\`evals/recall-chats.ts\`): about 100,000 words each, questions in other words. The ranking was fitted to the first topics and not to the others, but variants of it were compared on all but the last, which are asked about only to report. A source counts where its answering sentence stands in the context; the baselines quote whole messages.`,
      `### Topics it was fitted to\n\n${table(fitted.tally, chatKinds)}\n\n${marksText(fitted.marks)}`,
      `### Other topics\n\n${table(heldOut.tally, chatKinds)}\n\n${marksText(heldOut.marks)}`,
      `### Further topics, on which variants were compared\n\n${table(compared.tally, chatKinds)}\n\n${marksText(compared.marks)}`,
      `### Further topics, only reported\n\n${table(untouched.tally, chatKinds)}\n\n${marksText(untouched.marks)}`,
    ].join('\n\n');
  },
};

export const recallWork: Evaluation = {
  name: 'recall-work',
  title: 'Recall in recorded work',
  async run({ warn }) {
    const work = recordedWork();
    if (work === null) {
      warn('SKIPPED: there are no recorded sessions in the data folder (EVERTHREAD_DATA).');
      return null;
    }
    const tables: string[] = [];
    for (const tokens of smallBudgets) {
      const desk = await measure(work.airline, tokens);
      const coding = await measure(work.coding, tokens);
      const size = `${tokens.toLocaleString('en-US')} tokens`;
      tables.push(
        `### Service desk, ${size}\n\n${table(desk.tally, workKinds)}`,
        `### Coding sessions, ${size}\n\n${table(coding.tally, workKinds)}`,
      );
    }
    return [
      `Share of the questions of which the context holds all the words that answer them (\`evals/recall-work-questions.ts\`), wherever they stand: a service desk of thirty dialogues in one thread, and three coding sessions, tool calls and their results included. Few questions: one is worth three to five points. Nothing was fitted to them.`,
      ...tables,
    ].join('\n\n');
  },
};

export const recallSessions: Evaluation = {
  name: 'recall-sessions',
  title: 'Recall in sessions on unrelated topics',
  async run() {
    const tables: string[] = [];
    for (const dates of ['fields', 'text'] as const) {
      const written = dates === 'fields' ? '' : ', dates only in the text';
      const sessions = (topics: readonly SessionTopic[], seeds: readonly number[]) =>
        seeds.map((seed) => generatedSessions(topics, { seed, dates }));
      for (const tokens of smallBudgets) {
        const size = `${tokens.toLocaleString('en-US')} tokens${written}`;
        const studied = await measure(sessions(studiedSessionTopics, [1, 2]), tokens);
        const untouched = await measure(sessions(untouchedSessionTopics, [11, 12]), tokens);
        tables.push(
          `### Topics in which causes were looked for, ${size}\n\n${table(studied.tally, sessionKinds)}`,
          `### Topics only reported, ${size}\n\n${table(untouched.tally, sessionKinds)}`,
        );
      }
    }
    return [
      'Share of the questions of which the context holds the answering words of every place. Generated sessions of one user with an assistant on ten topics (`evals/recall-sessions.ts`), one in German and one in Spanish: facts in passing inside of requests, long answers, others who have or do the like, questions that share few words with what was said or none. In half of the runs the messages were stored on one day, and the time of a session stands before its first words.',
      ...tables,
    ].join('\n\n');
  },
};

export const recallHistories: Evaluation = {
  name: 'recall-histories',
  title: 'Recall in histories of a user with an assistant',
  async run() {
    const tables: string[] = [];
    for (const tokens of smallBudgets) {
      const size = `${tokens.toLocaleString('en-US')} tokens`;
      const studied = await measure(
        [1, 2].map((seed) => generatedHistory(studiedHistories, seed)),
        tokens,
      );
      const untouched = await measure(
        [11, 12].map((seed) => generatedHistory(untouchedHistories, seed)),
        tokens,
      );
      tables.push(
        `### Sessions in which causes were looked for, ${size}\n\n${table(studied.tally, historyKinds)}`,
        `### Sessions only reported, ${size}\n\n${table(untouched.tally, historyKinds)}`,
      );
    }
    return [
      'Share of the questions of which the context holds the answering words of every place. Sessions written out by hand, long and short, each about something of its own, one in French and one in German (`evals/studied-histories.ts`, `evals/untouched-histories.ts`): answers with lists and tables, facts in passing, values that change, places in several sessions. They stand among generated sessions on twenty other topics: some 770 messages in all. Two orders of the others; of a kind with four questions, one is worth 25 points.',
      ...tables,
    ].join('\n\n');
  },
};

/** Counts of quoted older values, of those marked as older, and of other quotations that were marked. */
type Marks = { quoted: number; marked: number; others: number };

function marksText({ quoted, marked, others }: Marks): string {
  return `Of ${quoted} older values quoted for these questions ${marked} were marked as older, with the number of the newest; ${others} other quotations were marked.`;
}

const olderMark = /^#(?<seq>\d+) [^\n]{1,80}? \(earlier, newer in #(?<newer>\d+)\): /gmu;

function countMarks(shown: string, { category, evidence, answers = [] }: AskedQuestion, marks: Marks): void {
  const marked = new Map([...shown.matchAll(olderMark)].map(({ groups }) => [groups!.seq, groups!.newer]));
  const older = category === changedKind ? evidence.slice(0, -1) : [];
  const newest = String((evidence.at(-1) ?? 0) + 1);
  for (const [index, turn] of older.entries()) {
    if (!shown.includes(answers[index]!)) continue;
    marks.quoted += 1;
    if (marked.get(String(turn + 1)) === newest) marks.marked += 1;
  }
  if (category === changedKind)
    marks.others += [...marked.keys()].filter((seq) => !older.includes(Number(seq) - 1)).length;
}

export async function measure(
  conversations: readonly Conversation[],
  tokens = budget,
): Promise<{ tally: Tally; marks: Marks }> {
  const tally: Tally = new Map();
  const marks: Marks = { quoted: 0, marked: 0, others: 0 };
  const add = (name: string, { category }: AskedQuestion, isFound: boolean) => {
    for (const key of [`${name} 0`, `${name} ${category}`]) {
      const { found, asked } = tally.get(key) ?? { found: 0, asked: 0 };
      tally.set(key, { found: found + (isFound ? 1 : 0), asked: asked + 1 });
    }
  };
  for (const conversation of conversations) {
    const retrieval = retrievalOver(conversation.turns, createTokenCounter());
    const contextOf = await contextsOf(conversation, tokens);
    for (const question of conversation.questions) {
      const { text, answers = [] } = question;
      const holds = (shown: string) => answers.every((answer) => shown.includes(answer));
      const shows = (order: readonly number[]) =>
        holds([...retrieval.fill(order, tokens)].map((index) => conversation.turns[index]!.text).join('\n'));
      add('newest turns', question, shows(retrieval.newest()));
      add('BM25', question, shows(retrieval.bm25(text, { neighbours: 0 })));
      add('BM25 with neighbours', question, shows(retrieval.bm25(text, { neighbours: 1 })));
      const shown = await contextOf(text);
      add('Everthread, words', question, holds(shown));
      countMarks(shown, question, marks);
    }
    await contextOf.close();
  }
  return { tally, marks };
}

export async function contextsOf({ id, turns }: Conversation, tokens: number) {
  const now = turns.at(-1)!.at + dayMs;
  const ever = createEverthread({
    store: memoryStore(),
    runtime: { ...systemRuntime, now: () => now },
    budget: { tokens, responseTokens: 0 },
  });
  const thread = await ever.thread(id);
  await appendTurns({ ever, thread, turns });
  const contextOf = async (query: string) => (await thread.context({ query })).toText();
  return Object.assign(contextOf, { close: () => ever.close() });
}

export async function appendTurns({ ever, thread, turns }: AppendOptions): Promise<void> {
  for (let start = 0; start < turns.length; start += appendedAtOnce) {
    await thread.append(
      turns.slice(start, start + appendedAtOnce).map(({ id: turn, speaker, text, at, parts }) => ({
        id: turn,
        ...(isRole(speaker) ? { role: speaker } : { role: 'user' as const, name: speaker }),
        ...(parts ? { parts } : { content: text }),
        createdAt: new Date(at).toISOString(),
      })),
    );
    await ever.idle();
  }
}

type Everthread = ReturnType<typeof createEverthread>;
type AppendOptions = {
  ever: Everthread;
  thread: Awaited<ReturnType<Everthread['thread']>>;
  turns: Conversation['turns'];
};

function isRole(speaker: string): speaker is Role {
  return (roles as readonly string[]).includes(speaker);
}

export function table(tally: Tally, kinds: Kinds): string {
  const keys = [0, ...Object.keys(kinds)];
  const rows = names.map((name) => {
    const cells = keys.map((key) => {
      const { found, asked } = tally.get(`${name} ${key}`) ?? { found: 0, asked: 1 };
      return `${((100 * found) / asked).toFixed(1)} %`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    `| context | all | ${Object.values(kinds).join(' | ')} |`,
    `| --- | ${'---: | '.repeat(keys.length).trim()}`,
    ...rows,
  ].join('\n');
}
