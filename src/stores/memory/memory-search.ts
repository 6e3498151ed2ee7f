/** The search index of the store in memory: postings by term and thread, vectors compared one by one. */

import type { Message } from '../../message/message.ts';
import type {
  EmbeddedMessage,
  SearchIndex,
  SearchScope,
  TextAnswer,
  TextCandidate,
  TextQuery,
  VectorCandidate,
} from '../../search-index.ts';
import { termWeight } from '../../text/bm25.ts';
import { checkRange } from '../rules/checks.ts';
import { hiddenTerm, indexEntry, queryTerms, textScore, toolKey } from '../rules/index-entry.ts';
import { callKey } from '../rules/numbering.ts';
import {
  byScore,
  bySimilarity,
  checkTextQuery,
  checkVectorQuery,
  checkVectors,
} from '../rules/search-checks.ts';
import { blankIndex, type MemoryThread, type StoredMessage, toMessage } from './memory-thread.ts';

/** Replaces the index entry of a message by one for its current content. */
export function indexMessage(thread: MemoryThread, message: Message): void {
  unindexMessage(thread, message.seq);
  if (message.removed) return;
  const { index } = thread;
  const entry = indexEntry(message, toolsBefore(thread, message.seq));
  index.entries.set(message.seq, entry);
  for (const [term, times] of entry.terms) {
    const posting = index.postings.get(term);
    if (posting) posting.set(message.seq, times);
    else index.postings.set(term, new Map([[message.seq, times]]));
  }
}

function unindexMessage({ index }: MemoryThread, seq: number): void {
  for (const vectors of index.vectors.values()) vectors.delete(seq);
  const entry = index.entries.get(seq);
  if (!entry) return;
  for (const term of entry.terms.keys()) {
    const posting = index.postings.get(term)!;
    posting.delete(seq);
    if (posting.size === 0) index.postings.delete(term);
  }
  index.entries.delete(seq);
}

/** Returns the tool of the newest call with a key before message `seq`. Reads each message with calls only once. */
function toolsBefore(thread: MemoryThread, seq: number): (key: string) => string | undefined {
  const read = new Map<number, ReadonlyMap<string, string>>();
  return (key) => {
    const opener = thread.calls.get(key)?.findLast((call) => call.seq < seq);
    if (!opener) return undefined;
    const known = read.get(opener.seq) ?? toolNames(thread.messages[opener.seq - 1]);
    read.set(opener.seq, known);
    return known.get(key);
  };
}

function toolNames(stored: StoredMessage | undefined): Map<string, string> {
  const parts = stored ? toMessage('', stored).parts : [];
  return new Map(
    parts.flatMap((part) => (part.type === 'tool-call' ? [[callKey(part.callId), part.name] as const] : [])),
  );
}

export function memorySearch(options: {
  threads: ReadonlyMap<string, MemoryThread>;
  checkOpen(): void;
}): SearchIndex {
  const { threads, checkOpen } = options;

  function threadsInScope({ threadIds }: SearchScope): MemoryThread[] {
    if (threadIds === 'all') return [...threads.values()];
    return [...new Set(threadIds)].flatMap((threadId) => threads.get(threadId) ?? []);
  }

  function answer(query: TextQuery): TextAnswer {
    const passes = scopeFilter(query);
    // `upTo` is a number within one thread. Across all threads it only filters, and frequencies ignore it.
    const upTo =
      query.threadIds === 'all' ? Number.POSITIVE_INFINITY : (query.upTo ?? Number.POSITIVE_INFINITY);
    const terms = queryTerms(query.terms);
    const scope = threadsInScope(query);
    const messages = scope.reduce((sum, thread) => sum + Math.min(thread.messages.length, upTo), 0);
    const frequencies = new Map(terms.map((term) => [term, frequencyOf(scope, term, upTo)]));
    const candidates: TextCandidate[] = [];
    for (const thread of scope) {
      const found = new Map<number, { once: number; repeated: number }>();
      for (const term of terms) {
        const weight = termWeight({ messages, frequency: frequencies.get(term)! });
        for (const [seq, times] of thread.index.postings.get(term) ?? []) {
          const sums = found.get(seq) ?? { once: 0, repeated: 0 };
          sums[times === 1 ? 'once' : 'repeated'] += weight;
          found.set(seq, sums);
        }
      }
      for (const [seq, sums] of found) {
        if (!passes(thread, seq)) continue;
        const { tokens } = thread.messages[seq - 1]!.meta;
        candidates.push({ threadId: thread.state.id, seq, score: textScore({ ...sums, tokens }) });
      }
    }
    return { candidates: candidates.sort(byScore).slice(0, query.limit), messages, frequencies };
  }

  return {
    async text(queries) {
      checkOpen();
      for (const query of queries) checkTextQuery(query);
      return queries.map(answer);
    },

    async holding({ threadId, groups, limit }) {
      checkOpen();
      checkRange({ threadId, limit });
      const postings = threads.get(threadId)?.index.postings;
      const holders = (term: string) => [
        ...(postings?.get(term)?.keys() ?? []),
        ...(postings?.get(hiddenTerm(term))?.keys() ?? []),
      ];
      return groups.map((group) => {
        const [first, ...others] = queryTerms(group).map((term) => new Set(holders(term)));
        const seqs = [...(first ?? [])].filter((seq) => others.every((other) => other.has(seq)));
        return seqs.sort((one, two) => two - one).slice(0, limit);
      });
    },

    async vectors(query) {
      checkOpen();
      checkVectorQuery(query);
      const passes = scopeFilter(query);
      const found: VectorCandidate[] = [];
      for (const thread of threadsInScope(query)) {
        for (const [seq, vectors] of thread.index.vectors.get(query.model) ?? []) {
          const fitting = vectors.filter(({ length }) => length === query.vector.length);
          if (fitting.length === 0 || !passes(thread, seq)) continue;
          const similarity = Math.max(...fitting.map((vector) => cosine(vector, query.vector)));
          found.push({ threadId: thread.state.id, seq, similarity });
        }
      }
      return found.sort(bySimilarity).slice(0, query.limit);
    },

    async unembedded({ model, limit }) {
      checkOpen();
      const missing: Message[] = [];
      for (const thread of threads.values()) {
        const known = thread.index.vectors.get(model);
        for (const stored of thread.messages) {
          if (missing.length >= limit) return missing;
          if (stored.meta.removed || known?.has(stored.meta.seq)) continue;
          missing.push(toMessage(thread.state.id, stored));
        }
      }
      return missing;
    },

    async writeVectors({ model, messages }) {
      checkOpen();
      checkVectors({ model, messages });
      for (const message of messages) writeVectors(threads.get(message.threadId), model, message);
    },

    async listed({ threadId, from, limit }) {
      checkOpen();
      const entries = threads.get(threadId)?.index.entries.keys() ?? [];
      return [...entries]
        .filter((seq) => seq >= from)
        .sort((first, second) => first - second)
        .slice(0, limit);
    },

    async rebuild({ onProgress } = {}) {
      checkOpen();
      const total = [...threads.values()].reduce((sum, thread) => sum + thread.messages.length, 0);
      let done = 0;
      for (const thread of threads.values()) {
        const { vectors } = thread.index;
        thread.index = { ...blankIndex(), vectors: new Map() };
        for (const stored of thread.messages) indexMessage(thread, toMessage(thread.state.id, stored));
        thread.index.vectors = vectors;
        done += thread.messages.length;
        onProgress?.({ done, total });
      }
      return { messages: total };
    },
  };
}

function writeVectors(thread: MemoryThread | undefined, model: string, message: EmbeddedMessage): void {
  const stored: StoredMessage | undefined = thread?.messages[message.seq - 1];
  if (!thread || !stored || stored.meta.removed || stored.meta.hash !== message.hash) return;
  const known = thread.index.vectors.get(model) ?? new Map<number, Float32Array[]>();
  known.set(
    message.seq,
    message.vectors.map((vector) => Float32Array.from(vector)),
  );
  thread.index.vectors.set(model, known);
}

/** Created once for each search, so that the names of tools are normalized only once. */
function scopeFilter({ roles, tools, after, before, upTo }: SearchScope) {
  const wanted = tools && new Set(tools.map(toolKey));
  return (thread: MemoryThread, seq: number): boolean => {
    const { role, createdAt } = thread.messages[seq - 1]!.meta;
    if (upTo !== undefined && seq > upTo) return false;
    if (roles && !roles.includes(role)) return false;
    if (after !== undefined && createdAt < after) return false;
    if (before !== undefined && createdAt >= before) return false;
    return !wanted || (thread.index.entries.get(seq)?.tools.some((tool) => wanted.has(tool)) ?? false);
  };
}

function frequencyOf(threads: readonly MemoryThread[], term: string, upTo: number): number {
  let frequency = 0;
  for (const { index } of threads) {
    const posting = index.postings.get(term);
    if (!posting) continue;
    if (upTo === Number.POSITIVE_INFINITY) frequency += posting.size;
    else for (const seq of posting.keys()) frequency += seq <= upTo ? 1 : 0;
  }
  return frequency;
}

function cosine(first: Float32Array, second: Float32Array): number {
  let [product, one, two] = [0, 0, 0];
  for (let index = 0; index < first.length; index += 1) {
    const [a, b] = [first[index]!, second[index]!];
    product += a * b;
    one += a * a;
    two += b * b;
  }
  return one > 0 && two > 0 ? product / Math.sqrt(one * two) : 0;
}
