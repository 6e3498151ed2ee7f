/**
 * One compaction run of a thread, under its lease: plan, summarize, check, commit, and again until the strategy
 * has nothing left to do. Every pass commits on its own, so a crash loses at most the pass it fell into.
 */

import { deleteOriginals } from '../editing/edit-messages.ts';
import { contextTokens, type Engine } from '../engine/engine.ts';
import { EverthreadError, isEverthreadError } from '../errors.ts';
import type { Receipt, SummaryRecord } from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime } from '../runtime.ts';
import type { CompactionCommit } from '../store.ts';
import type { Plan, PlanInput, Trigger } from '../strategy.ts';
import { isSummarizerFailure, type SummarizerCall } from '../summarizer.ts';
import { type HeldLease, withLease } from './lease-keeper.ts';
import { readPlanInput } from './plan-input.ts';
import { planAhead } from './prepare-plan.ts';
import { createReceipt } from './receipt.ts';
import { planRebuild, planRefresh } from './renew-plan.ts';
import { executeStep, type StepOutcome } from './step.ts';

export type RunOutcome = {
  receipts: Receipt[];
  /** Why it ended. */
  reason: string;
  /** busy: another worker holds the thread. unfinished: the bound on passes was reached with work left. */
  status: 'done' | 'busy' | 'unfinished';
};

export type RunOptions = {
  engine: Engine;
  threadId: string;
  trigger: Trigger;
  signal: AbortSignal;
  /** With trigger `pressure`: what the tail should shrink to. */
  targetTailTokens?: number;
  /** Make summaries ahead for contexts smaller than the thread's budget, instead of following the strategy. */
  ahead?: boolean;
  /** Redo one summary that a lower rung wrote, by the model alone. */
  renew?: boolean;
};

/** Plans in a row that the thread's past outran. */
const mostOutdated = 5;

export async function runCompaction(options: RunOptions): Promise<RunOutcome> {
  const { engine, threadId } = options;
  const outcome = await withLease(
    {
      store: engine.store,
      runtime: engine.runtime,
      threadId,
      owner: engine.owner,
      ttlMs: engine.limits.leaseMs,
      signal: options.signal,
    },
    (held) => runPasses(options, held),
  );
  return outcome ?? { receipts: [], reason: 'Another worker is compacting this thread.', status: 'busy' };
}

async function runPasses(options: RunOptions, held: HeldLease): Promise<RunOutcome> {
  const { engine } = options;
  const receipts: Receipt[] = [];
  let outdated = 0;
  for (let pass = 0; pass < engine.limits.maxPasses; ) {
    const input = await readPlanInput({ ...options, pass });
    const plan = choosePlan(options, input);
    if ('nothing' in plan) return { receipts, reason: plan.nothing, status: 'done' };
    try {
      const receipt = await runPass({ ...options, plan, state: input.state, input, held });
      if (receipt) receipts.push(receipt);
      pass += 1;
      outdated = 0;
    } catch (error) {
      // Somebody edited or forgot meanwhile: what was asked for is done on the past as it is now.
      outdated += 1;
      if (!isEverthreadError(error, 'stale_plan') || outdated >= mostOutdated) throw error;
    }
  }
  return { receipts, reason: 'Work is left for the next run.', status: 'unfinished' };
}

function choosePlan(options: RunOptions, input: PlanInput): Plan | { nothing: string } {
  if (options.renew) {
    const refresh = input.pass === 0 ? planRefresh(input) : undefined;
    return refresh ?? { nothing: 'Every summary was written by the model.' };
  }
  const rebuild = planRebuild(input);
  if (rebuild) return rebuild;
  if (options.ahead) return planAhead({ ...input, targetTailTokens: options.targetTailTokens ?? 0 });
  const plan = options.engine.strategyFor(input.state).plan(input);
  return 'nothing' in plan ? plan : retirePrepared(plan, input);
}

/** Prepared summaries only make sense right behind the live ones: what a plan passes by is given up with it. */
function retirePrepared(plan: Plan, input: PlanInput): Plan {
  const kept = new Set([...plan.activates, ...plan.replaces]);
  const rest = input.prepared.filter((head) => !kept.has(head.id));
  let next = plan.coverTo + 1;
  const retired: string[] = [];
  for (const head of rest) {
    if (head.from === next) next = head.to + 1;
    else retired.push(head.id);
  }
  return retired.length === 0 ? plan : { ...plan, replaces: [...plan.replaces, ...retired] };
}

async function runPass(
  options: RunOptions & { plan: Plan; state: ThreadState; input: PlanInput; held: HeldLease },
): Promise<Receipt | undefined> {
  const { engine, plan, state, held } = options;
  const started = engine.runtime.now();
  const span = rangeOf(plan);
  engine.emitter.emit('compaction-started', {
    threadId: state.id,
    strategy: plan.strategy,
    reason: plan.reason,
    ...span,
  });
  const outcomes: StepOutcome[] = [];
  try {
    for (const step of plan.steps) {
      const earlier = outcomes.map((outcome) => outcome.record);
      outcomes.push(
        await executeStep({
          engine,
          state,
          plan,
          step,
          earlier,
          signal: held.signal,
          modelOnly: options.renew === true,
        }),
      );
      held.signal.throwIfAborted();
    }
  } catch (error) {
    await recordCalls(engine, state.id, [
      ...outcomes.flatMap((outcome) => outcome.calls),
      ...(isSummarizerFailure(error) ? error.calls : []),
    ]);
    // A stopped call fails in its own words; why it was stopped (lease lost, closed) is what counts.
    held.signal.throwIfAborted();
    throw error;
  }
  const calls = outcomes.flatMap((outcome) => outcome.calls);
  // Recorded before the commit: what was spent must be known even when the result is not used.
  await recordCalls(engine, state.id, calls);

  const records: SummaryRecord[] = outcomes.map((outcome) => outcome.record);
  const receipt = plan.counts
    ? createReceipt({ engine, plan, input: options.input, records, calls, started, span })
    : null;
  const commit: CompactionCommit = {
    lease: held.current(),
    revision: plan.revision,
    now: engine.runtime.now(),
    insert: [...records, ...outcomes.flatMap((outcome) => outcome.partials)],
    replaces: [...new Set([...plan.replaces, ...outcomes.flatMap((outcome) => outcome.replacedPartials)])],
    activates: plan.activates,
    coverTo: plan.coverTo,
    checkpoint: plan.counts ? plan.plannedAt : null,
    receipt,
    ...engine.fixedTokens.waiting(state.id),
  };
  const after = await engine.store.commit(commit);
  engine.fixedTokens.stored(after);
  if (engine.strategyFor(state).options.deleteOriginals === true && plan.coverTo > state.coveredTo) {
    await deleteOriginals({ engine, threadId: state.id, from: state.coveredTo + 1, to: plan.coverTo });
  }
  if (receipt) {
    engine.emitter.emit('summarization', {
      threadId: state.id,
      strategy: plan.strategy,
      reason: plan.reason,
      depth: receipt.depth,
      tokensBefore: receipt.tokensBefore,
      tokensAfter: contextTokens(after),
      ratio: plan.ratio,
      compressedMessages: receipt.messagesCompressed,
      receipt,
    });
  }
  return receipt ?? undefined;
}

async function recordCalls(engine: Engine, threadId: string, calls: SummarizerCall[]): Promise<void> {
  if (calls.length === 0) return;
  const at = isoTime(engine.runtime.now());
  await engine.store.recordCalls(calls.map((call) => ({ ...call, threadId, at })));
}

function rangeOf(plan: Plan): { from: number; to: number } {
  if (plan.steps.length === 0) return { from: 1, to: plan.coverTo };
  return {
    from: Math.min(...plan.steps.map((step) => step.from)),
    to: Math.max(...plan.steps.map((step) => step.to)),
  };
}

/** Conflicts that mean "somebody else changed the thread": the next check starts over, nobody has to be told. */
export function isSuperseded(error: unknown): boolean {
  return isEverthreadError(error, 'stale_plan') || isEverthreadError(error, 'lease_lost');
}

/** A failure of the summarizer as the library's own error, for callers that asked for a compaction themselves. */
export function asEverthreadError(error: unknown): unknown {
  if (!isSummarizerFailure(error)) return error;
  return new EverthreadError({
    code: 'summarizer_failed',
    message: `No summary could be made: ${error.message} The thread is as it was.`,
    details: { kind: error.kind },
    cause: error,
  });
}
