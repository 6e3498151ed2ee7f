import { describe, expect, it } from 'vitest';
import { createPool, type PoolThread } from './pool.ts';
import type { Answer, Order } from './pool-thread.ts';
import { type Urgency, urgencies } from './urgency.ts';
import { mostBefore } from './urgent-first.ts';

/** A pool with a single thread, whose tasks end when the test says so. */
function slowPool() {
  const order: string[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  let current = 0;
  const thread: PoolThread = {
    on(event: string, listener: unknown) {
      if (event === 'message') answer = listener as typeof answer;
    },
    postMessage(given: Order) {
      current = given.id;
      if ('input' in given) order.push((given.input as { text: string }).text);
    },
    ref: () => undefined,
    unref: () => undefined,
    terminate: async () => undefined,
  };
  const pool = createPool({ threads: () => 1, startThread: () => thread });
  const { signal } = new AbortController();
  const settings = { views: { personalData: false, patterns: [], salt: '' } };
  const send = (text: string, urgency: () => Urgency) =>
    void pool.run({ task: 'redact', input: { text }, settings, urgency }, signal);
  const endTask = () => answer({ id: current, output: '' });
  return { pool, send, endTask, order };
}
const { backlog, talk, request } = urgencies;

describe('tasks that wait for a worker thread', () => {
  it('I-4 R-8 go in the order of who waits for them, even if that changes while they wait', () => {
    const { send, endTask, order } = slowPool();
    send('running', () => backlog);
    for (const number of [1, 2, 3]) send(`backlog ${number}`, () => backlog);
    let spoken: Urgency = backlog;
    send('spoken in meanwhile', () => spoken);
    send('talk', () => talk);
    send('request', () => request);
    spoken = talk;
    for (let task = 0; task < 6; task += 1) endTask();
    expect(order).toEqual([
      'running',
      'request',
      'spoken in meanwhile',
      'talk',
      'backlog 1',
      'backlog 2',
      'backlog 3',
    ]);
  });

  it('I-11 of a backlog get their turn while talks never pause', () => {
    const { send, endTask, order } = slowPool();
    send('running', () => talk);
    for (const number of [1, 2]) send(`backlog ${number}`, () => backlog);
    for (let task = 0; task < 4 * mostBefore; task += 1) {
      send('talk', () => talk);
      endTask();
    }
    expect(order.indexOf('backlog 1')).toBe(mostBefore + 1);
    expect(order.indexOf('backlog 2')).toBe(2 * mostBefore + 2);
  });
});
