/** Random operations with crashes in between, after each of which a new engine continues with the file (I-1, I-6). */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { hashMessage } from '../../src/message/hash.ts';
import type { MessageContent } from '../../src/message/message.ts';
import { chatMessages } from '../chat-messages.ts';
import { checkContext, checkStored } from '../properties/invariants.ts';
import {
  type Operation,
  operationArbitrary,
  type StrategyName,
  strategyNames,
} from '../properties/operations.ts';
import { apply, type World } from '../properties/world.ts';
import { runsOf, soak } from '../soak.ts';
import { type CrashEngine, databaseFolder, openEngine, threadId } from './crash-engine.ts';

const { newPath, remove } = databaseFolder();
afterAll(remove);

const numRuns = runsOf({ test: 6, soak: 1_000 });

type Event = { kind: 'die'; after: number } | Operation;

const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('die' as const), after: fc.nat({ max: 80 }) }) },
  { weight: 3, arbitrary: operationArbitrary },
);

async function play(strategy: StrategyName, sequence: readonly Event[]): Promise<void> {
  const path = newPath();
  let life = 0;
  let engine = await open();
  /** Messages whose append was acknowledged. */
  const said: MessageContent[] = [];
  let underWay: MessageContent[] = [];
  /** A message that is being edited or forgotten, with its new content. */
  let changing: { seq: number; content: MessageContent } | undefined;

  for (const event of sequence) {
    if (event.kind === 'die') {
      engine.dieAt(event.after + 1);
      continue;
    }
    try {
      await act(event);
    } catch (error) {
      if (!engine.dead()) throw error;
    }
    if (engine.dead()) await revive();
  }
  await engine.ever.idle();
  if (engine.dead()) await revive();
  engine.dieAt(Number.POSITIVE_INFINITY);
  await engine.ever.idle();
  await checkLog();
  await checkStored(engine.store, threadId);
  checkContext(await engine.thread.context({ budget: { tokens: 3_000 } }), said.length);
  await engine.ever.close();

  function open(): Promise<CrashEngine> {
    life += 1;
    return openEngine({ path, life, strategy, budget: { tokens: 2_500 } });
  }

  async function act(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'append':
        return append(operation.messages, operation.atOnce);
      case 'chat':
        return append(chatMessages(operation.exchanges, operation.words, said.length), operation.atOnce);
      case 'forget':
      case 'edit':
        if (said.length === 0) return;
        changing = changeOf(operation);
        await apply(world(), operation);
        changing = undefined;
        return;
      default:
        return apply(world(), operation);
    }
  }

  function world(): World {
    return { ...engine, said, forgotten: new Set(), told: [], contexts: [], lastContext: undefined };
  }

  function changeOf(operation: Extract<Operation, { kind: 'forget' | 'edit' }>) {
    const seq = (operation.place % said.length) + 1;
    const { role } = said[seq - 1]!;
    const parts: MessageContent['parts'] =
      operation.kind === 'forget' ? [] : [{ type: 'text', text: operation.text }];
    return { seq, content: { role, parts } };
  }

  async function append(messages: MessageContent[], atOnce: boolean): Promise<void> {
    const batches = atOnce ? [messages] : messages.map((message) => [message]);
    for (const batch of batches.filter(({ length }) => length > 0)) {
      underWay = batch;
      await engine.thread.append(batch);
      said.push(...batch);
      underWay = [];
    }
  }

  async function revive(): Promise<void> {
    const dead = engine;
    await dead.ever.idle();
    engine = await open();
    await checkLog();
    await checkStored(engine.store, threadId);
    await dead.bury();
  }

  async function checkLog(): Promise<void> {
    const found = (await engine.store.readMessages({ threadId })).map(({ hash }) => hash);
    if (found.length > said.length) said.push(...underWay);
    underWay = [];
    if (changing && found[changing.seq - 1] === hashMessage(changing.content)) {
      said[changing.seq - 1] = changing.content;
    }
    changing = undefined;
    expect(found, 'I-1 all that was acknowledged, and what was under way whole or not at all').toEqual(
      said.map(hashMessage),
    );
  }
}

it.each(strategyNames)('I-1 I-2 I-6 I-9 hold through any number of deaths: %s', async (strategy) => {
  const sequences = fc.array(events, { minLength: 2, maxLength: soak ? 40 : 16 });
  await fc.assert(
    fc.asyncProperty(sequences, (sequence) => play(strategy, sequence)),
    { numRuns },
  );
});
