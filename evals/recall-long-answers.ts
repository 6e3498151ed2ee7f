/**
 * Whether what a question needs is in the context of a conversation whose answers are long: of each message that holds
 * a part of the answer, the words that tell it. What is compared shows whole messages, so it has them where it has the
 * message.
 */
import { createEverthread } from '../src/everthread.ts';
import { systemRuntime } from '../src/runtime.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { retrievalOver } from './baselines/retrieval.ts';
import { chatKinds, generatedChat } from './recall-chats.ts';
import type { AskedQuestion, Conversation } from './recall-data.ts';
import { fittedTopics, heldOutTopics } from './recall-topics.ts';

const budget = 4_000;
const dayMs = 86_400_000;
const appendedAtOnce = 8;
const names = ['newest turns', 'BM25', 'BM25 with neighbours', 'Everthread, words'] as const;

type Tally = Map<string, { found: number; asked: number }>;

export async function longAnswersReport(): Promise<string> {
  const fitted = await measure([1, 2, 3].map((seed) => generatedChat(fittedTopics, seed)));
  const heldOut = await measure([11, 12, 13].map((seed) => generatedChat(heldOutTopics, seed)));
  return [
    `Share of the questions of which the context of ${budget.toLocaleString('en-US')} tokens holds every answering sentence. Generated conversations (\`evals/recall-chats.ts\`): about 100,000 words each, questions in other words. The ranking was fitted to the first topics and not to the others, but variants of it were compared on both. A source counts where its answering sentence stands in the context; the baselines quote whole messages.`,
    `### Topics it was fitted to\n\n${table(fitted)}`,
    `### Other topics\n\n${table(heldOut)}`,
  ].join('\n\n');
}

async function measure(conversations: readonly Conversation[]): Promise<Tally> {
  const tally: Tally = new Map();
  const add = (name: string, { category }: AskedQuestion, isFound: boolean) => {
    for (const key of [`${name} 0`, `${name} ${category}`]) {
      const { found, asked } = tally.get(key) ?? { found: 0, asked: 0 };
      tally.set(key, { found: found + (isFound ? 1 : 0), asked: asked + 1 });
    }
  };
  for (const conversation of conversations) {
    const retrieval = retrievalOver(conversation.turns, createTokenCounter());
    const contextOf = await contextsOf(conversation);
    for (const question of conversation.questions) {
      const shows = (order: readonly number[]) => {
        const shown = retrieval.fill(order, budget);
        return question.evidence.every((index) => shown.has(index));
      };
      add('newest turns', question, shows(retrieval.newest()));
      add('BM25', question, shows(retrieval.bm25(question.text, { neighbours: 0 })));
      add('BM25 with neighbours', question, shows(retrieval.bm25(question.text, { neighbours: 1 })));
      const text = await contextOf(question.text);
      add('Everthread, words', question, question.answers?.every((answer) => text.includes(answer)) ?? false);
    }
    await contextOf.close();
  }
  return tally;
}

async function contextsOf({ id, turns }: Conversation) {
  const now = turns.at(-1)!.at + dayMs;
  const ever = createEverthread({
    store: memoryStore(),
    runtime: { ...systemRuntime, now: () => now },
    budget: { tokens: budget, responseTokens: 0 },
  });
  const thread = await ever.thread(id);
  for (let start = 0; start < turns.length; start += appendedAtOnce) {
    await thread.append(
      turns.slice(start, start + appendedAtOnce).map(({ id: turn, speaker, text, at }) => ({
        id: turn,
        role: speaker as 'user' | 'assistant',
        content: text,
        createdAt: new Date(at).toISOString(),
      })),
    );
    await ever.idle();
  }
  const contextOf = async (query: string) => (await thread.context({ query })).toText();
  return Object.assign(contextOf, { close: () => ever.close() });
}

function table(tally: Tally): string {
  const keys = [0, ...Object.keys(chatKinds)];
  const rows = names.map((name) => {
    const cells = keys.map((key) => {
      const { found, asked } = tally.get(`${name} ${key}`) ?? { found: 0, asked: 1 };
      return `${((100 * found) / asked).toFixed(1)} %`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [
    `| context | all | ${Object.values(chatKinds).join(' | ')} |`,
    `| --- | ${'---: | '.repeat(keys.length).trim()}`,
    ...rows,
  ].join('\n');
}
