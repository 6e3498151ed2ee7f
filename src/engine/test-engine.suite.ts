/**
 * A real engine on a real store, with a clock that stands still and a record of every event. For tests of its parts.
 */
import { retelling } from '../../test/retelling.ts';
import { testRuntime } from '../../test/test-runtime.ts';
import { type EventName, type EverthreadEvents, eventNames } from '../events.ts';
import type { Message, PreparedMessage } from '../message/message.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { EverthreadOptions } from '../options.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { message } from '../stores/suite/samples.suite.ts';
import type { Summarizer, SummaryRequest, SummaryResult } from '../summarizer.ts';
import { prepareMessages } from '../turn/prepare-messages.ts';
import { createEngine } from './create-engine.ts';
import { createEmitter } from './emitter.ts';
import { readPins } from './standing-rules.ts';

type Told = { [Name in EventName]: { name: Name; event: EverthreadEvents[Name] } }[EventName];

export async function testEngine(options: EverthreadOptions = {}) {
  const runtime = testRuntime();
  const emitter = createEmitter(() => undefined);
  const told: Told[] = [];
  for (const name of eventNames) emitter.on(name, (event) => told.push({ name, event } as Told));
  const engine = createEngine({
    budget: { tokens: 4_000, responseTokens: 400 },
    ...options,
    store: options.store ?? sqliteStore({ path: ':memory:' }),
    runtime,
    emitter,
    ratioFor: () => 1,
  });
  const { store } = engine;
  await store.open();
  await engine.redaction.load();

  const append = async (threadId: string, messages: readonly PreparedMessage[]): Promise<Message[]> => {
    await store.ensureThread({ threadId, now: runtime.now() });
    const pins = readPins(engine.redaction.redactStart);
    return (await store.append({ threadId, messages, pins, now: runtime.now() })).messages;
  };
  /** Counts, hashes and appends messages as a turn does. */
  const say = async (input: MessageInput | readonly MessageInput[], threadId = 't'): Promise<Message[]> =>
    append(threadId, await prepareMessages({ ...engine, input }));
  /** Appends `m1` … with ten tokens each. */
  const sayMany = async (count: number, threadId = 't'): Promise<Message[]> => {
    const first = ((await store.readThread(threadId))?.messages ?? 0) + 1;
    return append(
      threadId,
      Array.from({ length: count }, (_, index) => message(`m${first + index}`)),
    );
  };
  /** Removes the first message's content but not its place. */
  const deleteFirstOriginal = async (): Promise<void> => {
    const threadId = 't';
    const [first] = await store.readMessages({ threadId, from: 1, to: 1 });
    const { hash, createdAt: at } = first!;
    await store.rewrite({
      threadId,
      changes: [{ kind: 'delete', seq: 1, tokens: 4, hash }],
      audit: {
        id: 'aud',
        at,
        threadId,
        action: 'delete-originals',
        from: 1,
        to: 1,
        summaryId: null,
        note: '',
        before: null,
      },
      now: runtime.now(),
    });
  };
  /** Stores summaries as a compaction would. */
  const keep = async (...records: SummaryRecord[]) => {
    const { id: threadId, revision, coveredTo } = (await store.readThread(records[0]!.threadId))!;
    const lease = await store.acquireLease({ threadId, owner: 'test', now: runtime.now(), ttlMs: 1_000 });
    const idAt = async (seq: number) => (await store.readMetas({ threadId, from: seq, to: seq }))[0]!.id;
    const insert: SummaryRecord[] = [];
    for (const record of records)
      insert.push({
        ...record,
        startMessageId: await idAt(record.from),
        endMessageId: await idAt(record.to),
      });
    const live = records.filter(({ status }) => status === 'live').map(({ to }) => to);
    const state = await store.commit({
      lease: lease!,
      revision,
      now: runtime.now(),
      insert,
      replaces: [],
      activates: [],
      coverTo: Math.max(coveredTo, ...live),
      checkpoint: null,
      receipt: null,
    });
    await store.releaseLease(lease!);
    return state;
  };
  const named = <Name extends EventName>(name: Name): EverthreadEvents[Name][] =>
    told.filter((one) => one.name === name).map(({ event }) => event as EverthreadEvents[Name]);
  return { engine, store, runtime, told, named, say, sayMany, keep, deleteFirstOriginal };
}

const subjects = ['the harbour wall', 'a second ferry', 'the school roof', 'our herb garden', 'the old mill'];
const deeds = ['needs new stones', 'was paid for by the town', 'leaks when it rains', 'is open on Sundays'];

/** A conversation in which every message has content of its own. */
export function talk(count: number, first = 1): MessageInput[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const said = `${subjects[number % 5]} ${deeds[number % 4]}, as Maria wrote in letter ${number * 17}`;
    return { role: number % 2 === 1 ? 'user' : 'assistant', content: `I heard that ${said}.` };
  });
}

/** A model that summarizes truthfully. */
export const honest = () => scripted((request) => retelling(request));

export type RecordingSummarizer = Summarizer & { requests: SummaryRequest[] };

/** Answers with the script's text, or rejects with the error it throws. */
export function scripted(
  script: (request: SummaryRequest, call: number) => string | Promise<string>,
  { maxInputTokens = 8_000, name = 'scripted' }: { maxInputTokens?: number; name?: string } = {},
): RecordingSummarizer {
  const requests: SummaryRequest[] = [];
  return {
    name,
    maxInputTokens,
    requests,
    async summarize(request): Promise<SummaryResult> {
      requests.push(request);
      const text = await script(request, requests.length);
      return resultOf(text, { model: `${name}-model` });
    },
  };
}

export function resultOf(text: string, other: Partial<SummaryResult> = {}): SummaryResult {
  const { model = 'scripted-model', rung = 'model' } = other;
  const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.01 };
  return {
    text,
    record: null,
    model,
    rung,
    promptVersion: 'test@1',
    calls: [{ model, rung, ...usage, milliseconds: 1, outcome: 'ok' }],
    ...other,
  };
}
