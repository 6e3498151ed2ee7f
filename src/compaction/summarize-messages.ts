/**
 * Summarizes messages that are in no thread, in the same way as those of a thread: redacted, with exact facts
 * and work record, checked against the sources. An earlier summary, if given, is folded in.
 */
import type { LearntState } from '../engine/learnt-state.ts';
import type { Message } from '../message/message.ts';
import type { SummaryRecord, SummaryShape, SummaryWishes } from '../records/summary.ts';
import type { Range, Store } from '../store.ts';
import { foldAll, limitsFor, tokensForWords } from '../strategies/plans.ts';
import type { PlanInput } from '../strategy.ts';
import type { Summarizer } from '../summarizer.ts';
import { type PlanPorts, readPlanInput } from './plan-input.ts';
import { executeStep, type StepPorts } from './step.ts';
import { drawStepIds } from './step-task.ts';
import { withWishes } from './wishes.ts';
import { createWriters } from './writers.ts';

export async function summarizeMessages(options: {
  ports: StepPorts & PlanPorts & { learnt: LearntState };
  /** The store holds only the messages of this thread. */
  threadId: string;
  previous: SummaryRecord | undefined;
  shape: SummaryShape;
  words: number;
  wishes: SummaryWishes;
  model: Summarizer | undefined;
  /** Code writes if the model fails. */
  fallback: boolean;
  signal: AbortSignal;
}): Promise<SummaryRecord> {
  const { ports, threadId, previous, shape, words, wishes, model, fallback, signal } = options;
  const shift = previous?.to ?? 0;
  const store = following(ports.store, { shift, previous });
  const read = await readPlanInput({ ports, threadId, trigger: 'manual', pass: 0 });
  const state = { ...read.state, messages: read.state.messages + shift, coveredTo: shift };
  const input: PlanInput = { ...read, state, live: previous === undefined ? [] : [previous] };
  const plan = withWishes(
    foldAll(input, {
      strategy: 'none',
      level: 'summary',
      shape,
      limits: { ...limitsFor(tokensForWords(words)), maxWords: null },
      reason: 'It was asked for.',
      to: state.messages,
    }),
    wishes,
    input,
  );
  const writers = createWriters({ model, faithful: ports.faithful });
  const [step] = plan.steps;
  const modelOnly = !fallback;
  const task = { state, plan, step: step!, ids: drawStepIds(ports.runtime), signal };
  const { record } = await executeStep({
    ...task,
    ports: { ...ports, store },
    earlier: [],
    writers,
    modelOnly,
  });
  return previous === undefined ? record : { ...record, startMessageId: previous.startMessageId };
}

/** Presents the store as if its messages came after those that the earlier summary stands for. */
function following(
  store: Store,
  { shift, previous }: { shift: number; previous: SummaryRecord | undefined },
): Store {
  const place = ({ from, to, ...range }: Range): Range => ({
    ...range,
    ...(from !== undefined && { from: Math.max(0, from - shift) }),
    ...(to !== undefined && { to: Math.max(0, to - shift) }),
  });
  const moved = <Item extends Pick<Message, 'seq' | 'unitStart'>>(item: Item): Item => ({
    ...item,
    seq: item.seq + shift,
    unitStart: item.unitStart + shift,
  });
  return {
    ...store,
    readMessages: async (range) => (await store.readMessages(place(range))).map(moved),
    readMetas: async (range) => (await store.readMetas(place(range))).map(moved),
    readSummaries: async ({ ids }) => (previous && ids?.includes(previous.id) ? [previous] : []),
  };
}
