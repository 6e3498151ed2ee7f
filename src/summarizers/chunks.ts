/** Packs a stream of transcript entries into chunks, in order, reading no further than the chunk in hand. */
import type { TranscriptEntry } from '../summarizer.ts';

/** What the header line of an entry costs in a prompt: without it a thousand short messages would not fit. */
const entryOverheadTokens = 14;

/** Whole entries within the limit; or one entry that is larger than the limit, by itself. */
export type Chunk = { entries: TranscriptEntry[]; tokens: number; oversize: boolean };

export function costOf(entry: TranscriptEntry): number {
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
 * Reads as long as everything together stays within `maxTokens` and no entry is larger than `chunkTokens`. What
 * was read is in `entries`; `rest` goes on from there, and is undefined at the end of the stream.
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
    // Emptied as it goes: what was read ahead must not stay in memory for the whole run.
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
