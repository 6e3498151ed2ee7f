import { describe, expect, it } from 'vitest';
import { talk, testEngine } from '../engine/test-engine.suite.ts';
import type { MessageInput } from '../message/normalize.ts';
import type { ReadNewest } from './read-tail.ts';
import { readUncovered } from './read-tail.ts';

async function setup(count: number) {
  const { engine, store, say } = await testEngine();
  const messages = await say(talk(count));
  const limits: number[] = [];
  const readNewest: ReadNewest = (range) => {
    limits.push(range.limit);
    return store.readMessages({ ...range, newestFirst: true });
  };
  const read = async (usable: number, { at = count, coveredTo = 0 } = {}) => {
    const state = (await store.readThread('t'))!;
    const summaries = coveredTo === 0 ? [] : [{ to: coveredTo }];
    return readUncovered({ ports: engine, state, summaries, at, usable, readNewest });
  };
  return { engine, say, store, read, limits, messages };
}

describe('the messages that no summary covers', () => {
  it('I-2 begin directly behind the summaries at hand, and end with the turn', async () => {
    const { read } = await setup(50);
    const { tail, unread, coveredTo } = await read(100_000, { coveredTo: 12, at: 40 });
    expect(coveredTo).toBe(12);
    expect(tail.map(({ seq }) => seq)).toEqual(Array.from({ length: 28 }, (_, index) => index + 13));
    expect(unread).toBeNull();
  });

  it('R-48 are read as far back as a context can show them; of the others there is a sample', async () => {
    const { read, limits, messages } = await setup(900);
    const { tail, unread } = await read(1_000);
    const tokens = tail.reduce((sum, message) => sum + message.tokens, 0);
    expect(tokens).toBeGreaterThan(1_000);
    expect(tail.length).toBeLessThan(200);
    expect(limits).toHaveLength(1);
    expect(unread).toMatchObject({ from: 1, to: tail[0]!.seq - 1 });
    const older = messages.slice(0, tail[0]!.seq - 1);
    expect(unread!.tokens).toBe(older.reduce((sum, message) => sum + message.tokens, 0));
    expect(unread!.messages.length).toBeLessThan(50);
  });

  it('R-48 are read in several pages if the newest are much shorter than the others', async () => {
    const { read, say, limits } = await setup(40);
    await say(Array.from({ length: 1_200 }, (): MessageInput => ({ role: 'user', content: 'ok' })));
    const { tail } = await read(9_000, { at: 1_240 });
    expect(limits.length).toBeGreaterThan(1);
    expect(tail.map(({ seq }) => seq)).toEqual(Array.from(tail, (_, index) => tail[0]!.seq + index));
    expect(tail.at(-1)!.seq).toBe(1_240);
  });

  it('R-51 are without questions to the archive, which are kept apart', async () => {
    const { read, say } = await setup(4);
    await say({
      role: 'user',
      content: 'What was said?',
      origin: { kind: 'lookup', sources: [] },
    } as MessageInput);
    const { tail, asides } = await read(10_000, { at: 5 });
    expect(tail.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(asides.map(({ seq }) => seq)).toEqual([5]);
  });
});
