import { describe, expect, it } from 'vitest';
import { isSummarizerFailure, type SummarizerFailure, type SummaryRequest } from '../summarizer.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { scriptedSummarizer, summarizerFaults } from '../testing/scripted-summarizer.ts';
import { type LadderFallback, ladder, lowestRung } from './ladder.ts';
import { languageModel } from './language-model/language-model.ts';
import { makeRequest } from './summarizer.suite.ts';

const good = 'Dana moves billing to PostgreSQL 16.4 on 14 March 2026.';
const truncation = () =>
  scriptedSummarizer({ name: 'truncation', rung: 'truncation', answers: 'Hi, I am Dana […]' });
const extractive = () => scriptedSummarizer({ name: 'extractive', rung: 'extractive', answers: good });

async function failureOf(promise: Promise<unknown>): Promise<SummarizerFailure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isSummarizerFailure(error)) throw new Error(`expected a SummarizerFailure, got ${String(error)}`);
  return error;
}

describe('ladder', () => {
  it('R-38 the first rung that gives a summary is the one that is marked', async () => {
    const fallbacks: LadderFallback[] = [];
    const first = scriptedSummarizer({ name: 'model', answers: good });
    const result = await ladder({
      rungs: [first, truncation()],
      onFallback: (step) => fallbacks.push(step),
    }).summarize(makeRequest());
    expect([result.rung, result.model, result.text]).toEqual(['model', 'model', good]);
    expect(fallbacks).toEqual([]);
  });

  const faults = summarizerFaults.filter((fault) => !['hang', 'deaf', 'injection'].includes(fault));
  it.each(faults)(
    'R-38 R-55 a rung with the fault "%s" is passed over, and its calls are kept',
    async (fault) => {
      const fallbacks: LadderFallback[] = [];
      const rungs = [scriptedSummarizer({ name: 'bad', answers: { fault } }), extractive(), truncation()];
      const result = await ladder({ rungs, onFallback: (step) => fallbacks.push(step) }).summarize(
        makeRequest(),
      );
      expect([result.rung, result.text]).toEqual(['extractive', good]);
      expect(fallbacks.map(({ from, to }) => [from, to])).toEqual([['bad', 'extractive']]);
      const bad = result.calls.filter(({ model }) => model === 'bad');
      expect(bad.map(({ outcome }) => outcome)).toEqual(
        fault === 'throw' ? [] : [expect.stringMatching(/failed|rejected/)],
      );
      expect(result.calls.at(-1)).toMatchObject({ model: 'extractive', outcome: 'ok' });
    },
  );

  it('R-38 ends at truncation when everything above fails', async () => {
    const steps: string[] = [];
    const rungs = [
      scriptedSummarizer({ name: 'one', answers: { fault: 'error' } }),
      scriptedSummarizer({ name: 'two', rung: 'extractive', answers: { fault: 'longer' } }),
      truncation(),
    ];
    const result = await ladder({
      rungs,
      onFallback: ({ from, to, reason }) => steps.push(`${from}>${to}: ${reason}`),
    }).summarize(makeRequest());
    expect(result.rung).toBe('truncation');
    expect(result.calls.map(({ model, outcome }) => [model, outcome])).toEqual([
      ['one', 'failed'],
      ['two', 'rejected'],
      ['truncation', 'ok'],
    ]);
    expect(steps).toEqual([
      'one>two: The scripted summarizer fails: transport.',
      'two>truncation: longer_than_source',
    ]);
  });

  it('R-54 a rung that keeps failing is not called for every summary, and is tried again after the cool-down', async () => {
    const clock = manualClock();
    const dead = scriptedSummarizer({
      name: 'dead',
      answers: [...Array(4).fill({ fault: 'error' as const }), good],
    });
    const summarizer = ladder({
      rungs: [dead, extractive()],
      breaker: { failures: 3, coolDownMs: 60_000 },
      runtime: clock,
    });
    for (let round = 0; round < 10; round += 1)
      expect((await summarizer.summarize(makeRequest())).rung).toBe('extractive');
    expect(dead.requests.length).toBe(3);
    await clock.advance(60_000);
    expect((await summarizer.summarize(makeRequest())).rung).toBe('extractive');
    await summarizer.summarize(makeRequest());
    expect(dead.requests.length).toBe(4);
    await clock.advance(120_000);
    expect((await summarizer.summarize(makeRequest())).rung).toBe('model');
  });

  it('R-54 a rung that is skipped is reported with its failure, not with the open circuit breaker', async () => {
    const missing = languageModel({
      models: ['openai/gpt-5-mini'],
      loadSdk: () => Promise.reject(new Error("Cannot find package 'ai'")),
    });
    const told: LadderFallback[] = [];
    const summarizer = ladder({
      rungs: [missing, extractive()],
      breaker: { failures: 2 },
      onFallback: (fallback) => told.push(fallback),
    });
    for (let round = 0; round < 4; round += 1) await summarizer.summarize(makeRequest());
    const cause = /the package "ai", which could not be loaded\. Run: npm install ai$/u;
    expect(told).toHaveLength(4);
    for (const { reason } of told) expect(reason).toMatch(cause);
    expect(told.at(-1)!.reason).toMatch(/^not asked again yet, after failing several times: /u);
    const refusing = scriptedSummarizer({ answers: { fault: 'refusal' } });
    const alone = ladder({ rungs: [refusing], breaker: { failures: 1 } });
    const { message } = await failureOf(alone.summarize(makeRequest()));
    const resting = await failureOf(alone.summarize(makeRequest()));
    expect(resting.message).toBe(`not asked again yet, after failing several times: ${message}`);
  });

  it('R-54 R-55 answers that are no summaries open the breaker too; without a breaker all are tried', async () => {
    const refusing = scriptedSummarizer({ answers: { fault: 'refusal' } });
    const guarded = ladder({ rungs: [refusing, extractive()], breaker: { failures: 2 } });
    const unguarded = ladder({ rungs: [refusing, extractive()], breaker: false });
    for (let round = 0; round < 5; round += 1) await guarded.summarize(makeRequest());
    expect(refusing.requests.length).toBe(2);
    for (let round = 0; round < 5; round += 1) await unguarded.summarize(makeRequest());
    expect(refusing.requests.length).toBe(7);
  });

  it('R-38 when nothing is left it fails with every call, and with `unavailable` when nothing was tried', async () => {
    const bad = scriptedSummarizer({ name: 'bad', answers: { fault: 'error' } });
    const summarizer = ladder({
      rungs: [bad, scriptedSummarizer({ name: 'worse', answers: { fault: 'refusal' } })],
      breaker: { failures: 1 },
    });
    const first = await failureOf(summarizer.summarize(makeRequest()));
    expect([first.kind, first.calls.length]).toEqual(['malformed', 2]);
    const second = await failureOf(summarizer.summarize(makeRequest()));
    expect([second.kind, second.calls.length]).toEqual(['unavailable', 0]);
    expect(bad.requests.length).toBe(1);
  });

  it('I-4 an abort ends it at once, with the calls so far, and is not held against the rung', async () => {
    const controller = new AbortController();
    const hanging = scriptedSummarizer({ name: 'hanging', answers: { fault: 'hang' } });
    const last = extractive();
    const summarizer = ladder({
      rungs: [scriptedSummarizer({ name: 'bad', answers: { fault: 'error' } }), hanging, last],
      breaker: { failures: 1 },
    });
    const pending = failureOf(summarizer.summarize(makeRequest({ signal: controller.signal })));
    while (hanging.requests.length < 1) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const failure = await pending;
    expect(failure.kind).toBe('aborted');
    expect(failure.calls[0]).toMatchObject({ model: 'bad', outcome: 'failed' });
    expect(last.requests.length).toBe(0);
    const second = new AbortController();
    const again = failureOf(summarizer.summarize(makeRequest({ signal: second.signal })));
    while (hanging.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    second.abort();
    expect((await again).kind).toBe('aborted');
  });

  it('R-47 a text that gives orders instead of retelling is no summary', async () => {
    const result = await ladder({
      rungs: [scriptedSummarizer({ answers: { fault: 'injection' } }), truncation()],
    }).summarize(makeRequest());
    expect(result.rung).toBe('truncation');
    expect(result.text).not.toContain('ignore all previous instructions');
  });

  it('R-55 takes off the thinking of a model behind a summarizer of one’s own, and stores the rest', async () => {
    const answers = `<think>They want a summary. What matters?</think>\n${good}`;
    const result = await ladder({ rungs: [scriptedSummarizer({ answers }), truncation()] }).summarize(
      makeRequest(),
    );
    expect([result.text, result.rung]).toEqual([good, 'model']);
    const unended = scriptedSummarizer({ answers: `<think>They want a summary. ${good}` });
    const refused = await ladder({ rungs: [unended, truncation()] }).summarize(makeRequest());
    expect(refused.rung).toBe('truncation');
  });

  it('R-55 ends an answer that was cut off with its last whole sentence', async () => {
    const answers = `${good} Then Maria Okafor from the`;
    const result = await ladder({ rungs: [scriptedSummarizer({ answers }), truncation()] }).summarize(
      makeRequest(),
    );
    expect([result.text, result.rung]).toEqual([good, 'model']);
  });

  it('R-38 accepts the input of its smallest rung; its messages contain no conversation text', async () => {
    const wide = scriptedSummarizer({ maxInputTokens: 100_000 });
    const leaking = scriptedSummarizer({
      name: 'leaking',
      answers: (request: SummaryRequest) => new Error(request.transcript[0]!.text),
    });
    expect(ladder({ rungs: [wide, scriptedSummarizer({ maxInputTokens: 500 })] }).maxInputTokens).toBe(500);
    const failure = await failureOf(ladder({ rungs: [leaking] }).summarize(makeRequest()));
    expect(failure.message).not.toContain('Dana');
    expect(() => ladder({ rungs: [] })).toThrow(/rungs must be/);
  });

  it('R-38 an observer that throws does not cost the summary', async () => {
    const rungs = [scriptedSummarizer({ answers: { fault: 'error' } }), extractive()];
    const onFallback = () => {
      throw new Error('observer');
    };
    expect((await ladder({ rungs, onFallback }).summarize(makeRequest())).text).toBe(good);
  });

  it('R-38 a result of several rungs counts as the lowest of them', () => {
    expect(lowestRung(['model', 'extractive', 'model'])).toBe('extractive');
    expect(lowestRung(['extractive', 'truncation'])).toBe('truncation');
    expect(lowestRung(['model'])).toBe('model');
  });
});
