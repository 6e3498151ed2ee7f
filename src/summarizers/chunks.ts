/** Packs a stream of transcript entries into chunks, in order, reading no further than the current chunk. */
import type { TranscriptEntry } from '../summarizer.ts';

/** Cost of an entry's header line in a prompt. Without it, a thousand short messages would not fit. */
const entryOverheadTokens = 14;

/** Whole entries within the limit; or a single entry that is larger than the limit. */
export type Chunk = { entries: TranscriptEntry[]; tokens: number; oversize: boolean };

function costOf(entry: TranscriptEntry): number {
  return entry.tokens + entryOverheadTokens;
}

export async function* packChunks(
  entries: AsyncIterable<TranscriptEntry> | Iterable<TranscriptEntry>,
  { chunkTokens }: { chunkTokens: number },
): AsyncGenerator<Chunk> {
  let open: Chunk = { entries: [], tokens: 0, oversize: false };
  for await (const entry of entries) {
    const cost = costOf(entry);
    const oversize = entry.tokens > chunkTokens;
    if (open.entries.length > 0 && (oversize || open.tokens + cost > chunkTokens)) {
      yield open;
      open = { entries: [], tokens: 0, oversize: false };
    }
    if (oversize) {
      yield { entries: [entry], tokens: cost, oversize };
      continue;
    }
    open.entries.push(entry);
    open.tokens += cost;
  }
  if (open.entries.length > 0) yield open;
}

/**
 * Reads entries while their total stays within `maxTokens` and none is larger than `chunkTokens`. `entries` contains
 * what was read. `rest` continues from there, and is undefined at the end of the stream.
 */
export async function readAhead(
  entries: AsyncIterable<TranscriptEntry>,
  { maxTokens, chunkTokens }: { maxTokens: number; chunkTokens: number },
): Promise<{ entries: TranscriptEntry[]; rest: AsyncIterable<TranscriptEntry> | undefined }> {
  const iterator = entries[Symbol.asyncIterator]();
  const read: TranscriptEntry[] = [];
  let tokens = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return { entries: read, rest: undefined };
    read.push(value);
    tokens += costOf(value);
    if (tokens > maxTokens || value.tokens > chunkTokens)
      return { entries: read, rest: resumed(read, iterator) };
  }
}

async function* resumed(
  read: TranscriptEntry[],
  iterator: AsyncIterator<TranscriptEntry>,
): AsyncGenerator<TranscriptEntry> {
  try {
    // Empties the array as it goes, so that what was read ahead does not stay in memory during the whole run.
    for (let entry = read.shift(); entry !== undefined; entry = read.shift()) yield entry;
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
