/** Checks of the invariants on a store's records and on contexts. Each throws with the id of its invariant. */
import { expect } from 'vitest';
import type { Context } from '../../src/context/render.ts';
import type { Message } from '../../src/message/message.ts';
import { answeredCalls } from '../../src/message/units.ts';
import { sourceHashOf } from '../../src/records/source-hash.ts';
import type { SummaryRecord } from '../../src/records/summary.ts';
import type { ThreadState } from '../../src/records/thread-state.ts';
import type { Store } from '../../src/store.ts';
import { aiSdkProblems, anthropicProblems, openAIProblems } from '../provider-problems.ts';

export function checkTiling(state: ThreadState, summaries: readonly SummaryRecord[]): void {
  let next = 1;
  for (const summary of summaries.filter(({ status }) => status === 'live')) {
    expect(summary.from, 'I-2 live summaries tile the thread').toBe(next);
    expect(summary.messagesCovered, 'I-2 counts').toBe(summary.to - summary.from + 1);
    next = summary.to + 1;
  }
  expect(state.coveredTo, 'I-2 the row knows what is covered').toBe(next - 1);
  for (const summary of summaries.filter(({ status }) => status === 'prepared')) {
    expect(summary.from, 'I-2 prepared summaries tile what follows').toBe(next);
    next = summary.to + 1;
  }
  expect(next - 1, 'I-2 nothing is covered that was not said').toBeLessThanOrEqual(state.messages);
}

/** Only the border to the verbatim messages must not split a unit; between two summaries both sides are prose. */
export function checkUnits(messages: readonly Message[], summaries: readonly SummaryRecord[]): void {
  const last = summaries.findLast(({ status }) => status === 'live');
  if (!last) return;
  // A result may arrive after its call was covered, too late to be kept beside it. The border was made with the first
  // summary that ended there, even if that was replaced since.
  const ends = summaries.filter(({ to }) => to === last.to).map(({ createdAt }) => createdAt);
  const cut = ends.toSorted()[0]!;
  const known = messages.filter((message) => message.createdAt < cut);
  // A second result of the same call need not be beside it either.
  const answered = new Set(
    messages.filter(({ seq }) => seq <= last.to).flatMap((message) => answeredCalls(message)),
  );
  const parted = known.find(
    (message) =>
      message.seq > last.to &&
      message.unitStart <= last.to &&
      (answeredCalls(message).length === 0 || answeredCalls(message).some((callId) => !answered.has(callId))),
  );
  expect(parted, 'I-8 no cut parts a tool call from its result').toBeUndefined();
}

/** I-9: every summary's hash follows from the messages and summaries it names. */
export function checkHashes(messages: readonly Message[], summaries: readonly SummaryRecord[]): void {
  const byId = new Map(summaries.map((summary) => [summary.id, summary]));
  for (const summary of summaries.filter(({ stale }) => !stale)) {
    const read = messages.filter(
      ({ seq }) => summary.readFrom !== null && seq >= summary.readFrom && seq <= summary.readTo!,
    );
    const folded = summary.sourceIds.map((id) => byId.get(id)!);
    expect(folded.every(Boolean), 'I-9 sources are still there').toBe(true);
    expect(summary.sourceHash, `I-9 ${summary.id}`).toBe(
      sourceHashOf({
        summaries: folded.map((source) => source.sourceHash),
        messages: read.map(({ hash }) => hash),
      }),
    );
    expect(messages[summary.from - 1]?.id, 'I-9 start').toBe(summary.startMessageId);
    expect(messages[summary.to - 1]?.id, 'I-9 end').toBe(summary.endMessageId);
    const reached = [...read.map(({ seq }) => ({ from: seq, to: seq })), ...folded].toSorted(
      (a, b) => a.from - b.from,
    );
    let next = summary.from;
    for (const range of reached) {
      expect(range.from, 'I-9 sources tile the range').toBe(next);
      next = range.to + 1;
    }
    expect(next - 1, 'I-9 sources reach the end').toBe(summary.to);
  }
}

export function checkSizes(summaries: readonly SummaryRecord[]): void {
  // A summary that a person wrote may have any length, and a stale one covers nothing any more.
  const made = summaries.filter(({ edited, kept, stale }) => !edited && !kept && !stale);
  for (const summary of made.filter(({ status }) => status !== 'partial')) {
    expect(summary.tokens, 'I-11 smaller than what it stands for').toBeLessThan(summary.sourceTokens);
    expect(summary.text.trim(), 'R-55 never empty').not.toBe('');
  }
}

export function checkContext(context: Context, messages: number): void {
  const { budget, tokens } = context;
  expect(tokens, 'I-3 fits').toBeLessThanOrEqual(budget.tokens - budget.responseTokens);
  let next = 1;
  const ranges = context.items
    .filter((item) => item.from !== null && (item.section === 'summaries' || item.section === 'tail'))
    .toSorted((a, b) => a.from! - b.from!);
  for (const range of ranges) {
    expect(range.from, 'I-2 context items tile the thread').toBe(next);
    next = range.to! + 1;
  }
  expect(next - 1, 'I-2 up to the newest message').toBe(messages);
  expect(openAIProblems(context.toOpenAI()), 'I-8 OpenAI').toEqual([]);
  expect(anthropicProblems(context.toAnthropic()), 'I-8 Anthropic').toEqual([]);
  expect(aiSdkProblems(context.messages), 'I-8 AI SDK').toEqual([]);
}

export async function readAll(store: Store, threadId: string) {
  const state = await store.readThread(threadId);
  if (!state) throw new Error('thread is gone');
  const messages = await store.readMessages({ threadId });
  const summaries = await store.readSummaries({ threadId });
  return { state, messages, summaries };
}

export async function checkStored(store: Store, threadId: string): Promise<void> {
  const { state, messages, summaries } = await readAll(store, threadId);
  checkTiling(state, summaries);
  checkUnits(messages, summaries);
  checkHashes(messages, summaries);
  checkSizes(summaries);
  expect(state.messages).toBe(messages.length);
  expect(state.tokens).toBe(messages.reduce((sum, message) => sum + message.tokens, 0));
  expect(state.tailTokens).toBe(
    messages.filter(({ seq }) => seq > state.coveredTo).reduce((sum, message) => sum + message.tokens, 0),
  );
  expect(state.summaryTokens).toBe(
    summaries.filter(({ status }) => status === 'live').reduce((sum, summary) => sum + summary.tokens, 0),
  );
}
