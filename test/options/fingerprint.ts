/**
 * Records all effects of an option on a thread: requests to the summarizer, stored records, the context, failures. Two
 * settings with equal fingerprints do the same.
 */
import { createEverthread } from '../../src/everthread.ts';
import type { MessageInput } from '../../src/message/normalize.ts';
import type { EverthreadOptions } from '../../src/options.ts';
import { memoryStore } from '../../src/stores/memory/memory.ts';
import type { SummarizerAnswer } from '../../src/testing/scripted-summarizer.ts';
import { scriptedSummarizer } from '../../src/testing/scripted-summarizer.ts';
import type { ContextOptions } from '../../src/turn/context-options.ts';
import { harbourMessages } from '../faults/harbour-provider.ts';
import { testRuntime } from '../test-runtime.ts';

export type Scenario = {
  options?: EverthreadOptions;
  messages?: readonly MessageInput[];
  /** Number of messages that arrive together. */
  burst?: number;
  answers?: SummarizerAnswer;
  /** Whether a scripted summarizer is configured. */
  summarizer?: 'scripted' | 'none';
  context?: ContextOptions;
  /** Whether a refresh is requested at the end. */
  refresh?: boolean;
};

export async function fingerprint(scenario: Scenario = {}): Promise<unknown> {
  const {
    options = {},
    messages = harbourMessages(130),
    burst = 7,
    context = {},
    refresh = false,
  } = scenario;
  const summarizer = {
    ...scriptedSummarizer({ ...(scenario.answers === undefined ? {} : { answers: scenario.answers }) }),
    models: ['small', 'large'],
  };
  const ever = createEverthread({
    store: memoryStore(),
    runtime: testRuntime(),
    budget: { tokens: 3_000 },
    ...(scenario.summarizer === 'none' ? {} : { summarizer }),
    ...options,
  });
  const told: unknown[] = [];
  for (const name of ['diagnostic', 'summarizer-fallback', 'summarization', 'compaction-started'] as const) {
    ever.on(name, (event) => told.push([name, withoutTime(event)]));
  }
  const thread = await ever.thread('t');
  for (let start = 0; start < messages.length; start += burst) {
    await thread.append(messages.slice(start, start + burst));
    await ever.idle();
  }
  const shown = await thread.context(context).catch((error: unknown) => String(error));
  await ever.idle();
  const compacted = refresh
    ? await thread.compact({ refresh }).catch((error: unknown) => String(error))
    : null;
  const history: unknown[] = [];
  for await (const { seq, removed, parts, tokens } of thread.history())
    history.push([seq, removed, parts, tokens]);
  const result = {
    asked: summarizer.requests.map(({ shape, previous, transcript, limits, models, meta }) => [
      shape,
      previous,
      transcript.map(({ seq, text }) => [seq, text]),
      limits,
      models,
      meta,
    ]),
    summaries: (await thread.summaries({ statuses: ['live', 'prepared', 'replaced', 'partial'] })).map(
      withoutTime,
    ),
    shown: typeof shown === 'string' ? shown : [shown.content, shown.tokens, shown.sections],
    compacted: withoutTime(compacted),
    history,
    told,
    requests: await ever.requests({ threadId: 't' }),
  };
  await ever.close();
  return JSON.parse(JSON.stringify(result));
}

const remembered = new Map<string, Promise<unknown>>();

/** The fingerprint of a scenario, made only once. Scenarios with functions cannot be compared and are run each time. */
export function usualFingerprint(scenario: Scenario): Promise<unknown> {
  let key: string;
  try {
    key = JSON.stringify(structuredClone(scenario));
  } catch {
    return fingerprint(scenario);
  }
  const known = remembered.get(key) ?? fingerprint(scenario);
  remembered.set(key, known);
  return known;
}

function withoutTime(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, inner) =>
      ['milliseconds', 'createdAt', 'at'].includes(key) ? undefined : inner,
    ),
  );
}
