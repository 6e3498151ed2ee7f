/** A thread at a glance: sizes, times and the list of its summaries, for whoever is about to search or expand it. */
import { activePins } from '../facts/pins.ts';
import type { ThreadState } from '../records/thread-state.ts';
import type { Store } from '../store.ts';
import type { ThreadDescription } from './results.ts';

const openingCharacters = 160;

export async function describeThread(options: {
  store: Store;
  state: ThreadState;
}): Promise<ThreadDescription> {
  const { store, state } = options;
  const threadId = state.id;
  const summaries = await store.readSummaries({ threadId, statuses: ['live'] });
  const times = await timesOf(store, threadId, [
    1,
    state.messages,
    ...summaries.flatMap(({ from, to }) => [from, to]),
  ]);
  return {
    threadId,
    messages: state.messages,
    tokens: state.tokens,
    since: times.get(1) ?? null,
    until: times.get(state.messages) ?? null,
    verbatimFrom: state.coveredTo + 1,
    summaries: summaries.map(({ id, from, to, level, tokens, text }) => ({
      id,
      from,
      to,
      level,
      tokens,
      since: times.get(from) ?? '',
      until: times.get(to) ?? '',
      opening: opening(text),
    })),
    rules: activePins(state.pins).map(({ text }) => text),
  };
}

/** Summaries tile the thread, so that their ends are few. */
async function timesOf(
  store: Store,
  threadId: string,
  seqs: readonly number[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(seqs)].filter((seq) => seq >= 1);
  const metas = await Promise.all(wanted.map((seq) => store.readMetas({ threadId, from: seq, to: seq })));
  return new Map(metas.flat().map(({ seq, createdAt }) => [seq, createdAt]));
}

function opening(text: string): string {
  const flat = text.replace(/\s+/gu, ' ').trim();
  return flat.length <= openingCharacters ? flat : `${flat.slice(0, openingCharacters - 1).toWellFormed()}…`;
}
