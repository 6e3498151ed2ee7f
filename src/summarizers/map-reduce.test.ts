import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { isSummarizerFailure, type SummaryRequest, type TranscriptEntry } from '../summarizer.ts';
import { type ScriptedSummarizerOptions, scriptedSummarizer } from '../testing/scripted-summarizer.ts';
import { ladder } from './ladder.ts';
import {
  type LargeProgress,
  type PartialPart,
  type SummarizeLargeOptions,
  summarizeLarge,
} from './map-reduce.ts';
import { counter, makeRequest } from './summarizer.suite.ts';

const sentence = 'The quick brown fox number 7 jumps over the lazy dog near the river bank. ';
const sentenceTokens = counter.count(sentence.repeat(100)) / 100;

function textOf(tokens: number): string {
  return sentence.repeat(Math.ceil(tokens / sentenceTokens));
}

/** Entries are made as they are read, so that the input takes no memory. */
async function* stream(
  count: number,
  tokens: number,
  onRead?: (seq: number) => void,
): AsyncGenerator<TranscriptEntry> {
  const text = textOf(tokens);
  const size = counter.count(text);
  for (let seq = 1; seq <= count; seq += 1) {
    onRead?.(seq);
    yield {
      seq,
      role: seq % 2 === 1 ? 'user' : 'assistant',
      text: `${seq}: ${text}`,
      at: '2026-03-01T00:00:00Z',
      tokens: size + 3,
    };
  }
}

const limits = { targetTokens: 429, maxWords: 500, maxOutputTokens: 500 };

function requestOf(totalMessages: number, totalTokens: number, more: Partial<SummaryRequest> = {}) {
  const { transcript: _, ...request } = makeRequest({ limits, ...more });
  return { ...request, meta: { totalMessages, totalTokens, depth: 0, strategy: 'running' } };
}

/** Names its range, so that a result shows what it was made from. */
function tracing(options: ScriptedSummarizerOptions = {}) {
  return scriptedSummarizer({
    answers: ({ transcript, previous }) =>
      transcript.length > 0
        ? `<${transcript[0]!.seq}-${transcript.at(-1)!.seq}>`
        : `(${previous.map(({ text }) => text).join('')})`,
    ...options,
  });
}

function run(
  options: Partial<SummarizeLargeOptions> &
    Pick<SummarizeLargeOptions, 'summarizer' | 'transcript' | 'request'>,
) {
  return summarizeLarge({ counter, ...options });
}

function expectTiles(parts: readonly PartialPart[], from: number, to: number): void {
  let next = from;
  for (const part of parts) {
    expect(part.from).toBe(next);
    next = part.to + 1;
  }
  expect(next).toBe(to + 1);
}

describe('summarizeLarge', () => {
  it('R-29 what fits the summarizer is one call on the originals', async () => {
    const summarizer = tracing();
    const { result, parts, rewrites } = await run({
      summarizer,
      transcript: stream(20, 300),
      request: requestOf(20, 6_000),
    });
    expect(summarizer.requests.length).toBe(1);
    expect(summarizer.requests[0]!.transcript.length).toBe(20);
    expect([result.text, parts, rewrites]).toEqual(['<1-20>', [], 1]);
  });

  it('R-29 a transcript of more than 8,000 tokens is chunked, and its oldest part is not dropped', async () => {
    const summarizer = tracing();
    const { result, parts, rewrites } = await run({
      summarizer,
      transcript: stream(40, 300),
      request: requestOf(40, 12_000),
    });
    expect(result.text).toMatch(/^\(<1-\d+>.*-40>\)$/);
    expectTiles(parts, 1, 40);
    expect(rewrites).toBe(2);
    for (const request of summarizer.requests) {
      const tokens = request.transcript.reduce((sum, entry) => sum + entry.tokens, 0);
      expect(tokens).toBeLessThanOrEqual(4_000);
    }
  });

  it('R-35 a summarizer that takes any size still gets bounded calls', async () => {
    const boundless = tracing({ maxInputTokens: Number.MAX_SAFE_INTEGER });
    const { parts } = await run({
      summarizer: boundless,
      transcript: stream(40, 300),
      request: requestOf(40, 12_000),
      maxCallTokens: 8_000,
    });
    expectTiles(parts, 1, 40);
    const whole = tracing({ maxInputTokens: Number.MAX_SAFE_INTEGER });
    await run({ summarizer: whole, transcript: stream(40, 300), request: requestOf(40, 12_000) });
    expect(whole.requests.length).toBe(1);
    const million = tracing({ maxInputTokens: Number.MAX_SAFE_INTEGER });
    await run({ summarizer: million, transcript: stream(2_500, 400), request: requestOf(2_500, 1_000_000) });
    expect(Math.max(...million.requests.map(({ transcript }) => transcript.length))).toBeLessThanOrEqual(10);
  });

  it('R-35 a block above the chunk limit is split although it would fit one call', async () => {
    const summarizer = tracing();
    await run({ summarizer, transcript: stream(1, 5_000), request: requestOf(1, 5_000) });
    expect(summarizer.requests.length).toBe(3);
    expect(summarizer.requests[0]!.part).toEqual({
      of: 'plain',
      before: 'This is piece 1 of 2 of message #1.',
    });
    expect(summarizer.requests.at(-1)!.part).toBeUndefined();
  });

  it('R-35 each part knows the whole it belongs to, the goal, and what came before it', async () => {
    const summarizer = tracing();
    const request = { ...requestOf(30, 15_000), shape: 'bullets' as const };
    await run({ summarizer, transcript: stream(30, 500), request });
    const parts = summarizer.requests.filter(({ part, transcript }) => part && transcript.length > 0);
    expect(parts.length).toBeGreaterThan(2);
    const [first, ...others] = parts.toSorted((a, b) => a.transcript[0]!.seq - b.transcript[0]!.seq);
    expect(first!.part).toEqual({ of: 'bullets', before: '' });
    for (const { part, transcript } of others) {
      expect(part!.before).toContain('The user first asked (#1): ');
      expect(part!.before).toContain(`(#${transcript[0]!.seq - 1}`);
      expect(part!.before.length).toBeLessThan(1_200);
    }
  });

  it('R-35 a block of 10,000 tokens becomes one summary below 500 tokens', async () => {
    const verbose = scriptedSummarizer({
      answers: ({ limits: { targetTokens } }) =>
        Array.from({ length: targetTokens * 2 }, (_, index) => `fact ${index}.`).join(' '),
    });
    const { result, parts } = await run({
      summarizer: verbose,
      transcript: stream(1, 10_000),
      request: requestOf(1, 10_000),
    });
    expect(counter.count(result.text)).toBeLessThanOrEqual(500);
    expect(result.text.length).toBeGreaterThan(100);
    expectTiles(parts, 1, 1);
    const pieces = verbose.requests.filter(({ transcript }) => transcript.length > 0);
    expect(pieces.length).toBe(3);
    for (const { transcript } of pieces)
      expect(counter.count(transcript[0]!.text)).toBeLessThanOrEqual(4_000);
    const whole = pieces.map(({ transcript }) => transcript[0]!.text).join('');
    expect(whole).toBe(`1: ${textOf(10_000)}`);
  });

  it('R-35 1,000,000 tokens work with progress, and what is held in memory stays bounded', async () => {
    let read = 0;
    let summarized = 0;
    let farthest = 0;
    let calls = 0;
    let most = 0;
    const summarizer = scriptedSummarizer({
      answers: async ({ transcript, previous }) => {
        calls += 1;
        most = Math.max(most, calls);
        farthest = Math.max(farthest, read - summarized);
        // Calls end out of order: every third one takes longer.
        for (let turn = 0; turn < 1 + (transcript.length % 3) * 2; turn += 1)
          await new Promise((resolve) => setImmediate(resolve));
        summarized += transcript.length;
        calls -= 1;
        return `Fox facts from ${transcript[0]?.seq ?? previous[0]!.from}.`;
      },
    });
    const events: LargeProgress[] = [];
    const handed: PartialPart[] = [];
    const { result, parts, rewrites } = await run({
      summarizer,
      transcript: stream(2_500, 400, (seq) => {
        read = seq;
      }),
      request: requestOf(2_500, 1_000_000),
      onProgress: (event) => events.push(event),
      onPart: (part) => {
        handed.push(part);
      },
    });
    expect(result.text).toContain('Fox facts');
    expectTiles(parts, 1, 2_500);
    expect(most).toBeLessThanOrEqual(4);
    // Eight chunks of ten messages are being summarized, one is being read.
    expect(farthest).toBeLessThanOrEqual(100);
    expect(parts.length).toBeLessThanOrEqual(7 * 4);
    expect(rewrites).toBeLessThanOrEqual(5);
    expect(handed.filter(({ tier }) => tier === 0).map(({ from }) => from)).toEqual(
      handed
        .filter(({ tier }) => tier === 0)
        .map(({ from }) => from)
        .sort((a, b) => a - b),
    );
    for (const stage of ['read', 'map', 'reduce'] as const) {
      const steps = events.filter((event) => event.stage === stage);
      expect(steps.length).toBeGreaterThan(3);
      for (const { done, total } of steps) expect(done).toBeLessThanOrEqual(total);
      expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).sort((a, b) => a - b));
    }
    const map = events.filter(({ stage }) => stage === 'map').at(-1)!;
    expect(map.done).toBe(map.total);
  });

  it('R-35 one message of 1,000,000 tokens works too', async () => {
    const events: LargeProgress[] = [];
    const summarizer = tracing({ answers: 'Fox facts.' });
    const { result, parts } = await run({
      summarizer,
      transcript: stream(1, 1_000_000),
      request: requestOf(1, 1_000_000),
      onProgress: (event) => events.push(event),
    });
    expect(result.text).toBe('Fox facts.');
    expectTiles(parts, 1, 1);
    expect(events.filter(({ stage }) => stage === 'map').length).toBeGreaterThanOrEqual(250);
  });

  it('I-12 the result, the parts and the calls do not depend on which call ends first', async () => {
    const outcome = async (delays: number[]) => {
      let index = 0;
      const trace = tracing();
      const summarizer = {
        ...trace,
        summarize: async (request: SummaryRequest) => {
          const turns = delays[index++ % delays.length]!;
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          return trace.summarize(request);
        },
      };
      const handed: string[] = [];
      const large = await run({
        summarizer,
        transcript: stream(60, 100),
        request: requestOf(60, 6_000),
        chunkTokens: 300,
        partTokens: 60,
        fanIn: 3,
        onPart: async (part) => {
          await new Promise((resolve) => setImmediate(resolve));
          handed.push(part.text);
        },
      });
      return { ...large, handed };
    };
    const wanted = await outcome([0]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }), async (delays) => {
        expect(await outcome(delays)).toEqual(wanted);
      }),
      { numRuns: 15 },
    );
  });

  it('R-35 whatever the sizes, parts tile the input and every call is within bounds', async () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 200, max: 900 })), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(
        sizes,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 2, max: 5 }),
        async (tokens, concurrency, fanIn) => {
          const entries = tokens.map((size, index) => ({
            seq: index * 2 + 1,
            role: 'user',
            text: textOf(size),
            at: '',
            tokens: counter.count(textOf(size)),
          }));
          const total = entries.reduce((sum, entry) => sum + entry.tokens, 0);
          const summarizer = scriptedSummarizer({
            maxInputTokens: 400,
            answers: ({ limits: { maxOutputTokens } }) => textOf(maxOutputTokens * 2),
          });
          const { result, parts } = await run({
            summarizer,
            concurrency,
            fanIn,
            chunkTokens: 200,
            partTokens: 50,
            request: requestOf(entries.length, total),
            transcript: (async function* () {
              yield* entries;
            })(),
          });
          expect(counter.count(result.text)).toBeLessThanOrEqual(limits.maxOutputTokens);
          for (const part of parts) expect(part.tokens).toBeLessThanOrEqual(50);
          expect(parts[0]?.from ?? 1).toBe(1);
          expect(parts.at(-1)?.to ?? entries.at(-1)!.seq).toBe(entries.at(-1)!.seq);
          for (const [index, part] of parts.entries())
            if (index > 0) expect(part.from).toBeGreaterThan(parts[index - 1]!.to);
          for (const { transcript, previous } of summarizer.requests) {
            const given = [...transcript, ...previous].reduce(
              (sum, { text }) => sum + counter.count(text),
              0,
            );
            expect(given).toBeLessThanOrEqual(400);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('R-25 a run continues from stored parts: only newer messages are read', async () => {
    const options = { chunkTokens: 300, partTokens: 60, fanIn: 3 };
    const first = await run({
      summarizer: tracing({ maxInputTokens: 1_000 }),
      transcript: stream(40, 100),
      request: requestOf(40, 4_000),
      ...options,
    });
    const summarizer = tracing({ maxInputTokens: 1_000 });
    const second = await run({
      summarizer,
      transcript: stream(50, 100),
      request: requestOf(50, 5_000),
      resume: first.parts,
      ...options,
    });
    const read = summarizer.requests.flatMap(({ transcript }) => transcript.map(({ seq }) => seq));
    expect(Math.min(...read)).toBe(41);
    expectTiles(second.parts, 1, 50);
    expect(second.result.text).toContain('<1-');
    const nothingNew = tracing();
    const third = await run({
      summarizer: nothingNew,
      transcript: stream(50, 100),
      request: requestOf(50, 5_000),
      resume: second.parts,
      ...options,
    });
    expect(nothingNew.requests.length).toBe(1);
    expect(third.parts).toEqual(second.parts);
  });

  it('R-25 resuming after each message keeps the forest small and tiling', async () => {
    let parts: PartialPart[] = [];
    for (let count = 1; count <= 40; count += 1) {
      const resumed = await run({
        summarizer: tracing({ answers: 'Part.' }),
        transcript: stream(count, 100),
        request: requestOf(count, count * 100),
        resume: parts.length > 0 ? parts : [{ from: 0, to: 0, tier: 0, text: 'Start.', tokens: 2 }],
        chunkTokens: 300,
        partTokens: 60,
        fanIn: 3,
      });
      parts = resumed.parts;
      expectTiles(parts, 0, count);
      expect(parts.length).toBeLessThanOrEqual(2 * 4);
    }
  });

  it('R-4 earlier summaries take part in the final call, in front', async () => {
    const previous = [{ text: 'EARLIER', record: null, from: 1, to: 9 }];
    const summarizer = tracing();
    const { result } = await run({
      summarizer,
      transcript: stream(40, 300),
      request: requestOf(40, 12_000, { previous }),
    });
    expect(result.text.startsWith('(EARLIER<1-')).toBe(true);
    for (const { transcript, previous: given } of summarizer.requests)
      if (transcript.length > 0) expect(given).toEqual([]);
  });

  it('R-35 earlier summaries that are too large together, or each alone, are reduced first', async () => {
    const previous = [textOf(900), ...Array.from({ length: 30 }, (_, index) => `${index} ${textOf(60)}`)].map(
      (text, index) => ({ text, record: null, from: index + 1, to: index + 1 }),
    );
    const summarizer = scriptedSummarizer({
      maxInputTokens: 400,
      answers: ({ limits: { targetTokens } }) => textOf(targetTokens * 2),
    });
    const { result } = await run({
      summarizer,
      transcript: stream(1, 20),
      request: requestOf(1, 20, { previous }),
      chunkTokens: 200,
      partTokens: 50,
    });
    expect(result.text).not.toBe('');
    for (const { transcript, previous: given } of summarizer.requests) {
      expect(
        [...transcript, ...given].reduce((sum, { text }) => sum + counter.count(text), 0),
      ).toBeLessThanOrEqual(400);
    }
  });

  it('R-38 a chunk that falls down the ladder marks the whole', async () => {
    let call = 0;
    const flaky = scriptedSummarizer({
      name: 'model',
      answers: () => {
        call += 1;
        return call === 2 ? { fault: 'error' } : 'Fox facts.';
      },
    });
    const summarizer = ladder({
      rungs: [flaky, scriptedSummarizer({ name: 'extractive', rung: 'extractive', answers: 'Fox.' })],
    });
    const { result, parts } = await run({
      summarizer,
      transcript: stream(40, 300),
      request: requestOf(40, 12_000),
    });
    expect(result.rung).toBe('extractive');
    expect(parts.filter(({ rung }) => rung === 'extractive').length).toBe(1);
    expect(result.calls.filter(({ outcome }) => outcome === 'failed').length).toBe(1);
    expect(result.calls.length).toBe(flaky.requests.length + 1);
  });

  it('R-54 a failure carries every call that was made, and a later run can continue from the parts made before it', async () => {
    let call = 0;
    const summarizer = scriptedSummarizer({
      answers: () => {
        call += 1;
        return call === 9 ? { fault: 'terminal' } : 'Fox facts.';
      },
    });
    const handed: PartialPart[] = [];
    const error = await run({
      summarizer,
      transcript: stream(200, 300),
      request: requestOf(200, 60_000),
      concurrency: 1,
      onPart: (part) => {
        handed.push(part);
      },
    }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isSummarizerFailure(error) && [error.kind, error.calls.length]).toEqual(['terminal', 9]);
    const leaves = handed.filter(({ tier }) => tier === 0);
    expectTiles(leaves, 1, leaves.at(-1)!.to);
    expect(leaves.length).toBeGreaterThanOrEqual(7);
  });

  it.each(['hang', 'deaf'] as const)(
    'I-4 an abort ends it, also with a summarizer whose fault is "%s"',
    async (fault) => {
      const controller = new AbortController();
      const summarizer = scriptedSummarizer({ answers: { fault } });
      let returned = false;
      const transcript = (async function* () {
        try {
          yield* stream(2_000, 300);
        } finally {
          returned = true;
        }
      })();
      const pending = run({
        summarizer,
        transcript,
        request: requestOf(2_000, 600_000, { signal: controller.signal }),
      }).catch((reason: unknown) => reason);
      while (summarizer.requests.length < 4) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      const error = await pending;
      expect(isSummarizerFailure(error) && error.kind).toBe('aborted');
      expect(returned).toBe(true);
      expect(summarizer.requests.length).toBe(4);
    },
  );

  it('R-35 errors of the source, or of storing parts, are passed on unchanged', async () => {
    const broken = (async function* () {
      yield* stream(30, 300);
      throw new RangeError('disk');
    })();
    await expect(
      run({ summarizer: tracing(), transcript: broken, request: requestOf(40, 12_000) }),
    ).rejects.toThrow('disk');
    const onPart = () => Promise.reject(new RangeError('store'));
    await expect(
      run({ summarizer: tracing(), transcript: stream(60, 300), request: requestOf(60, 18_000), onPart }),
    ).rejects.toThrow('store');
  });

  it('R-39 each part gets the facts of its own range', async () => {
    const facts = [3, 39].map((seq) => ({
      kind: 'name' as const,
      value: `fact${seq}`,
      seq,
      role: 'user',
      at: '',
      importance: 1,
    }));
    const summarizer = tracing();
    await run({ summarizer, transcript: stream(40, 300), request: requestOf(40, 12_000, { facts }) });
    const values = summarizer.requests.map((request) => request.facts.map(({ value }) => value).join());
    expect(values[0]).toBe('fact3');
    expect(values.at(-1)).toBe('fact3,fact39');
  });

  it('R-23 a record that is too large is cut to the limit', async () => {
    const record = {
      summary: 'Dana moved.',
      keyPoints: Array.from({ length: 30 }, (_, index) => `${index} ${sentence}`),
      context: { participants: [], decisions: ['Move'], actionItems: [], unresolved: [], domainEntities: [] },
    };
    const result = {
      text: textOf(900),
      record,
      model: 'm',
      rung: 'model' as const,
      promptVersion: 'record@1',
      calls: [],
    };
    const large = await run({
      summarizer: scriptedSummarizer({ answers: { result } }),
      transcript: stream(5, 300),
      request: requestOf(5, 1_500, {
        shape: 'record',
        limits: { targetTokens: 100, maxWords: null, maxOutputTokens: 120 },
      }),
    });
    expect(counter.count(large.result.text)).toBeLessThanOrEqual(120);
    expect(large.result.record!.context.decisions).toEqual(['Move']);
  });

  it('R-35 names a bad option or nothing to summarize', async () => {
    const field = async (options: Partial<SummarizeLargeOptions>) => {
      const error = await run({
        summarizer: tracing(),
        transcript: stream(1, 10),
        request: requestOf(1, 10),
        ...options,
      }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      return isEverthreadError(error) ? error.field : error;
    };
    expect(await field({ chunkTokens: 0 })).toBe('chunkTokens');
    expect(await field({ concurrency: 0 })).toBe('concurrency');
    expect(await field({ partTokens: 3_000 })).toBe('partTokens');
    expect(await field({ fanIn: 1 })).toBe('fanIn');
    expect(await field({ fanIn: 500 })).toBe('fanIn');
    expect(await field({ transcript: stream(0, 0) })).toBe('transcript');
    const part = { tier: 0, text: 'x', tokens: 1 };
    expect(
      await field({
        resume: [
          { ...part, from: 1, to: 5 },
          { ...part, from: 5, to: 6 },
        ],
      }),
    ).toBe('resume[1]');
    expect(await field({})).toBeUndefined();
  });
});
