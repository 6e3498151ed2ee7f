/**
 * Makes the parts of a map-reduce: one for each chunk, one for each full group of neighbours, and finally the result
 * from the remaining parts. Work starts as soon as its sources exist. Their order determines what is made from what.
 */
import type { Summarizer, SummarizerCall, SummaryRequest, SummaryResult } from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Chunk } from './chunks.ts';
import { createHandover } from './handover.ts';
import { createLeadIn } from './lead-in.ts';
import { abortedFailure, createPartCalls, type MadeCalls } from './part-calls.ts';
import { createPartWriter } from './part-writer.ts';
import {
  asEntry,
  asPart,
  groupsWithin,
  type LargeProgress,
  type PartialPart,
  type ResumePart,
  toPrevious,
} from './parts.ts';

/** A part that exists or is being made. */
type Slot = { tier: number; part: Promise<PartialPart> };

export function createPartMaker(options: {
  summarizer: Summarizer;
  partSummarizer: Summarizer;
  counter: TokenCounter;
  request: Omit<SummaryRequest, 'transcript'>;
  signal: AbortSignal;
  concurrency: number;
  maxCallTokens: number;
  chunkTokens: number;
  partTokens: number;
  fanIn: number;
  onProgress?: (progress: LargeProgress) => void;
  onPart?: (part: PartialPart) => void | Promise<void>;
}) {
  const { counter, request, concurrency, maxCallTokens, chunkTokens, partTokens, fanIn } = options;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const made: MadeCalls[] = [];
  const forest: Slot[] = [];
  const leadIn = createLeadIn(request);
  const active = new Set<Promise<unknown>>();
  const failure: { error?: unknown } = {};

  const expectedParts = Math.max(1, Math.ceil(request.meta.totalTokens / chunkTokens));
  const expected = { map: expectedParts, reduce: Math.ceil((expectedParts - 1) / (fanIn - 1)) + 1 };
  const { call, inOrder } = createPartCalls({
    summarizer: options.summarizer,
    partSummarizer: options.partSummarizer,
    request,
    signal,
    concurrency,
    expected,
    onProgress: options.onProgress,
    onFailure: fail,
  });

  const handover = createHandover({ onPart: options.onPart, signal, onFailure: fail });

  const { mapEntries, merge, mapLarge } = createPartWriter({
    ...{ counter, request, signal, chunkTokens, partTokens, fanIn, call, inOrder },
  });

  /** The first failure ends everything. Results of other work after it are ignored. */
  function fail(error: unknown): void {
    if (!('error' in failure)) failure.error = error;
    stopped.abort();
  }

  function start(tier: number, make: (calls: MadeCalls) => Promise<PartialPart>): Slot {
    const calls: MadeCalls = [];
    made.push(calls);
    const part = make(calls);
    const ended = part.then(() => {}, fail);
    active.add(ended);
    ended.then(() => active.delete(ended));
    handover.add(part);
    return { tier, part };
  }

  function carry(): void {
    for (;;) {
      const group = forest.slice(-fanIn);
      const { tier } = group[0]!;
      if (group.length < fanIn || group.some((slot) => slot.tier !== tier)) return;
      const children = group.map((slot) => slot.part);
      forest.splice(
        -fanIn,
        fanIn,
        start(tier + 1, async (calls) => {
          const parts = await Promise.all(children);
          return { ...(await merge(parts, calls)), tier: tier + 1 };
        }),
      );
    }
  }

  function throwFailure(): void {
    if ('error' in failure) throw failure.error;
    if (signal.aborted) throw abortedFailure();
  }

  return {
    resume(parts: readonly ResumePart[]): void {
      for (const stored of parts) {
        const part: PartialPart = {
          sourceTokens: stored.tokens,
          rewrites: stored.tier + 1,
          rung: 'model',
          model: '',
          promptVersion: '',
          ...stored,
        };
        forest.push({ tier: part.tier, part: Promise.resolve(part) });
        carry();
      }
    },

    /** Starts work on a chunk. Waits first while enough work is running. */
    async add(chunk: Chunk): Promise<void> {
      throwFailure();
      while (active.size >= concurrency * 2) {
        await Promise.race(active);
        throwFailure();
      }
      if (handover.waiting() >= concurrency * fanIn * 2) await handover.done();
      throwFailure();
      const before = leadIn.text();
      leadIn.note(chunk.entries);
      forest.push(
        start(0, (calls) =>
          chunk.oversize
            ? mapLarge(chunk.entries[0]!, before, calls)
            : mapEntries(chunk.entries, { targetTokens: partTokens, before }, calls),
        ),
      );
      carry();
    },

    async finish(): Promise<PartialPart[]> {
      while (active.size > 0) await Promise.all(active);
      await handover.done();
      throwFailure();
      return Promise.all(forest.map((slot) => slot.part));
    },

    /** Combines the earlier summaries and the parts, after reducing them until they fit one call. */
    async combine(parts: readonly PartialPart[]): Promise<{ result: SummaryResult; sources: PartialPart[] }> {
      const calls: MadeCalls = [];
      made.push(calls);
      const earlier = request.previous.map(
        (summary): Source => ({ ...asPart(summary, counter), record: summary.record }),
      );
      let sources: Source[] = [...earlier, ...parts];
      while (sources.reduce((sum, source) => sum + source.tokens, 0) > maxCallTokens) {
        sources = await inOrder(groupsWithin(sources, maxCallTokens), calls, async (group, own) => {
          const [only] = group;
          if (group.length > 1) return merge(group, own);
          if (only!.tokens <= partTokens) return only!;
          return only!.tokens > chunkTokens ? mapLarge(asEntry(only!), '', own) : merge(group, own);
        });
      }
      const previous = sources.map((source) => ({ ...toPrevious(source), record: source.record ?? null }));
      const result = await call({ previous, transcript: [] }, 'reduce', calls);
      return { result, sources };
    },

    calls: (): SummarizerCall[] => made.flat(),

    /** Stops all work and waits until its costs are known. Returns the first error. */
    async stop(error: unknown): Promise<unknown> {
      fail(error);
      while (active.size > 0) await Promise.all(active);
      await handover.done();
      return failure.error;
    },
  };
}

type Source = PartialPart & { record?: SummaryRequest['previous'][number]['record'] };
