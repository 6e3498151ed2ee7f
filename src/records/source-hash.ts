/**
 * The hash that ties a summary to its sources (I-9). It is built like a Merkle tree: the messages a summary read are
 * hashed as a sequence, and folded summaries enter with their own source hash. So a summary of a long past proves all
 * of it without reading it again.
 */
import { hashSequence, sha256 } from '../message/hash.ts';

export function sourceHashOf(options: {
  /** Source hashes of folded summaries, in order. */
  summaries: readonly string[];
  /** Hashes of the messages read, in order. */
  messages: readonly string[];
}): string {
  return joinSourceHashes({
    summaries: hashSequence(options.summaries),
    messages: hashSequence(options.messages),
  });
}

/** The same from the hashes of the two sequences, for callers that read a long range piece by piece. */
export function joinSourceHashes({ summaries, messages }: { summaries: string; messages: string }): string {
  return sha256(`summaries:${summaries}\nmessages:${messages}`);
}
