/**
 * Summarizes input of any size with a summarizer of bounded input. Entries are packed into chunks, chunks
 * become parts, and neighbouring parts of one tier merge into one of the next as soon as there are enough of them, so
 * that memory stays bounded while the input streams. Which parts merge depends only on their order, never on which call
 * ends first. The caller stores parts: `onPart` hands them over, `resume` takes them back.
 */
import { invalidInput, invalidOption } from '../errors.ts';
import {
  isSummarizerFailure,
  type Summarizer,
  SummarizerFailure,
  type SummaryRequest,
  type SummaryResult,
  type TranscriptEntry,
} from '../summarizer.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { capTokens } from './cap-text.ts';
import { packChunks, readAhead } from './chunks.ts';
import { lowestRung } from './ladder.ts';
import { createPartMaker } from './part-maker.ts';
import type { LargeProgress, PartialPart, ResumePart } from './parts.ts';
import { fitRecord, renderRecord } from './record-schema.ts';

export type { LargeProgress, PartialPart, ResumePart } from './parts.ts';

export type SummarizeLargeOptions = {
  summarizer: Summarizer;
  /**
   * Writes the parts of input that does not fit one call. Default: the summarizer itself. With one that needs no model,
   * a model is called only once, however large the input is.
   */
  partSummarizer?: Summarizer;
  counter: TokenCounter;
  request: Omit<SummaryRequest, 'transcript'>;
  transcript: AsyncIterable<TranscriptEntry>;
  /**
   * Largest input of one call, if the summarizer would accept more. Without it, an unbounded summarizer would hold the
   * whole input in memory.
   */
  maxCallTokens?: number;
  /** Most tokens of the transcript in one call, once it has to be split. */
  chunkTokens?: number;
  /** Parallel calls. */
  concurrency?: number;
  /** Tokens of a part. */
  partTokens?: number;
  /** Parts of one tier that merge into one of the next. */
  fanIn?: number;
  /** Parts of an earlier run, in order. Entries that they cover are not read again. */
  resume?: readonly ResumePart[];
  onProgress?: (progress: LargeProgress) => void;
  /** Called for every part, one at a time, always in the same order, children before the part that merges them. */
  onPart?: (part: PartialPart) => void | Promise<void>;
  signal?: AbortSignal;
};

export type LargeSummary = {
  result: SummaryResult;
  /** The parts that cover the input before the final combination; empty if one call took it all. */
  parts: PartialPart[];
  /** How often the result's content was rewritten since the entries: 1 if one call did it. */
  rewrites: number;
};

export async function summarizeLarge(options: SummarizeLargeOptions): Promise<LargeSummary> {
  const { summarizer, counter, request, transcript, resume = [], signal = request.signal } = options;
  const sizes = sizesOf(options);
  const { maxCallTokens, chunkTokens } = sizes;
  checkResume(resume);

  const previousTokens = request.previous.reduce((sum, summary) => sum + counter.count(summary.text), 0);
  const lastRead = resume.at(-1)?.to ?? Number.NEGATIVE_INFINITY;
  const { entries, rest } = await readAhead(newerThan(transcript, lastRead), {
    // With stored parts, the new entries become parts too, so that parts cover the whole input.
    maxTokens: resume.length > 0 ? 0 : maxCallTokens - previousTokens,
    chunkTokens,
  });
  const fits = rest === undefined && previousTokens <= maxCallTokens;
  if (fits && entries.length + request.previous.length + resume.length === 0) {
    throw invalidInput('transcript', 'a transcript or earlier summaries with something in them', 'nothing');
  }
  if (fits && resume.length === 0) {
    throwIfAborted(signal);
    const result = await summarizer.summarize({ ...request, transcript: entries, signal });
    return { result: fitted(result, request, counter), parts: [], rewrites: 1 };
  }
  return summarizeParts({ ...options, ...sizes, resume, signal }, rest ?? entries);
}

type Sizes = Required<
  Pick<SummarizeLargeOptions, 'maxCallTokens' | 'chunkTokens' | 'partTokens' | 'fanIn' | 'concurrency'>
>;

/** The given sizes and the defaults for the others. Throws `invalid_option` if they contradict each other. */
function sizesOf(options: SummarizeLargeOptions): Sizes {
  const { summarizer, request, concurrency = 4 } = options;
  const { maxCallTokens: wantedCallTokens = 250_000, chunkTokens: wantedChunkTokens = 4_000 } = options;
  requireWhole('chunkTokens', wantedChunkTokens, 32);
  requireWhole('concurrency', concurrency, 1);
  requireWhole('maxCallTokens', wantedCallTokens, 32);
  const maxCallTokens = Math.min(wantedCallTokens, summarizer.maxInputTokens);
  const chunkTokens = Math.min(wantedChunkTokens, maxCallTokens);
  const partTokens = options.partTokens ?? defaultPartTokens(chunkTokens, request.limits.targetTokens);
  requireWhole('partTokens', partTokens, 8);
  if (partTokens > chunkTokens / 2)
    throw invalidOption('partTokens', `at most half of a chunk, ${Math.floor(chunkTokens / 2)}`, partTokens);
  const fanIn = options.fanIn ?? Math.max(2, Math.min(8, Math.floor(maxCallTokens / partTokens)));
  requireWhole('fanIn', fanIn, 2);
  if (fanIn * partTokens > maxCallTokens) {
    throw invalidOption(
      'fanIn',
      `at most ${Math.floor(maxCallTokens / partTokens)}: so many parts fit one call`,
      fanIn,
    );
  }
  return { maxCallTokens, chunkTokens, partTokens, fanIn, concurrency };
}

/** Summarizes input that does not fit one call: first its parts, then the parts together. */
async function summarizeParts(
  options: SummarizeLargeOptions & Sizes & { resume: readonly ResumePart[]; signal: AbortSignal },
  entries: Parameters<typeof packChunks>[0],
): Promise<LargeSummary> {
  const { summarizer, partSummarizer = summarizer, counter, request, resume, signal, onProgress } = options;
  const maker = createPartMaker({ ...options, partSummarizer });
  try {
    maker.resume(resume);
    let messagesRead = 0;
    for await (const chunk of packChunks(entries, { chunkTokens: options.chunkTokens })) {
      messagesRead += chunk.entries.length;
      await maker.add(chunk);
      onProgress?.({
        stage: 'read',
        done: messagesRead,
        total: Math.max(request.meta.totalMessages, messagesRead),
      });
    }
    const parts = await maker.finish();
    const combined = await maker.combine(parts);
    const parted = partSummarizer === summarizer ? combined.sources : [];
    const rungs = [...parted.map(({ rung }) => rung), combined.result.rung];
    return {
      result: {
        ...fitted(combined.result, request, counter),
        rung: lowestRung(rungs),
        calls: maker.calls(),
      },
      parts,
      rewrites: 1 + Math.max(0, ...combined.sources.map(({ rewrites }) => rewrites)),
    };
  } catch (thrown) {
    const error = await maker.stop(thrown);
    if (signal.aborted) {
      throw new SummarizerFailure({
        kind: 'aborted',
        message: 'The summary was aborted.',
        calls: maker.calls(),
      });
    }
    if (!isSummarizerFailure(error)) throw error;
    const { kind, message, retryAfterMs } = error;
    throw new SummarizerFailure({ kind, message, retryAfterMs, calls: maker.calls(), cause: error.cause });
  }
}

/** An eighth of a chunk, or more if the result may be larger, so that parts do not limit the result. */
function defaultPartTokens(chunkTokens: number, targetTokens: number): number {
  const eighth = Math.min(1_000, Math.floor(chunkTokens / 8));
  return Math.max(8, eighth, Math.min(Math.floor(chunkTokens / 4), targetTokens));
}

/** The final check of the size: the returned text is within the request's limit, whatever came back. */
function fitted(
  result: SummaryResult,
  request: Pick<SummaryRequest, 'limits'>,
  counter: TokenCounter,
): SummaryResult {
  const { maxOutputTokens } = request.limits;
  if (counter.count(result.text) <= maxOutputTokens) return result;
  if (result.record === null) return { ...result, text: capTokens(result.text, maxOutputTokens, counter) };
  const record = fitRecord(result.record, maxOutputTokens, counter);
  return { ...result, record, text: renderRecord(record) };
}

async function* newerThan(
  transcript: AsyncIterable<TranscriptEntry>,
  seq: number,
): AsyncGenerator<TranscriptEntry> {
  for await (const entry of transcript) if (entry.seq > seq) yield entry;
}

function checkResume(parts: readonly ResumePart[]): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, { from, to }] of parts.entries()) {
    if (!(from > last && to >= from)) {
      throw invalidInput(
        `resume[${index}]`,
        'a part that begins after the one before it ends',
        `${from} … ${to}`,
      );
    }
    last = to;
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SummarizerFailure({ kind: 'aborted', message: 'The summary was aborted.' });
}

function requireWhole(field: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw invalidOption(field, `a whole number of ${least} or more`, value);
  }
}
