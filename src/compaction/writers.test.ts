import { describe, expect, it } from 'vitest';
import { resultOf, scripted } from '../engine/test-engine.suite.ts';
import { SummarizerFailure, type SummaryRequest } from '../summarizer.ts';
import { createWriters } from './writers.ts';

const request = { signal: new AbortController().signal } as SummaryRequest;
const failing = (kind: SummarizerFailure['kind'], when: (call: number) => boolean = () => true) =>
  scripted((_, call) => {
    if (!when(call)) return 'by the model';
    const { calls } = resultOf('', { model: 'tried' });
    throw new SummarizerFailure({ kind, message: 'no answer', calls });
  });
const byCode = () => scripted(() => 'by code', { name: 'code', maxInputTokens: 5_000 });

describe('who writes the summaries of a run', () => {
  it('R-38 the model, as long as it answers', async () => {
    const code = byCode();
    const writers = createWriters({ model: scripted(() => 'by the model'), faithful: code });
    const writer = writers.withFallback();
    expect((await writer.summarize(request)).text).toBe('by the model');
    expect([writer.failure(), code.requests.length, writers.asksModel]).toEqual([undefined, 0, true]);
    // The limit that both can read, because code may have to write what was read for the model.
    expect(writer.maxInputTokens).toBe(5_000);
  });

  it('R-26 code for the rest of the run, once the model gave no answer, with the cost of its calls', async () => {
    const model = failing('transport');
    const writers = createWriters({ model, faithful: byCode() });
    const writer = writers.withFallback();
    const first = await writer.summarize(request);
    expect(first.text).toBe('by code');
    expect(first.calls.map((call) => call.model)).toEqual(['tried', 'code-model']);
    const second = await writer.summarize(request);
    // No second call, so no further cost.
    expect(second.calls.map((call) => call.model)).toEqual(['code-model']);
    expect((await writers.withFallback().summarize(request)).text).toBe('by code');
    expect([model.requests.length, writers.asksModel]).toEqual([1, false]);
    expect(writer.failure()).toMatchObject({ kind: 'transport' });
  });

  it('R-26 code for a single summary, if only its answer could not be used', async () => {
    const model = failing('malformed', (call) => call === 1);
    const writers = createWriters({ model, faithful: byCode() });
    const writer = writers.withFallback();
    expect((await writer.summarize(request)).text).toBe('by code');
    expect((await writer.summarize(request)).text).toBe('by code');
    expect(writers.asksModel).toBe(true);
    expect((await writers.withFallback().summarize(request)).text).toBe('by the model');
    expect(model.requests).toHaveLength(2);
  });

  it('R-26 the first call of a summary decides whether the others are made', async () => {
    const model = failing('transport');
    const writer = createWriters({ model, faithful: byCode() }).withFallback();
    const texts = await Promise.all([1, 2, 3, 4].map(() => writer.summarize(request)));
    expect(texts.map(({ text }) => text)).toEqual(Array(4).fill('by code'));
    expect(model.requests).toHaveLength(1);
  });

  it('R-38 nobody, if only the model may write and it fails', async () => {
    const code = byCode();
    const writer = createWriters({ model: failing('transport'), faithful: code }).modelOnly();
    await expect(writer.summarize(request)).rejects.toMatchObject({ kind: 'transport' });
    // The second time without a call, so without its price.
    await expect(writer.summarize(request)).rejects.toMatchObject({ kind: 'transport', calls: [] });
    expect(code.requests).toHaveLength(0);
  });

  it('R-26 nobody until the time the provider named, however often it is asked for', async () => {
    const model = scripted(() => {
      throw new SummarizerFailure({ kind: 'transport', message: 'too many', retryAfterMs: 9_000 });
    });
    const writer = createWriters({ model, faithful: byCode() }).modelOnly();
    for (const _ of [1, 2])
      await expect(writer.summarize(request)).rejects.toMatchObject({ retryAfterMs: 9_000 });
    expect(model.requests).toHaveLength(1);
  });

  it('R-26 code, if the model failed a moment ago', async () => {
    const model = scripted(() => 'by the model');
    const paused = new SummarizerFailure({ kind: 'unavailable', message: 'resting' });
    const writers = createWriters({ model, faithful: byCode(), paused });
    expect(writers.asksModel).toBe(false);
    expect((await writers.withFallback().summarize(request)).text).toBe('by code');
    expect(model.requests).toHaveLength(0);
  });

  it('nobody, if the run was stopped or the summarizer has a bug', async () => {
    const code = byCode();
    const stopped = createWriters({ model: failing('aborted'), faithful: code }).withFallback();
    await expect(stopped.summarize(request)).rejects.toMatchObject({ kind: 'aborted' });
    const broken = scripted(() => {
      throw new TypeError('a bug');
    });
    const writer = createWriters({ model: broken, faithful: code }).withFallback();
    await expect(writer.summarize(request)).rejects.toThrow(TypeError);
    expect(code.requests).toHaveLength(0);
  });

  it('only code, if no model is configured', async () => {
    const writers = createWriters({ model: undefined, faithful: byCode() });
    expect(writers.asksModel).toBe(false);
    expect((await writers.modelOnly().summarize(request)).text).toBe('by code');
  });
});
