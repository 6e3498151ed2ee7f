/**
 * One compaction run of a thread, under its lease: plan, summarize, check, commit, and again until the strategy
 * has nothing left to do. Every pass commits on its own, so a crash loses at most the pass it fell into.
 */

import { deleteOriginals } from '../editing/edit-messages.ts';
import type { Engine } from '../engine/engine.ts';
import { unknownModels } from '../engine/summarizer-models.ts';
import { EverthreadError, isEverthreadError } from '../errors.ts';
import type { Receipt, SummaryHead, SummaryRecord } from '../records/summary.ts';
import { contextTokens, type ThreadState } from '../records/thread-state.ts';
import { isoTime } from '../runtime.ts';
import type { CompactionCommit } from '../store.ts';
import type { Plan, PlanInput, Trigger } from '../strategy.ts';
import { isSummarizerFailure, type SummarizerCall, type SummarizerFailure } from '../summarizer.ts';
import { tellable } from './fallback.ts';
import { type HeldLease, withLease } from './lease-keeper.ts';
import { readPlanInput } from './plan-input.ts';
import { planAhead } from './prepare-plan.ts';
import { createReceipt } from './receipt.ts';
import { planRebuild, planRefresh, staleSummary } from './renew-plan.ts';
import { createRunProgress } from './run-progress.ts';
import { executeStep, type StepOutcome } from './step.ts';
import { createWriters, type Writers } from './writers.ts';

export type RunOutcome = {
  receipts: Receipt[];
  /** Why it ended. */
  reason: string;
  /**
   * busy: another worker holds the thread. unfinished: the bound on passes was reached with work left. kept: the model
   * failed, and what is shown stays as it is while it fits.
   */
  status: 'done' | 'busy' | 'unfinished' | 'kept';
  /** With `kept`: what the model failed with. */
  failure?: SummarizerFailure;
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
  /** Redo this summary, which code wrote, by the model alone. */
  renew?: string;
  /** Ask no model, because of this: it failed a moment ago. */
  paused?: SummarizerFailure | undefined;
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
  const writers = createWriters({ engine, paused: options.paused });
  await tellUnknownModels(options);
  const progress = createRunProgress(engine);
  let outdated = 0;
  for (let pass = 0; pass < engine.limits.maxPasses; ) {
    const input = await readPlanInput({ ...options, pass });
    progress.at(input.state);
    const plan = await choosePlan(options, input);
    if ('nothing' in plan) return { receipts, reason: plan.nothing, status: 'done' };
    const keeps = keepsOnFailure({ engine, plan, input });
    // Nothing is in a hurry while everything fits: it waits for the model rather than be written by code.
    const waits = keeps !== undefined || (fits(input) && staleSummary(input) === undefined);
    if (options.paused && waits) {
      return {
        receipts,
        reason: keptReason(engine, options.paused),
        status: 'kept',
        failure: options.paused,
      };
    }
    try {
      const modelOnly = options.renew !== undefined || keeps !== undefined;
      const receipt = await runPass({
        ...options,
        plan,
        state: input.state,
        input,
        held,
        writers,
        modelOnly,
      });
      if (receipt) receipts.push(receipt);
      pass += 1;
      outdated = 0;
    } catch (error) {
      if (keeps === 'shown' && isSummarizerFailure(error) && error.kind !== 'aborted') {
        return { receipts, reason: keptReason(engine, error), status: 'kept', failure: error };
      }
      // Somebody edited or forgot meanwhile: what was asked for is done on the past as it is now.
      outdated += 1;
      if (!isEverthreadError(error, 'stale_plan') || outdated >= mostOutdated) throw error;
    }
  }
  return { receipts, reason: 'Work is left for the next run.', status: 'unfinished' };
}

/**
 * Whether a failing model leaves everything as it is: `shown` because that is no worse while it fits, `thrown`
 * because the strategy says so. Otherwise code writes in the model's place.
 */
function keepsOnFailure(options: {
  engine: Engine;
  plan: Plan;
  input: PlanInput;
}): 'shown' | 'thrown' | undefined {
  const { engine, plan, input } = options;
  const { onFailure } = engine.strategyFor(input.state);
  if (!engine.expectsModel) return undefined;
  if (onFailure === 'throw') return 'thrown';
  const byModel = ({ id, rung, stale }: SummaryHead) =>
    rung === 'model' && stale !== true && plan.replaces.includes(id);
  // A summary that is not shown, because it is stale, is better written by code than not at all.
  const makesWorse = onFailure === 'keep' ? staleSummary(input) === undefined : input.live.some(byModel);
  return fits(input) && makesWorse ? 'shown' : undefined;
}

function fits({ trigger, state, budget }: PlanInput): boolean {
  return trigger !== 'pressure' && contextTokens(state) <= budget.available;
}

/** Settings that were stored while another summarizer was configured may name a model this one does not have. */
async function tellUnknownModels({ engine, threadId }: RunOptions): Promise<void> {
  const state = await engine.store.readThread(threadId);
  const unknown = state && engine.model ? unknownModels(engine.strategyFor(state), engine.model) : [];
  if (unknown.length === 0) return;
  engine.emitter.emit('diagnostic', {
    threadId,
    code: 'invalid_option',
    message: tellable(
      `The strategy names models the summarizer does not have: ${unknown.join(', ')}.`,
      engine.redaction.redact,
    ),
    consequence: 'They are passed over; where none is left, the summarizer asks its own.',
  });
}

function keptReason(engine: Engine, failure: SummarizerFailure): string {
  return `No model gave a summary, so everything stays as it is while it fits. ${tellable(failure, engine.redaction.redact)}`;
}

async function choosePlan(options: RunOptions, input: PlanInput): Promise<Plan | { nothing: string }> {
  const { engine, renew } = options;
  const strategy = engine.strategyFor(input.state);
  const read = async (id: string) => {
    const [record] = await engine.store.readSummaries({ threadId: input.state.id, ids: [id] });
    return record;
  };
  if (renew !== undefined) {
    const record =
      input.pass === 0 && input.live.some(({ id }) => id === renew) ? await read(renew) : undefined;
    return record ? planRefresh(input, record, strategy) : { nothing: 'The summary is no longer shown.' };
  }
  const stale = staleSummary(input);
  const outdated = stale && (await read(stale.id));
  if (outdated) return planRebuild(input, outdated, strategy);
  if (options.ahead) return planAhead({ ...input, targetTailTokens: options.targetTailTokens ?? 0 });
  const plan = strategy.plan(input);
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

type PassOptions = RunOptions & {
  plan: Plan;
  state: ThreadState;
  input: PlanInput;
  held: HeldLease;
  writers: Writers;
  modelOnly: boolean;
};

async function runPass(options: PassOptions): Promise<Receipt | undefined> {
  const { engine, plan, state, writers } = options;
  const started = engine.runtime.now();
  const span = rangeOf(plan);
  engine.emitter.emit('compaction-started', {
    threadId: state.id,
    strategy: plan.strategy,
    reason: plan.reason,
    ...span,
    model: plan.steps.length > 0 && engine.expectsModel && writers.asksModel,
  });
  let outcome: 'committed' | 'failed' = 'failed';
  try {
    const receipt = await carryOut({ ...options, started, span });
    outcome = 'committed';
    return receipt;
  } finally {
    engine.emitter.emit('compaction-ended', { threadId: state.id, outcome });
  }
}

async function carryOut(
  options: PassOptions & { started: number; span: { from: number; to: number } },
): Promise<Receipt | undefined> {
  const { engine, plan, state, held, writers, modelOnly, started, span } = options;
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
          writers,
          modelOnly,
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
  const done = options.renew === undefined ? { from: state.coveredTo + 1, to: plan.coverTo } : span;
  // What code wrote in the model's place is still to be redone from the originals.
  const final = !engine.expectsModel || records.every(({ rung }) => rung === 'model');
  if (engine.strategyFor(state).options.deleteOriginals === true && final && done.to >= done.from) {
    await deleteOriginals({ engine, threadId: state.id, ...done });
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
export function asEverthreadError(error: unknown, redact: (text: string) => string): unknown {
  if (!isSummarizerFailure(error)) return error;
  return new EverthreadError({
    code: 'summarizer_failed',
    message: `No summary could be made: ${tellable(error, redact)} The thread is as it was.`,
    details: { kind: error.kind },
    cause: error,
  });
}
