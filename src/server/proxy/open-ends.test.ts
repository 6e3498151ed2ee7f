/** A client that continues at once does not wait for storing, and nothing is lost or out of order. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import { memoryStore } from '../../stores/memory/memory.ts';
import type { Thread } from '../../thread.ts';
import { useProxy } from './loopback.suite.ts';
import { createOpenEnds, type OpenEnd } from './open-ends.ts';

const start = useProxy();
type Message = { role: string; content: unknown };
const user = (content: string): Message => ({ role: 'user', content });

async function set(store: Store) {
  const { proxy } = await start((_seen, index) => ({ text: `reply ${index}` }), {
    everthread: { store, automatic: false },
  });
  const messages: Message[] = [];
  const say = async (text: string): Promise<string> => {
    messages.push(user(text));
    const response = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'local', messages }),
    });
    const { choices } = (await response.json()) as { choices: { message: Message }[] };
    messages.push(choices[0]!.message);
    return response.headers.get('x-everthread-thread')!;
  };
  /** The stored messages, once everything is stored. */
  const said = async () => {
    await proxy.settled();
    return (await proxy.threads()).map((thread) => thread.said.join(', '));
  };
  return { proxy, say, said };
}

/** While `held`, appends wait until `release` is called, and fail if it is given an error. */
function heldStore() {
  const inner = memoryStore();
  let gate: Promise<void> | undefined;
  let release: (error?: Error) => void = () => {};
  const store: Store = {
    ...inner,
    async append(options) {
      await gate;
      return inner.append(options);
    },
  };
  return {
    store,
    hold() {
      gate = new Promise((resolve, reject) => {
        release = (error) => {
          gate = undefined;
          if (error === undefined) resolve();
          else reject(error);
        };
      });
    },
    release: (error?: Error) => release(error),
  };
}

describe('an answer that was given a moment ago', () => {
  it('R-60 can be continued before it is stored, and the next answer is stored behind it', async () => {
    const { store, hold, release } = heldStore();
    const { say, said } = await set(store);
    const thread = await say('one');
    await say('two');
    hold();
    // Both would hang if they waited until the previous answer is stored.
    expect([await say('three'), await say('four')]).toEqual([thread, thread]);
    release();
    expect(await said()).toEqual(['one, reply 0, two, reply 1, three, reply 2, four, reply 3']);
  });

  it('I-1 R-60 that could not be stored does not damage the next answer', async () => {
    const { store, hold, release } = heldStore();
    const { say, said, proxy } = await set(store);
    await say('one');
    await say('two');
    hold();
    await say('three');
    await say('four');
    release(new Error('The disk is full.'));
    const threads = await said();
    expect(threads).toContain('one, reply 0, two, reply 1, three, reply 2, four, reply 3');
    expect(proxy.problems).toHaveLength(1);
  });

  it('I-1 R-60 does not damage the next answer if its thread was deleted or continued elsewhere', async () => {
    const { say, said, proxy } = await set(memoryStore());
    const first = await say('one');
    await say('two');
    await proxy.settled();
    await proxy.everthread.deleteThread(first);
    const second = await say('three');
    expect(second).toBe(first);
    expect(await said()).toEqual(['one, reply 0, two, reply 1, three, reply 2']);
    const { id } = (await proxy.threads())[0]!;
    await (await proxy.everthread.findThread(id))!.append({ role: 'user', content: 'by another way' });
    await say('four');
    const threads = await said();
    expect(threads).toHaveLength(2);
    expect(threads).toContain('one, reply 0, two, reply 1, three, reply 2, four, reply 3');
    expect(proxy.problems).toEqual([]);
  });
});

describe('ends that are open', () => {
  const end = (id: string, owner: object): OpenEnd => ({
    ...{ thread: { id } as Thread, owner },
    state: { id, messages: 2, tokens: 10, settings: {} },
  });
  const always = () => true;

  it('R-60 are taken once, by any of their keys, and only while they are free', () => {
    const ends = createOpenEnds({ now: () => 0 });
    ends.add(['a', 'b'], end('t', {}), { isStored: false });
    expect(ends.take('a', () => false)).toBeUndefined();
    expect(ends.take('b', always)?.state.id).toBe('t');
    expect(ends.take('a', always)).toBeUndefined();
  });

  it('R-60 are known for a moment after they are stored, and not at all if storing failed', () => {
    let now = 0;
    const ends = createOpenEnds({ now: () => now });
    const owner = {};
    ends.add(['a'], end('t', owner), { isStored: false });
    now = 100_000;
    ends.add(['b'], end('u', {}), { isStored: true });
    ends.drop(['a', 'b'], owner);
    expect(ends.take('a', always)).toBeUndefined();
    now += 1_000;
    expect(ends.take('b', always)?.state.id).toBe('u');
    ends.add(['b'], end('u', {}), { isStored: true });
    now += 60_000;
    expect(ends.take('b', always)).toBeUndefined();
  });
});
