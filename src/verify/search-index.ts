/**
 * Checks the search index against the log, in bounded pieces: which messages it holds, and for samples whether they are
 * found by their words. The index is derived from the log, so this damage can be repaired.
 */
import { isLarge } from '../message/limits.ts';
import type { Message } from '../message/message.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { yieldToEventLoop } from '../runtime.ts';
import type { Store } from '../store.ts';
import { indexEntry } from '../stores/rules/index-entry.ts';
import { type DamageReport, rangeName } from './damage.ts';

const messagesPerPage = 500;
/** Most messages that the search for a sample looks at. */
const mostFound = 5_000;

const repair = 'Run "everthread reindex" to make the index anew.';

export async function checkSearchIndex(options: {
  store: Store;
  state: ThreadState;
  report: DamageReport;
}): Promise<void> {
  const { store, state, report } = options;
  const { id: threadId, messages } = state;
  let from = 1;
  while (from <= messages && !report.isFull()) {
    const to = Math.min(messages, from + messagesPerPage - 1);
    const metas = await store.readMetas({ threadId, from, to });
    const indexed = await store.search.listed({ threadId, from, limit: messagesPerPage });
    if (!indexed) return;
    const indexedSeqs = new Set(indexed.filter((seq) => seq <= to));
    const expected = metas.filter(({ removed }) => !removed).map(({ seq }) => seq);
    lacking(
      report,
      expected.filter((seq) => !indexedSeqs.has(seq)),
    );
    const known = new Set(expected);
    beyond(
      report,
      [...indexedSeqs].filter((seq) => !known.has(seq)),
    );
    const sample = expected.find((seq) => indexedSeqs.has(seq));
    if (sample !== undefined) await checkSample({ store, threadId, seq: sample, report });
    from = to + 1;
  }
  const behind = (await store.search.listed({ threadId, from: messages + 1, limit: messagesPerPage })) ?? [];
  if (behind.length === 0) return;
  // Messages that arrived since the row was read, or that the row does not count, do exist.
  const metas = await store.readMetas({ threadId, from: messages + 1, to: behind.at(-1)! });
  const known = new Set(metas.map(({ seq }) => seq));
  beyond(
    report,
    behind.filter((seq) => !known.has(seq)),
  );
}

/** Searches as of the message itself, so that it is among the first candidates. */
async function checkSample(options: {
  store: Store;
  threadId: string;
  seq: number;
  report: DamageReport;
}): Promise<void> {
  const { store, threadId, seq, report } = options;
  const [message] = await store.readMessages({ threadId, from: seq, to: seq }).catch(() => []);
  if (message !== undefined && isLarge(message)) await yieldToEventLoop();
  const term = message && longestTerm(message);
  if (term === undefined) return;
  const query = { threadIds: [threadId], terms: [term], upTo: seq, limit: mostFound };
  const [answer] = await store.search.text([query]);
  if (answer!.candidates.some((candidate) => candidate.seq === seq)) return;
  report.add('search-index', `message ${seq}`, `Message ${seq} is not found by what it says. ${repair}`);
}

function longestTerm(message: Message): string | undefined {
  let longest: string | undefined;
  for (const term of indexEntry(message, () => undefined).terms.keys()) {
    if (longest === undefined || term.length > longest.length) longest = term;
  }
  return longest;
}

function lacking(report: DamageReport, seqs: readonly number[]): void {
  for (const { first, last } of runs(seqs)) {
    const where = rangeName('message', first, last);
    report.add('search-index', where, `The search index lacks ${where}. ${repair}`);
  }
}

function beyond(report: DamageReport, seqs: readonly number[]): void {
  for (const { first, last } of runs(seqs)) {
    const where = rangeName('message', first, last);
    report.add('search-index', where, `The search index holds ${where}, which the log does not. ${repair}`);
  }
}

function runs(seqs: readonly number[]): { first: number; last: number }[] {
  const found: { first: number; last: number }[] = [];
  for (const seq of seqs) {
    const current = found.at(-1);
    if (current && current.last === seq - 1) current.last = seq;
    else found.push({ first: seq, last: seq });
  }
  return found;
}
