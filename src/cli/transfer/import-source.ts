/** Imports one file or standard input: reads it as a stream, writes in batches, and counts what is left out. */

import { type EverthreadError, isEverthreadError } from '../../errors.ts';
import type { LeftOut } from '../../transcripts/line-index.ts';
import { createIndexer } from '../../transcripts/lines-reader.ts';
import type { TranscriptEvent, TranscriptOptions } from '../../transcripts/transcript.ts';
import { reworded, transcriptLimits, withAdvice } from '../../transcripts/transcript.ts';
import { createTranscriptReader } from '../../transcripts/transcript-reader.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import type { TextSource } from './text-source.ts';
import { createThreadNames } from './thread-names.ts';
import { createSink, type ImportedThread, type Sink, type Target } from './thread-sink.ts';

export type ImportedSource = {
  file: string;
  threads: ImportedThread[];
  /** Counts of entries that were left out on purpose, by kind. */
  skipped: { [kind: string]: number };
  /** Number of entries that could not be read; `firstProblems` describes the first of them. */
  problems: number;
  firstProblems: string[];
};

/** One step of the work. In the stage `check` nothing is written yet. */
export type ImportProgress = {
  stage: 'check' | 'import';
  file: string;
  bytes: number;
  total: number | undefined;
  messages: number;
};

export type ImportOptions = TranscriptOptions & {
  source: TextSource;
  /** Undefined: the file is read, but nothing is stored. */
  target: Target | undefined;
  /** The thread the user named, if any. */
  threadId: string | undefined;
  /** The user trusts the file: summaries, rules and settings of an Everthread export are restored after a check. */
  trust?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  signal?: AbortSignal;
};

const shownProblems = 10;
/** Most characters that all open conversations together hold back before they are written. */
const waitingCharacters = 8_000_000;

export async function importSource(options: ImportOptions): Promise<ImportedSource> {
  const { source, target, lenient } = options;
  try {
    const leftOut = await indexIfNeeded(options);
    // A first pass finds bad lines before anything is stored. Standard input cannot be read twice, so it has none.
    const looksFirst = target !== undefined && source.again && lenient !== true;
    if (looksFirst) await runPass({ ...options, target: undefined, leftOut });
    return await runPass({ ...options, leftOut });
  } catch (error) {
    throw isRefusal(error) ? named(error, source.name) : error;
  }
}

/** Whether the error is about the input, not about the program. */
export function isRefusal(error: unknown): error is EverthreadError {
  return isEverthreadError(error, 'invalid_input') || isEverthreadError(error, 'limit_exceeded');
}

/** Adds the file's name to an error, because several files may be imported at once. */
function named(error: EverthreadError, name: string): EverthreadError {
  const file = sanitizeLine(name === '-' ? 'standard input' : name);
  const advised = withAdvice(error, 'Add --lenient to leave out what cannot be read, and to take the rest.');
  const { field, message } = advised;
  if (field === 'file') return advised;
  const words = field === 'text' ? message.replace(/^text/u, file) : `${file}: ${message}`;
  return reworded(advised, { message: words });
}

async function runPass(options: ImportOptions & { leftOut: LeftOut | undefined }): Promise<ImportedSource> {
  const { source, target, threadId, trust = false, leftOut, onProgress, signal } = options;
  const reader = createTranscriptReader({ ...readerOptions(options), ...(leftOut && { leftOut }) });
  const names = createThreadNames({ asked: threadId, title: source.title });
  const result: ImportedSource = {
    file: source.name,
    threads: [],
    skipped: {},
    problems: 0,
    firstProblems: [],
  };
  const sinks = new Map<number, Sink>();
  let bytes = 0;
  let messages = 0;

  const take = async (event: TranscriptEvent): Promise<void> => {
    switch (event.kind) {
      case 'conversation': {
        // Side chains run beside the main conversation. A main conversation ends where the next one begins.
        if (event.sidechain === undefined) await finish(sinks, result);
        const name = names.nameOf(event);
        const sink = createSink({ target, name, asked: threadId !== undefined, conversation: event, trust });
        sinks.set(event.conversation, sink);
        return;
      }
      case 'message':
        messages += 1;
        return sinks.get(event.conversation)!.message(event);
      case 'details':
        sinks.get(event.conversation)!.details(event);
        return;
      case 'record':
        sinks.get(event.conversation)!.record(event.record);
        return;
      case 'skipped':
        result.skipped[event.what] = (result.skipped[event.what] ?? 0) + 1;
        return;
      case 'problem':
        result.problems += 1;
        if (result.firstProblems.length < shownProblems) result.firstProblems.push(event.problem);
    }
  };
  const takeAll = async (events: readonly TranscriptEvent[]): Promise<void> => {
    for (const event of events) await take(event);
    const waiting = [...sinks.values()].reduce((sum, sink) => sum + sink.waitingCharacters(), 0);
    if (waiting > waitingCharacters) for (const sink of sinks.values()) await sink.flush();
    const stage = target === undefined ? 'check' : 'import';
    onProgress?.({ stage, file: source.name, bytes, total: source.bytes, messages });
  };

  const count = (more: number) => {
    bytes += more;
  };
  for await (const chunk of source.chunks(count)) {
    signal?.throwIfAborted();
    await takeAll(reader.push(chunk));
  }
  await takeAll(reader.end());
  await finish(sinks, result);
  return result;
}

function readerOptions({
  lenient,
  sidechains,
  meta,
  clientSummaries,
  format,
}: ImportOptions): TranscriptOptions {
  return {
    ...(lenient !== undefined && { lenient }),
    ...(sidechains !== undefined && { sidechains }),
    ...(meta !== undefined && { meta }),
    ...(clientSummaries !== undefined && { clientSummaries }),
    ...(format !== undefined && { format }),
  };
}

/** Indexes large files of some formats in a pass of their own; small files are held in memory while they are read. */
async function indexIfNeeded(options: ImportOptions): Promise<LeftOut | undefined> {
  const { source, signal } = options;
  if (!source.again || (source.bytes ?? 0) <= transcriptLimits.heldCharacters) return undefined;
  const probe = createTranscriptReader({ ...readerOptions(options), lenient: true });
  let read = 0;
  for await (const chunk of source.chunks()) {
    signal?.throwIfAborted();
    read += chunk.length;
    probe.push(chunk);
    if (probe.needsIndex()) break;
    if (read > transcriptLimits.sampleCharacters * 2) return undefined;
  }
  const indexer = createIndexer(readerOptions(options));
  for await (const chunk of source.chunks()) {
    signal?.throwIfAborted();
    indexer.push(chunk);
  }
  return indexer.end();
}

async function finish(sinks: Map<number, Sink>, result: ImportedSource): Promise<void> {
  for (const sink of sinks.values()) result.threads.push(await sink.finish());
  sinks.clear();
}
