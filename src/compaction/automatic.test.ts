import { describe, expect, it } from 'vitest';
import { retelling } from '../../test/retelling.ts';
import { scripted, talk, testEngine } from '../engine/test-engine.suite.ts';
import { EverthreadError } from '../errors.ts';
import { SummarizerFailure } from '../summarizer.ts';
import { createAutomaticRuns, reportUnexpected } from './automatic.ts';

const signal = new AbortController().signal;

async function setup() {
  let away = true;
  const summarizer = scripted((request) => {
    if (away) throw new SummarizerFailure({ kind: 'transport', message: 'connection reset' });
    return retelling(request);
  });
  const test = await testEngine({
    summarizer,
    strategy: { name: 'rolling', messages: 10, verbatimExchanges: 2, onFailure: 'keep' },
  });
  await test.say(talk(30));
  const { run, isLeftAlone } = createAutomaticRuns(test.engine);
  return {
    ...test,
    summarizer,
    isLeftAlone: async (available = 1_000_000) =>
      isLeftAlone((await test.store.readThread('t'))!, { available }),
    run: () => run({ threadId: 't', trigger: 'append', signal }),
    comeBack: () => {
      away = false;
    },
    goAway: () => {
      away = true;
    },
  };
}

describe('a thread whose model failed', () => {
  it('R-26 waits longer after each failure, and each failure is reported once', async () => {
    const { run, runtime, summarizer, named } = await setup();
    expect((await run()).status).toBe('kept');
    expect(summarizer.requests).toHaveLength(1);
    expect(named('diagnostic')).toMatchObject([
      { threadId: 't', code: 'summarizer_failed', message: expect.stringContaining('connection reset') },
    ]);
    runtime.advance(29_000);
    expect((await run()).status).toBe('kept');
    expect([summarizer.requests.length, named('diagnostic').length]).toEqual([1, 1]);
    runtime.advance(11_000);
    await run();
    expect([summarizer.requests.length, named('diagnostic').length]).toEqual([2, 2]);
    // Twice the first wait.
    runtime.advance(59_000);
    await run();
    expect(summarizer.requests).toHaveLength(2);
  });

  it('R-48 starts no run that could only wait, while its revision is the same and its context fits', async () => {
    const { run, runtime, say, isLeftAlone, store } = await setup();
    expect(await isLeftAlone()).toBe(false);
    await run();
    expect(await isLeftAlone()).toBe(false);
    await run();
    expect(await isLeftAlone()).toBe(true);
    expect(await isLeftAlone(1)).toBe(false);
    await say(talk(2, 31));
    expect(await isLeftAlone()).toBe(true);
    const { revision, ...state } = (await store.readThread('t'))!;
    const { isLeftAlone: ofOther } = createAutomaticRuns((await setup()).engine);
    expect(ofOther({ ...state, revision }, { available: 1_000_000 })).toBe(false);
    runtime.advance(40_000);
    expect(await isLeftAlone()).toBe(false);
  });

  it('R-26 a success resets the wait', async () => {
    const { run, runtime, comeBack, goAway, say, named } = await setup();
    await run();
    runtime.advance(40_000);
    await run();
    comeBack();
    runtime.advance(90_000);
    expect((await run()).receipts).toHaveLength(1);
    goAway();
    await say(talk(30, 31));
    await run();
    const waits = named('diagnostic').map(({ consequence }) =>
      Number(/after (\d+) s/u.exec(consequence)![1]),
    );
    expect(waits).toHaveLength(3);
    expect(waits[1]).toBe(waits[0]! * 2);
    expect(waits[2]).toBe(waits[0]);
  });

  it('R-26 runs at once after a success', async () => {
    const { run, runtime, comeBack, summarizer, say, store } = await setup();
    await run();
    comeBack();
    runtime.advance(40_000);
    expect(await run()).toMatchObject({ status: 'done', receipts: [{}] });
    await say(talk(30, 31));
    const before = summarizer.requests.length;
    expect((await run()).status).toBe('done');
    expect(summarizer.requests.length).toBeGreaterThan(before);
    expect((await store.readThread('t'))!.compactions).toBe(2);
  });
});

describe('failures in the background', () => {
  const tell = async (error: unknown, stopped = AbortSignal.any([])) => {
    const { engine, named } = await testEngine();
    const { emitter, redaction } = engine;
    reportUnexpected({ emitter, redact: redaction.redact, threadId: 't', error, signal: stopped });
    return named('diagnostic').map(({ code }) => code);
  };

  it('I-4 are reported', async () => {
    expect(await tell(new EverthreadError({ code: 'store_failed', message: 'disk full' }))).toEqual([
      'store_failed',
    ]);
    expect(await tell(new TypeError('a bug'))).toEqual(['summarizer_failed']);
  });

  it('I-4 are not reported if another worker was first, the thread was deleted, or the instance closes', async () => {
    for (const code of ['stale_plan', 'lease_lost', 'unknown_thread'] as const)
      expect(await tell(new EverthreadError({ code, message: 'no' }))).toEqual([]);
    expect(await tell(new TypeError('a bug'), AbortSignal.abort())).toEqual([]);
  });
});
