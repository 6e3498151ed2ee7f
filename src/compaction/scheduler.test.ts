import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScheduler, type Job } from './scheduler.ts';

/** Runs that end when the test says so. */
function gated(threadsAtOnce: number, { computes = true } = {}) {
  const runs: { threadId: string; job: Job; end: () => void }[] = [];
  const scheduler = createScheduler({
    threadsAtOnce,
    computes,
    run: (threadId, job) => new Promise((resolve) => runs.push({ threadId, job, end: resolve })),
  });
  return { scheduler, runs };
}
const soon = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('background work', () => {
  it('R-8 begins after the turn that requested it', async () => {
    const { scheduler, runs } = gated(2);
    scheduler.schedule('a', { trigger: 'append' });
    await Promise.resolve();
    expect(runs).toHaveLength(0);
    expect(scheduler.isIdle()).toBe(false);
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a']);
  });

  it('R-8 works on a limited number of threads at once, with one run per thread', async () => {
    const { scheduler, runs } = gated(2);
    for (const thread of ['a', 'b', 'c', 'a']) scheduler.schedule(thread, { trigger: 'append' });
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b']);
    scheduler.schedule('a', { trigger: 'append' });
    await soon();
    expect(runs).toHaveLength(2);
    runs[0]!.end();
    await soon();
    // Three requests while it waited and ran cause one more run.
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b', 'c']);
    for (const run of runs.slice(1)) run.end();
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a', 'b', 'c', 'a']);
    runs[3]!.end();
    await scheduler.idle();
    expect(scheduler.isIdle()).toBe(true);
  });

  it('R-65 an ordinary request does not replace an urgent one', async () => {
    const { scheduler, runs } = gated(1);
    scheduler.schedule('a', { trigger: 'pressure', availableTokens: 5 });
    scheduler.schedule('a', { trigger: 'append' });
    await soon();
    expect(runs[0]!.job).toEqual({ trigger: 'pressure', availableTokens: 5 });
    scheduler.schedule('a', { trigger: 'append' });
    scheduler.schedule('a', { trigger: 'pressure', availableTokens: 7 });
    runs[0]!.end();
    await soon();
    expect(runs[1]!.job).toEqual({ trigger: 'pressure', availableTokens: 7 });
    runs[1]!.end();
    await scheduler.idle();
  });

  it('I-5 work for a thread waits for the work running on it, even if that fails', async () => {
    const { scheduler } = gated(1);
    const order: string[] = [];
    let fail: (error: Error) => void = () => undefined;
    const first = scheduler.perform('a', () => new Promise((_, reject) => (fail = reject)));
    const second = scheduler.perform('a', async () => order.push('second'));
    await scheduler.perform('b', async () => order.push('other thread'));
    expect(order).toEqual(['other thread']);
    fail(new Error('first failed'));
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(order).toEqual(['other thread', 'second']);
  });

  it('accepts no work after closing, and ends when the running work has ended', async () => {
    const { scheduler, runs } = gated(1);
    scheduler.schedule('a', { trigger: 'append' });
    scheduler.schedule('b', { trigger: 'append' });
    await soon();
    let closed = false;
    const closing = scheduler.close().then(() => (closed = true));
    scheduler.schedule('c', { trigger: 'append' });
    await soon();
    expect(closed).toBe(false);
    runs[0]!.end();
    await closing;
    expect(runs.map(({ threadId }) => threadId)).toEqual(['a']);
  });
});

describe('background work of threads in which somebody talks', () => {
  const append: Job = { trigger: 'append' };
  /** A run of a backlog, and what it does when it has given way. */
  async function besideBacklog(threadsAtOnce = 2, options: { computes?: boolean } = {}) {
    const { scheduler, runs } = gated(threadsAtOnce, options);
    scheduler.schedule('backlog', append);
    await soon();
    const goneOn: number[] = [];
    let pieces = 0;
    /** Begins the next piece of the backlog; true if it had to give way. */
    const nextPiece = () => {
      const way = scheduler.giveWay('backlog');
      pieces += 1;
      const piece = pieces;
      void way?.then(() => goneOn.push(piece));
      return way !== undefined;
    };
    const names = () => runs.map(({ threadId }) => threadId);
    const end = async (threadId: string) => {
      runs.findLast((run) => run.threadId === threadId)!.end();
      await soon();
    };
    return { scheduler, runs, names, end, nextPiece, goneOn };
  }

  it('R-8 begins before that of backlogs, however many wait', async () => {
    const { scheduler, runs } = gated(1);
    scheduler.noteTalk('talk', true);
    for (const thread of ['a', 'b', 'c', 'd', 'talk']) scheduler.schedule(thread, append);
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['talk']);
    scheduler.noteTalk('talk', false);
    scheduler.noteTalk('c', true);
    runs[0]!.end();
    await soon();
    expect(runs.map(({ threadId }) => threadId)).toEqual(['talk', 'c']);
  });

  it('I-11 leaves backlogs their turn, even if talks never pause', async () => {
    const { scheduler, runs } = gated(1);
    for (const thread of ['talk 1', 'talk 2']) scheduler.noteTalk(thread, true);
    scheduler.schedule('talk 1', append);
    scheduler.schedule('backlog', append);
    await soon();
    for (let run = 0; run < 20 && runs.at(-1)!.threadId !== 'backlog'; run += 1) {
      scheduler.schedule(run % 2 === 0 ? 'talk 2' : 'talk 1', append);
      runs.at(-1)!.end();
      await soon();
    }
    expect(runs.at(-1)!.threadId).toBe('backlog');
  });

  it('R-8 is not held up between its pieces, and a backlog is, until the work that was under way has ended', async () => {
    const { scheduler, end, nextPiece, goneOn } = await besideBacklog();
    expect(nextPiece()).toBe(false);
    scheduler.noteTalk('talk', true);
    scheduler.schedule('talk', append);
    await soon();
    expect(scheduler.giveWay('talk')).toBeUndefined();
    expect(nextPiece()).toBe(true);
    await soon();
    expect(goneOn).toEqual([]);
    await end('talk');
    expect(goneOn).toEqual([2]);
  });

  it('I-11 holds a backlog up for what was under way, and not for what comes later', async () => {
    const { scheduler, end, names, nextPiece, goneOn } = await besideBacklog();
    scheduler.noteTalk('talk', true);
    scheduler.schedule('talk', append);
    await soon();
    for (let run = 1; run <= 5; run += 1) {
      expect(nextPiece()).toBe(true);
      // The talk never pauses: its next run is asked for before this one has ended.
      scheduler.schedule('talk', append);
      await end('talk');
      expect(goneOn).toHaveLength(run);
      expect(names().filter((name) => name === 'talk')).toHaveLength(run + 1);
    }
  });

  it('R-8 takes the place of a backlog that gives way, and no more threads are worked on than allowed', async () => {
    const { scheduler, end, names, nextPiece, goneOn } = await besideBacklog(1);
    scheduler.noteTalk('talk', true);
    scheduler.schedule('other backlog', append);
    scheduler.schedule('talk', append);
    await soon();
    expect(names()).toEqual(['backlog']);
    nextPiece();
    await soon();
    expect([names(), goneOn]).toEqual([['backlog', 'talk'], []]);
    await end('talk');
    expect([names(), goneOn]).toEqual([['backlog', 'talk'], [1]]);
    await end('backlog');
    expect(names()).toEqual(['backlog', 'talk', 'other backlog']);
  });

  it('I-4 waits for no model of another thread: a backlog gives way only where there is no place', async () => {
    const { scheduler, names, nextPiece } = await besideBacklog(2, { computes: false });
    scheduler.noteTalk('talk 1', true);
    scheduler.noteTalk('talk 2', true);
    scheduler.schedule('talk 1', append);
    await soon();
    expect(nextPiece()).toBe(false);
    scheduler.schedule('talk 2', append);
    await soon();
    expect(names()).toEqual(['backlog', 'talk 1']);
    expect(nextPiece()).toBe(true);
    await soon();
    expect(names()).toEqual(['backlog', 'talk 1', 'talk 2']);
  });

  it('I-4 a request that waits for work goes before talks, and has work go on that gave way', async () => {
    const { scheduler, end, nextPiece, goneOn } = await besideBacklog(3);
    scheduler.noteTalk('talk', true);
    scheduler.schedule('talk', append);
    await soon();
    nextPiece();
    expect(scheduler.giveWay('talk')).toBeUndefined();
    const done: string[] = [];
    const asked = scheduler.perform('backlog', async () => done.push('request'), { isWaitedFor: true });
    await soon();
    expect(goneOn).toEqual([1]);
    expect(scheduler.giveWay('talk')).toBeDefined();
    await end('backlog');
    await asked;
    expect(done).toEqual(['request']);
  });

  it('ends when it closes, even if a backlog has given way to work that has not begun', async () => {
    const { scheduler, end, nextPiece, goneOn } = await besideBacklog(1);
    scheduler.noteTalk('talk', true);
    scheduler.schedule('talk', append);
    expect(nextPiece()).toBe(true);
    const closing = scheduler.close();
    await soon();
    expect(goneOn).toEqual([1]);
    await end('backlog');
    await closing;
  });

  it('I-11 a backlog goes on when nobody talks any more in the thread it gave way to', async () => {
    const { scheduler, names, nextPiece, goneOn } = await besideBacklog(1);
    scheduler.noteTalk('talk', true);
    scheduler.schedule('talk', append);
    nextPiece();
    scheduler.noteTalk('talk', false);
    await soon();
    expect([names(), goneOn]).toEqual([['backlog'], [1]]);
  });
});

describe('everything that is scheduled', () => {
  const threadIds = fc.constantFrom('a', 'b', 'c', 'd');
  const deeds = fc.constantFrom('append', 'talk', 'silence', 'request', 'compact', 'pause');
  const events = fc.array(fc.record({ deed: deeds, threadId: threadIds }), { maxLength: 40 });

  it('I-11 ends, in whatever order talks, requests and backlogs come, and no more threads are worked on than allowed', async () => {
    const setting = fc.record({ threadsAtOnce: fc.integer({ min: 1, max: 2 }), computes: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(setting, events, async ({ threadsAtOnce, computes }, given) => {
        const busy = new Set<string>();
        let mostBusy = 0;
        const pieces = async (threadId: string) => {
          for (let piece = 0; piece < 4; piece += 1) {
            await scheduler.giveWay(threadId);
            busy.add(threadId);
            mostBusy = Math.max(mostBusy, busy.size);
            await new Promise((resolve) => setImmediate(resolve));
            busy.delete(threadId);
          }
        };
        const scheduler = createScheduler({ threadsAtOnce, computes, run: pieces });
        const asked: Promise<void>[] = [];
        for (const { deed, threadId } of given) {
          if (deed === 'append') scheduler.schedule(threadId, { trigger: 'append' });
          else if (deed === 'pause') await new Promise((resolve) => setImmediate(resolve));
          else if (deed === 'talk' || deed === 'silence') scheduler.noteTalk(threadId, deed === 'talk');
          else {
            const isWaitedFor = deed === 'request';
            asked.push(scheduler.perform(threadId, () => pieces(threadId), { isWaitedFor }));
          }
        }
        const ended = { all: false };
        void Promise.all([...asked, scheduler.idle()]).then(() => {
          ended.all = true;
        });
        for (let turn = 0; turn < 2_000 && !ended.all; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        expect(ended.all).toBe(true);
        if (asked.length === 0) expect(mostBusy).toBeLessThanOrEqual(threadsAtOnce);
      }),
      { numRuns: 300 },
    );
  });
});
