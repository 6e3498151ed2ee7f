/** Turns of one thread while the backlog of another is compacted by the same process. */
import { describe, expect, it } from 'vitest';
import { createEverthread, memoryStore } from '../src/index.ts';
import { testRuntime } from './test-runtime.ts';

const said = (index: number) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Message ${index} tells that crane ${index * 7} was moved to berth ${index % 40} before the boats came in.`,
});

async function besideBacklog(backlogMessages: number) {
  const ever = createEverthread({
    store: memoryStore(),
    runtime: testRuntime(),
    budget: { tokens: 2_000 },
    recall: { enabled: false },
    compaction: { threadsAtOnce: 1 },
  });
  const order: string[] = [];
  ever.on('compaction-ended', ({ threadId, outcome }) => {
    if (outcome === 'committed') order.push(threadId);
  });
  const talk = await ever.thread('talk');
  await talk.append(said(0));
  await talk.context();
  await ever.idle();
  const backlog = await ever.thread('backlog');
  await backlog.append(Array.from({ length: backlogMessages }, (_, index) => said(index)));
  return { ever, talk, backlog, order };
}

describe('beside a backlog', () => {
  it('R-8 a thread in which somebody talks gets its summaries first, and the backlog is finished after it', async () => {
    const { ever, talk, backlog, order } = await besideBacklog(600);
    const begun = new Promise<void>((resolve) => {
      const stop = ever.on('compaction-started', ({ threadId }) => {
        if (threadId !== 'backlog') return;
        stop();
        resolve();
      });
    });
    await begun;
    await talk.append(Array.from({ length: 60 }, (_, index) => said(index)));
    await ever.idle();
    expect(order).toContain('talk');
    expect(order.lastIndexOf('talk')).toBeLessThan(order.lastIndexOf('backlog'));
    const { coveredTo, messages } = await backlog.state();
    expect(coveredTo).toBeGreaterThan(messages / 2);
    await ever.close();
  });

  it('R-8 a long import into a thread that was talked in does not go before talks', async () => {
    const { ever, talk, backlog, order } = await besideBacklog(1);
    await backlog.context();
    await ever.idle();
    await backlog.append(Array.from({ length: 600 }, (_, index) => said(index)));
    await talk.append(Array.from({ length: 60 }, (_, index) => said(index)));
    await ever.idle();
    expect(order.lastIndexOf('talk')).toBeLessThan(order.indexOf('backlog'));
    await ever.close();
  });

  it('I-12 both threads are summarized as each would be alone', async () => {
    const texts = async (withTalk: boolean) => {
      const { ever, talk, backlog } = await besideBacklog(200);
      if (withTalk) {
        await talk.append(Array.from({ length: 60 }, (_, index) => said(index)));
        await talk.context();
      }
      await ever.idle();
      const summaries = await backlog.summaries();
      await ever.close();
      return summaries.map(({ from, to, text }) => ({ from, to, text }));
    };
    expect(await texts(true)).toEqual(await texts(false));
  });
});
