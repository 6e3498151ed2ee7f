/** The results of the demo as plain data, for the closing screen and for `--json`. */
import type { Context } from '../../context/render.ts';
import { hashMessage } from '../../message/hash.ts';
import { textOf } from '../../message/message.ts';
import type { Fact } from '../../records/fact.ts';
import type { Receipt, SummaryRecord } from '../../records/summary.ts';
import type { Thread } from '../../thread.ts';
import type { Stratum } from '../views/strata.ts';
import { type DemoMessage, decisionNumber } from './conversation.ts';

export type KeptFact = { kind: string; value: string; seq: number };

export type DemoReport = {
  strategy: string;
  budgetTokens: number;
  messages: number;
  historyTokens: number;
  contextTokens: number;
  /** Tokens of the context divided by those of the history. */
  share: number;
  /** Counts over all turns: contexts made, tokens of the largest, and contexts above the budget. */
  turns: { contexts: number; largestContextTokens: number; overBudget: number };
  compactions: { count: number; merges: number; milliseconds: number; modelCalls: number; costUsd: number };
  strata: Stratum[];
  summary: { id: string; level: string; from: number; to: number; text: string } | null;
  facts: { kept: number; examples: KeptFact[] };
  /** The message with the decision, read back through the summary that covers it. */
  recalled: { seq: number; text: string; hash: string; identical: boolean; summaryId: string | null };
  sections: { [section: string]: number };
  responseTokens: number;
};

export async function createReport(options: {
  thread: Thread;
  context: Context;
  strategy: string;
  messages: readonly DemoMessage[];
  receipts: readonly Receipt[];
  turns: DemoReport['turns'];
}): Promise<DemoReport> {
  const { thread, context, strategy, messages, receipts, turns } = options;
  const state = await thread.state();
  const summaries = await thread.summaries({ statuses: ['live', 'prepared'] });
  const live = summaries.filter(({ status }) => status === 'live');
  const covering = live.find(({ from, to }) => from <= decisionNumber && decisionNumber <= to);
  const facts = live.flatMap((summary) => summary.facts);
  return {
    strategy,
    budgetTokens: context.budget.tokens,
    messages: state.messages,
    historyTokens: state.tokens,
    contextTokens: context.tokens,
    share: context.tokens / state.tokens,
    turns,
    compactions: {
      count: receipts.length,
      merges: receipts.filter(({ messagesCompressed }) => messagesCompressed === 0).length,
      milliseconds: receipts.reduce((sum, receipt) => sum + receipt.milliseconds, 0),
      modelCalls: receipts.filter(({ rungs }) => rungs.includes('model')).length,
      costUsd: receipts.reduce((sum, receipt) => sum + receipt.costUsd, 0),
    },
    strata: await readStrata({ thread, context, summaries }),
    summary: covering
      ? {
          id: covering.id,
          level: covering.level,
          from: covering.from,
          to: covering.to,
          text: covering.text,
        }
      : null,
    facts: { kept: facts.length, examples: exampleFacts(facts) },
    recalled: await recall({ thread, original: messages[decisionNumber - 1]!, covering }),
    sections: Object.fromEntries(
      Object.entries(context.sections).map(([section, { tokens }]) => [section, tokens]),
    ),
    responseTokens: context.budget.responseTokens,
  };
}

async function readStrata(options: {
  thread: Thread;
  context: Context;
  summaries: readonly SummaryRecord[];
}): Promise<Stratum[]> {
  const { thread, context, summaries } = options;
  const tokensOf: number[] = [0];
  for await (const message of thread.history()) tokensOf[message.seq] = message.tokens;
  const levels = new Map(summaries.map(({ id, level }) => [id, level]));
  const strata: Stratum[] = [];
  for (const { from, to, kind, summaryId, tokens } of context.items) {
    if (from === null || to === null || kind === 'recalled') continue;
    const level = kind === 'verbatim' ? kind : (levels.get(summaryId ?? '') ?? kind);
    const originalTokens = tokensOf.slice(from, to + 1).reduce((sum, count) => sum + count, 0);
    const last = strata.at(-1);
    // Verbatim messages that follow each other form one stratum.
    if (last?.level === 'verbatim' && level === 'verbatim') {
      last.to = to;
      last.tokens += tokens;
      last.originalTokens += originalTokens;
    } else strata.push({ from, to, level, tokens, originalTokens });
  }
  return strata;
}

const exampleCount = 5;
/** Kinds of facts a person would miss most, in this order; the examples take one of each in turn. */
const tellingKinds = [
  'rule',
  'decision',
  'command',
  'path',
  'money',
  'identifier',
  'date',
  'name',
  'quantity',
];

function exampleFacts(facts: readonly Fact[]): KeptFact[] {
  const notInProse = facts.filter(({ inProse }) => inProse !== true);
  const byImportance = [...notInProse, ...facts].toSorted(
    (left, right) => right.importance - left.importance,
  );
  const chosen = new Map<string, Fact>();
  for (let round = 0; chosen.size < exampleCount && round < exampleCount; round += 1) {
    for (const kind of tellingKinds) {
      const next = byImportance.find((fact) => fact.kind === kind && !chosen.has(fact.value));
      if (next && chosen.size < exampleCount) chosen.set(next.value, next);
    }
  }
  return [...chosen.values()].map(({ kind, value, seq }) => ({ kind, value, seq }));
}

/** Reads the message through its summary if there is one, as a model or a person would. */
async function recall(options: {
  thread: Thread;
  original: DemoMessage;
  covering: SummaryRecord | undefined;
}): Promise<DemoReport['recalled']> {
  const { thread, original, covering } = options;
  const found = covering
    ? (await thread.expand(covering.id, { after: decisionNumber - 1, limit: 1 })).messages[0]
    : await firstOf(thread.history({ from: decisionNumber, to: decisionNumber }));
  return {
    seq: decisionNumber,
    text: found ? textOf(found.parts) : '',
    hash: found?.hash ?? '',
    identical: found?.hash === hashMessage({ role: original.role, parts: original.parts }),
    summaryId: covering?.id ?? null,
  };
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item | undefined> {
  for await (const item of items) return item;
  return undefined;
}
