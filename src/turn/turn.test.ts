import { describe, expect, it } from 'vitest';
import { testRuntime } from '../../test/test-runtime.ts';
import { talk } from '../engine/test-engine.suite.ts';
import { createEverthread } from '../everthread.ts';
import type { Store } from '../store.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';

/** A thread, and what each append gave to its store. */
async function setup() {
  const store = sqliteStore({ path: ':memory:' });
  const appended: Parameters<Store['append']>[0][] = [];
  const ever = createEverthread({
    store: {
      ...store,
      append: (given) => {
        appended.push(given);
        return store.append(given);
      },
    },
    runtime: testRuntime(),
    automatic: false,
    budget: { tokens: 4_000, responseTokens: 400 },
  });
  return { ever, thread: await ever.thread('t'), appended };
}

describe('a turn', () => {
  it('R-56 appends only behind the message that the caller has seen as the last one', async () => {
    const { ever, thread } = await setup();
    await thread.append(talk(3));
    const late = { role: 'user' as const, content: 'I only saw two of them.' };
    await expect(thread.append(late, { after: 2 })).rejects.toMatchObject({
      ...{ code: 'message_conflict', field: 'after' },
    });
    expect((await thread.state()).messages).toBe(3);
    await thread.append(late, { after: 3 });
    expect((await thread.state()).messages).toBe(4);
    await ever.close();
  });

  it('R-48 what a context learnt is stored once, with the next append', async () => {
    const { ever, thread, appended } = await setup();
    await thread.append(talk(3));
    expect(appended[0]!.sent).toBeUndefined();
    await thread.context({ system: 'Answer in English. '.repeat(40) });
    await thread.append(talk(1, 4));
    expect(appended[1]).toMatchObject({ sent: { requests: 1 }, fixedTokens: expect.any(Number) });
    await thread.append(talk(1, 5));
    expect(appended[2]!.sent).toBeUndefined();
    expect(appended[2]!.fixedTokens).toBeUndefined();
    expect((await thread.state()).sent!.requests).toBe(1);
    await ever.close();
  });

  it('R-43 a preview leaves no trace: it counts as no request', async () => {
    const { ever, thread } = await setup();
    await thread.append(talk(3));
    await thread.context({ preview: true });
    expect(await thread.requests()).toEqual([]);
    await thread.context();
    expect(await thread.requests()).toMatchObject([{ seq: 3 }]);
    await ever.close();
  });
});
