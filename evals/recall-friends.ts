/**
 * Measures recall in conversations of friends: whether the context, as `thread.context` makes it after
 * months of messages were appended and compacted, holds the turns that answer each question. The only model that is
 * used is a small local one for vectors, in `recall-meaning`.
 */

import { createEverthread, type Everthread } from '../src/everthread.ts';
import { type Runtime, systemRuntime } from '../src/runtime.ts';
import type { Store } from '../src/store.ts';
import { memoryStore } from '../src/stores/memory/memory.ts';
import type { StrategyName } from '../src/strategies/registry.ts';
import type { Thread } from '../src/thread.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';
import { retrievalOver } from './baselines/retrieval.ts';
import { type CachedEmbedder, cachedMinilm } from './cached-embedder.ts';
import type { Evaluation } from './evaluation.ts';
import { type AskedQuestion, type Conversation, locomo } from './recall-data.ts';
import { budgets, locomoMethod, locomoTable, quantile, variantBudget } from './recall-report.ts';
import { type Found, type Row, rowsBy, type Tally, tallyOf } from './recall-tally.ts';

const strategyNames = ['eternal', 'rolling', 'session', 'tiered', 'chain', 'running'] as const;
const appendedAtOnce = 8;
const dayMs = 86_400_000;

async function measureLocomo(
  conversations: readonly Conversation[],
  progress: (message: string) => void,
): Promise<{ rows: Row[]; times: number[] }> {
  const { add, rows } = rowsBy();
  const times: number[] = [];
  for (const [index, conversation] of conversations.entries()) {
    progress(`LoCoMo conversation ${index + 1} of ${conversations.length}`);
    for (const budget of budgets) {
      await measureBaselines(conversation, budget, add);
      const worded = await remember({ conversation, budget, store: memoryStore() });
      const recalled = add('Everthread, words', budget);
      await tallyOf(
        conversation.questions,
        foundInContext({ conversation, thread: worded.thread, times }),
        recalled,
      );
      await worded.ever.close();
    }
    const plain = await remember({
      conversation,
      budget: variantBudget,
      store: memoryStore(),
      headedTexts: true,
    });
    await tallyOf(
      conversation.questions,
      foundInContext({ conversation, thread: plain.thread }),
      add('Everthread, words, names and dates only in the text', variantBudget),
    );
    await plain.ever.close();
  }
  return { rows, times };
}

/** Measures other strategies without recall, at one budget. Their context is the same for every question. */
async function measureStrategies(
  conversations: readonly Conversation[],
  progress: (message: string) => void,
): Promise<Row[]> {
  const { add, rows } = rowsBy();
  for (const [index, conversation] of conversations.entries()) {
    progress(`LoCoMo conversation ${index + 1} of ${conversations.length}`);
    for (const strategy of strategyNames) {
      const { ever, thread } = await remember({
        conversation,
        budget: variantBudget,
        store: memoryStore(),
        strategy,
      });
      const text = (await thread.context({ recall: false })).toText();
      const tally = add(`${strategy} without recall`, variantBudget);
      await tallyOf(conversation.questions, (question) => holds(text, conversation, question), tally);
      await ever.close();
    }
  }
  return rows;
}

async function measureByMeaning(
  conversations: readonly Conversation[],
  embedder: CachedEmbedder,
  progress: (message: string) => void,
): Promise<Row[]> {
  const { add, rows } = rowsBy();
  for (const [index, conversation] of conversations.entries()) {
    progress(`LoCoMo conversation ${index + 1} of ${conversations.length}`);
    const store = memoryStore();
    const opened: Everthread[] = [];
    // Measures one store with and without an embedder. Both engines close at the end: closing one closes the store.
    for (const options of [{}, { embedder }]) {
      const name = options.embedder ? 'Everthread, words and MiniLM' : 'Everthread, words';
      const { ever, thread } = await remember({ conversation, budget: variantBudget, store, ...options });
      await tallyOf(
        conversation.questions,
        foundInContext({ conversation, thread }),
        add(name, variantBudget),
      );
      opened.push(ever);
    }
    for (const ever of opened) await ever.close();
  }
  return rows;
}

async function measureBaselines(
  conversation: Conversation,
  budget: number,
  add: (name: string, budget: number) => Tally,
): Promise<void> {
  const { turns, questions } = conversation;
  const retrieval = retrievalOver(turns, createTokenCounter());
  const shows =
    (order: (query: string) => number[]): Found =>
    ({ text, evidence }) => {
      const shown = retrieval.fill(order(text), budget);
      return evidence.every((index) => shown.has(index));
    };
  await tallyOf(questions, shows(retrieval.newest), add('newest turns', budget));
  for (const neighbours of [0, 1]) {
    const name = neighbours === 0 ? 'BM25' : 'BM25 with neighbours';
    await tallyOf(
      questions,
      shows((query) => retrieval.bm25(query, { neighbours })),
      add(name, budget),
    );
  }
}

/** Appends and compacts the conversation. Messages that are in the store already are not added again. */
async function remember(options: {
  conversation: Conversation;
  budget: number;
  store: Store;
  /** A strategy to measure without recall. */
  strategy?: StrategyName;
  embedder?: CachedEmbedder;
  /** Puts speaker and time at the beginning of each text instead of in fields. */
  headedTexts?: boolean;
}): Promise<{ ever: Everthread; thread: Thread }> {
  const { conversation, budget, store, strategy, embedder, headedTexts = false } = options;
  const { turns } = conversation;
  const now = turns.at(-1)!.at + dayMs;
  const runtime: Runtime = { ...systemRuntime, now: () => now };
  const ever = createEverthread({
    store,
    runtime,
    budget: { tokens: budget, responseTokens: 0 },
    // A long limit, so that a busy machine does not change the result.
    recall: strategy === undefined && { embedTimeoutMs: 60_000 },
    ...(strategy === undefined ? {} : { strategy }),
    ...(embedder && { embedder }),
  });
  const thread = await ever.thread(conversation.id);
  const first = turns[0]!.speaker;
  for (let start = 0; start < turns.length; start += appendedAtOnce) {
    await thread.append(
      turns.slice(start, start + appendedAtOnce).map(({ id, speaker, text, at }) => ({
        id,
        role: speaker === first ? ('user' as const) : ('assistant' as const),
        ...(headedTexts
          ? { content: `[${new Date(at).toISOString().slice(0, 10)}] ${speaker}: ${text}` }
          : { name: speaker, content: text, createdAt: new Date(at).toISOString() }),
      })),
    );
    await ever.idle();
  }
  return { ever, thread };
}

function foundInContext(options: { conversation: Conversation; thread: Thread; times?: number[] }): Found {
  const { conversation, thread, times } = options;
  return async (question) => {
    const start = performance.now();
    const context = await thread.context({ query: question.text });
    times?.push(performance.now() - start);
    return holds(context.toText(), conversation, question);
  };
}

function holds(text: string, { turns }: Conversation, { evidence }: AskedQuestion): boolean {
  return evidence.every((index) => text.includes(turns[index]!.text));
}

async function preparedEmbedder(
  conversations: readonly Conversation[],
  progress: (message: string) => void,
): Promise<CachedEmbedder | undefined> {
  const embedder = cachedMinilm();
  const texts = conversations.flatMap(({ turns }) => turns.map(({ text }) => text));
  let lastReported = 0;
  try {
    await embedder.prepare(texts, (done) => {
      if (done - lastReported < 500 && done < texts.length) return;
      lastReported = done;
      progress(`${done} of ${texts.length} turns embedded`);
    });
    return embedder;
  } catch (error) {
    progress(`SKIPPED: figures with vectors. ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

const noLocomo =
  'SKIPPED: locomo/locomo-dev5.json is not in the data folder (set EVERTHREAD_DATA to where it lies).';

export const recallFriends: Evaluation = {
  name: 'recall-friends',
  title: 'Recall: is what a question needs in the context?',
  async run({ warn }) {
    const conversations = locomo();
    if (conversations === null) {
      warn(noLocomo);
      return null;
    }
    const { rows, times } = await measureLocomo(conversations, warn);
    const questionCount = conversations.reduce((sum, { questions }) => sum + questions.length, 0);
    return [
      `## LoCoMo: ${conversations.length} conversations, ${questionCount} questions`,
      locomoMethod,
      locomoTable(rows),
      `One context with recall, words alone: ${quantile(times, 0.5)} at the median, ${quantile(times, 0.99)} at the 99th percentile, store in memory.`,
    ].join('\n\n');
  },
};

export const recallStrategies: Evaluation = {
  name: 'recall-strategies',
  title: 'What strategies show of the past without recall',
  async run({ warn }) {
    const conversations = locomo();
    if (conversations === null) {
      warn(noLocomo);
      return null;
    }
    const rows = await measureStrategies(conversations, warn);
    return `## LoCoMo without recall\n\n${locomoTable(rows)}`;
  },
};

export const recallMeaning: Evaluation = {
  name: 'recall-meaning',
  title: 'Recall by words, and by meaning too',
  async run({ warn }) {
    const conversations = locomo();
    if (conversations === null) warn(noLocomo);
    const embedder = conversations && (await preparedEmbedder(conversations, warn));
    if (!conversations || !embedder) return null;
    const rows = await measureByMeaning(conversations, embedder, warn);
    return [
      '## LoCoMo with the offline embedder',
      'The same conversations, questions and measure as above. The weights with vectors were fitted to these conversations alone.',
      locomoTable(rows),
    ].join('\n\n');
  },
};
