/** One thread under random operations, and a plain array with the messages that must be in its log. */
import { expect } from 'vitest';
import type { Context } from '../../src/context/render.ts';
import { isEverthreadError } from '../../src/errors.ts';
import type { EventName } from '../../src/events.ts';
import { createEverthread, type Everthread } from '../../src/everthread.ts';
import { canonicalJson, hashMessage } from '../../src/message/hash.ts';
import type { Json, Message, MessageContent } from '../../src/message/message.ts';
import type { Store } from '../../src/store.ts';
import type { Thread } from '../../src/thread.ts';
import { chatMessages } from '../chat-messages.ts';
import { type FaultySummarizer, faultySummarizer } from '../faulty-summarizer.ts';
import { type TestRuntime, testRuntime } from '../test-runtime.ts';
import { checkContext, checkStored } from './invariants.ts';
import type { Operation, StrategyName } from './operations.ts';

export type World = {
  store: Store;
  runtime: TestRuntime;
  summarizer: FaultySummarizer;
  ever: Everthread;
  thread: Thread;
  /** The messages that were appended, in order. */
  said: MessageContent[];
  /** Numbers of the messages the user removed. */
  forgotten: Set<number>;
  /** All events of the engine. */
  told: unknown[];
  /** All contexts that were made, as text, to be compared for I-12. */
  contexts: string[];
  lastContext: { context: Context; key: string; revision: number; prepared: string } | undefined;
};

export const threadId = 'thread';

const eventNames: EventName[] = [
  'summarization',
  'compaction-started',
  'progress',
  'diagnostic',
  'summarizer-fallback',
  'context-forced',
];

export async function createWorld(options: {
  store: Store;
  strategy: StrategyName;
  runtime?: TestRuntime;
  budgetTokens?: number;
}): Promise<World> {
  const { store, strategy, runtime = testRuntime(), budgetTokens = 2_500 } = options;
  const summarizer = faultySummarizer();
  const ever = createEverthread({
    store,
    strategy,
    summarizer,
    runtime,
    budget: { tokens: budgetTokens },
    compaction: { timeoutMs: 4 },
  });
  const told: unknown[] = [];
  for (const name of eventNames) ever.on(name, (event) => told.push({ name, event }));
  const thread = await ever.thread(threadId);
  return {
    store,
    runtime,
    summarizer,
    ever,
    thread,
    said: [],
    forgotten: new Set(),
    told,
    contexts: [],
    lastContext: undefined,
  };
}

export async function apply(world: World, operation: Operation): Promise<void> {
  world.runtime.advance(1_000);
  switch (operation.kind) {
    case 'append':
      return append(world, operation.messages, operation.atOnce);
    case 'chat':
      return append(
        world,
        chatMessages(operation.exchanges, operation.words, world.said.length, { exact: operation.exact }),
        operation.atOnce,
      );
    case 'context':
      return context(world, operation.budgetTokens, operation.system);
    case 'return':
      world.runtime.advance(operation.afterMinutes * 60_000);
      return context(world, undefined, 'You are helpful.');
    case 'compact': {
      const result = await world.thread.compact({ refresh: operation.refresh }).catch((error) => {
        // A compaction on demand may only fail if a few words cannot be summarized any shorter.
        expect(isEverthreadError(error, 'summarizer_failed') || isEverthreadError(error, 'stale_plan')).toBe(
          true,
        );
      });
      if (result && !result.compacted) expect(result.reason).not.toBe('');
      return;
    }
    case 'strategy':
      await world.thread.configure({ strategy: { name: operation.name } });
      return;
    case 'budget':
      await world.thread.configure({ budgetTokens: operation.tokens });
      return;
    case 'fault':
      world.summarizer.fault = operation.fault;
      return;
    case 'again': {
      const [last] = await world.store.readMessages({ threadId, newestFirst: true, limit: 1 });
      if (last) await world.thread.append(last);
      return;
    }
    case 'forget':
    case 'edit':
      return changePast(world, operation);
    case 'correct': {
      const summaries = await world.thread.summaries();
      const summary = summaries[operation.place % Math.max(1, summaries.length)];
      if (!summary || summary.stale) return;
      if (operation.pin) await world.thread.pinSummary(summary.id);
      else await world.thread.editSummary(summary.id, 'A person says: Maria is right.');
      return;
    }
    case 'idle':
      await world.ever.idle();
      return;
  }
}

async function changePast(
  world: World,
  operation: Extract<Operation, { kind: 'forget' | 'edit' }>,
): Promise<void> {
  if (world.said.length === 0) return;
  const seq = (operation.place % world.said.length) + 1;
  const [message] = await world.store.readMessages({ threadId, from: seq, to: seq });
  const { role } = message!;
  if (operation.kind === 'forget') {
    await world.thread.forget(seq);
    world.said[seq - 1] = { role, parts: [] };
    world.forgotten.add(seq);
    return;
  }
  if (message!.removed || role === 'tool') return;
  await world.thread.edit(seq, { role, parts: [{ type: 'text', text: operation.text }] });
  world.said[seq - 1] = { role, parts: [{ type: 'text', text: operation.text }] };
}

async function append(world: World, messages: MessageContent[], atOnce: boolean): Promise<void> {
  if (messages.length === 0) return;
  world.said.push(...messages);
  if (atOnce) await world.thread.append(messages);
  else for (const message of messages) await world.thread.append(message);
}

/** Makes a context. Without a budget it uses the thread's own, like a request that is sent. */
async function context(world: World, budgetTokens: number | undefined, system: string): Promise<void> {
  let made: Context;
  try {
    made = await world.thread.context({
      ...(budgetTokens !== undefined && { budget: { tokens: budgetTokens } }),
      system,
    });
  } catch (error) {
    expect(isEverthreadError(error, 'context_overflow'), `I-3 names the culprit: ${error}`).toBe(true);
    return;
  }
  checkContext(made, world.said.length);
  const text = canonicalJson(made.content as unknown as Json);
  world.contexts.push(text);
  await checkPrefix(world, made, `${budgetTokens}:${system}`);
}

/** I-7: between compactions a context only grows at its end, unless it is forced. */
async function checkPrefix(world: World, made: Context, key: string): Promise<void> {
  const state = await world.thread.state();
  const prepared = JSON.stringify(await world.thread.summaries({ statuses: ['prepared'] }));
  const before = world.lastContext;
  const same =
    before?.key === key &&
    before.revision === state.revision &&
    before.prepared === prepared &&
    !before.context.forced &&
    !made.forced;
  if (same) {
    const earlier = before.context.content.slice(0, before.context.stable - 1);
    expect(made.content.slice(0, earlier.length), 'I-7 stable prefix').toEqual(earlier);
  }
  world.lastContext = { context: made, key, revision: state.revision, prepared };
}

/** Checks everything that must hold when no background work runs. */
export async function checkAtRest(world: World): Promise<void> {
  await world.ever.idle();
  const stored = await world.store.readMessages({ threadId });
  expect(stored.map(hashOf), 'I-1 lossless').toEqual(world.said.map(hashMessage));
  for (const message of stored) expect(hashMessage(message), 'I-1 content').toBe(message.hash);
  for (const { seq, removed } of stored) {
    expect(removed, 'I-1 removed only on the user’s word').toBe(
      world.forgotten.has(seq) ? 'forgotten' : undefined,
    );
  }
  await checkStored(world.store, threadId);
  expect((await world.ever.verify()).damages, 'verify agrees').toEqual([]);
}

function hashOf(message: Message): string {
  return message.hash;
}
