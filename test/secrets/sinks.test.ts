/** I-10 as a matrix: secrets in every field and at every cut, looked for in every output. */
import { afterEach, describe, expect, it } from 'vitest';
import { eventNames } from '../../src/events.ts';
import { createEverthread, type Everthread } from '../../src/everthread.ts';
import { createArchiveTools } from '../../src/integrations/archive-tools/create-archive-tools.ts';
import type { MessageContent } from '../../src/message/message.ts';
import { scriptedEmbedder } from '../../src/search/scripted-embedder.suite.ts';
import type { CallRecord, Store } from '../../src/store.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import { strategyNames } from '../../src/strategies/registry.ts';
import { SummarizerFailure, type SummaryRequest } from '../../src/summarizer.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import { sampleOf } from '../soak.ts';
import { testRuntime } from '../test-runtime.ts';
import { createDetector, createPlanting, everyBorder, everyField } from './planted.ts';

const opened: Everthread[] = [];
afterEach(async () => {
  for (const everthread of opened.splice(0)) await everthread.close();
});

type Sinks = { [sink: string]: string };

function filler(count: number): MessageContent[] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', text: `Berth ${index} was painted green, and Ola checked bollard ${index}.` }],
  }));
}

/** Answers with its input and with a secret that is not in the input. */
function echo({ transcript, previous, limits, shape }: SummaryRequest, guess: string) {
  const said = [...previous.map(({ text }) => text), ...transcript.map(({ text }) => text)].join('\n');
  const text = `${said.slice(0, Math.max(40, limits.targetTokens * 2))} ${guess}`;
  if (shape !== 'record') return text;
  const context = {
    participants: [guess],
    decisions: [],
    actionItems: [],
    unresolved: [],
    domainEntities: [],
  };
  return { record: { summary: text, keyPoints: [guess], context } };
}

async function sinksOf(options: {
  strategy: (typeof strategyNames)[number];
  messages: readonly MessageContent[];
  plant: (place: string) => string;
  withModel: boolean;
  questions: readonly string[];
}): Promise<Sinks> {
  const { strategy, messages, plant, withModel, questions } = options;
  const guess = plant('guess of the model');
  const fault = plant('error of the provider');
  const sinks: { [sink: string]: unknown[] } = { calls: [], events: [] };
  let calls = 0;
  const summarizer = scriptedSummarizer({
    answers: (request) => {
      calls += 1;
      if (calls % 7 !== 3) return echo(request, guess);
      const cause = Object.assign(new Error(`body: ${fault}`), { responseBody: fault });
      const call = { model: 'm', rung: 'model' as const, inputTokens: 1, outputTokens: 1, costUsd: 0 };
      return new SummarizerFailure({
        kind: 'transport',
        message: `Refused for ${fault}.`,
        calls: [{ ...call, milliseconds: 1, outcome: 'failed', detail: `said ${fault}` }],
        cause,
      });
    },
  });
  const embedder = scriptedEmbedder({ maxCharacters: 500, batchSize: 8 });
  const inner = memoryStore();
  const store = {
    ...inner,
    recordCalls: (records: readonly CallRecord[]) => {
      sinks.calls!.push(...records);
      return inner.recordCalls(records);
    },
  } satisfies Store;
  const everthread = createEverthread({
    store,
    strategy,
    embedder,
    automatic: false,
    budget: { tokens: 3_000, responseTokens: 300 },
    runtime: testRuntime(),
    ...(withModel ? { summarizer } : {}),
  });
  opened.push(everthread);
  for (const name of eventNames) everthread.on(name, (event) => sinks.events!.push({ name, event }));

  const thread = await everthread.thread('harbour');
  for (const message of messages) await thread.append(message);
  // Before the first summary, messages that do not fit are shown as stand-ins.
  await thread.append(filler(140));
  const early = await thread.context({ query: 'Which harbour pump did Ann rent?' });
  expect(early.items.some(({ kind }) => kind === 'stand-in')).toBe(true);
  await thread.append(filler(20));
  for (let round = 0; round < 3; round += 1) {
    await thread.compact().catch((error: unknown) => sinks.events!.push(wholeError(error)));
  }
  await thread.compact({ refresh: true }).catch((error: unknown) => sinks.events!.push(wholeError(error)));
  await everthread.idle();

  const contexts = [early];
  for (const query of questions) contexts.push(await thread.context({ query }));
  const tools = createArchiveTools({ everthread, threadIds: ['harbour'], maxTokens: 4_000 });
  const answers: unknown[] = [await tools.describe.run({})];
  for (const query of questions) {
    answers.push(await tools.search.run({ query, limit: 20 }));
    sinks.search ??= [];
    sinks.search.push(await thread.search(query, { limit: 100, neighbours: 3 }));
  }
  for (let cursor: string | undefined; ; ) {
    const page = await tools.expand.run({ from: 1, to: messages.length, ...(cursor && { cursor }) });
    answers.push(page);
    cursor = page.data.next;
    if (cursor === undefined || answers.length > 80) break;
  }
  const [summary] = await thread.summaries();
  if (summary)
    await thread.editSummary(summary.id, `By hand: ${plant('edited summary')}`, { note: plant('note') });
  const statuses = ['live', 'prepared', 'replaced', 'partial'] as const;
  return Object.fromEntries(
    Object.entries({
      ...sinks,
      requests: summarizer.requests.map(({ signal: _signal, ...request }) => request),
      embedder: embedder.calls,
      summaries: await thread.summaries({ statuses }),
      receipts: await thread.receipts(),
      audit: await thread.audit(),
      facts: await thread.facts(),
      rules: await thread.rules(),
      description: await thread.describe(),
      contexts: contexts.map((context) => ({ text: context.toText(), items: context.items })),
      explained: (await thread.explain()).context.toText(),
      answers,
    }).map(([sink, value]) => [sink, JSON.stringify(value)]),
  );
}

/** All properties of an error, as a logger prints them. */
function wholeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { ...error, name: error.name, message: error.message, cause: wholeError(error.cause) };
}

/** The last messages of every thread hold no secret, so that no context shows one verbatim. */
const questions = [
  'Which harbour pump did Ann rent?',
  'What did the look tool answer about the pump?',
  'pump ok output text note file resource',
];

describe('no recognized secret leaves', () => {
  for (const [index, strategy] of strategyNames.entries()) {
    for (const withModel of sampleOf([true, false], { every: 2, from: index })) {
      it(`I-10 whatever field it stands in: ${strategy}, ${withModel ? 'a model' : 'extractive'}`, async () => {
        const { planted, plant } = createPlanting();
        const messages = everyField(plant);
        const sinks = await sinksOf({ strategy, messages, plant, withModel, questions });
        if (withModel) expect(JSON.parse(sinks.requests!).length).toBeGreaterThan(0);
        expect(JSON.parse(sinks.summaries!).length).toBeGreaterThan(0);
        expect(sinks.contexts).toContain('recalled-passages');
        const detect = createDetector(planted);
        const found = Object.entries(sinks).map(([sink, text]) => ({ sink, places: detect(text) }));
        expect(found.filter(({ places }) => places.length > 0)).toEqual([]);
      });
    }
  }

  it('I-10 no secret is let through wherever a text is cut', async () => {
    const { planted, plant } = createPlanting();
    const messages = everyBorder(plant);
    const asked = [...questions, 'The harbour pump runs well today', 'pump ok n 1'];
    const sinks = await sinksOf({ strategy: 'eternal', messages, plant, withModel: true, questions: asked });
    const detect = createDetector(planted);
    const found = Object.entries(sinks).map(([sink, text]) => ({ sink, places: detect(text) }));
    expect(found.filter(({ places }) => places.length > 0)).toEqual([]);
    // The placeholders show that the messages were read, not left out.
    expect(sinks.requests).toContain('[secret:');
    expect(sinks.embedder).toContain('[secret:');
  });
});
