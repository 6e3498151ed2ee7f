/**
 * One pass of a run: carries out the steps of one plan and commits them together, against the revision the plan was
 * made on (I-6). Calls are recorded whether or not their result is used.
 */
import { type DeletionPorts, deleteOriginals } from '../editing/delete-originals.ts';
import type { LearntState } from '../engine/learnt-state.ts';
import { recordCalls } from '../engine/record-calls.ts';
import type { Receipt, SummaryRecord } from '../records/summary.ts';
import { contextTokens } from '../records/thread-state.ts';
import type { CompactionCommit } from '../store.ts';
import type { Plan, PlanInput } from '../strategy.ts';
import { isSummarizerFailure } from '../summarizer.ts';
import type { LeaseHandle } from './lease-keeper.ts';
import { createReceipt } from './receipt.ts';
import { settleSteps } from './settle-steps.ts';
import { executeStep, type StepOutcome, type StepPorts } from './step.ts';
import { drawStepIds } from './step-task.ts';
import type { Writers } from './writers.ts';

export type PassPorts = StepPorts & DeletionPorts & { learnt: LearntState };

type PassOptions = {
  ports: PassPorts;
  plan: Plan;
  input: PlanInput;
  leaseHandle: LeaseHandle;
  writers: Writers;
  /** Fail instead of letting code write when the model fails. */
  modelOnly: boolean;
  /** The pass redoes one summary and covers no further messages. */
  renews: boolean;
};

export async function runPass(options: PassOptions): Promise<Receipt | undefined> {
  const { ports, plan, input, writers } = options;
  const { emitter, runtime, expectsModel } = ports;
  const threadId = input.state.id;
  const started = runtime.now();
  const span = rangeOf(plan);
  emitter.emit('compaction-started', {
    threadId,
    strategy: plan.strategy,
    reason: plan.reason,
    ...span,
    model: plan.steps.length > 0 && expectsModel && writers.asksModel,
  });
  let outcome: 'committed' | 'failed' = 'failed';
  try {
    const outcomes = await runSteps(options);
    const receipt = await commitPass({ ...options, outcomes, started, span });
    outcome = 'committed';
    return receipt;
  } finally {
    emitter.emit('compaction-ended', { threadId, outcome });
  }
}

/** Runs steps in parallel if a model writes. Code gains nothing from that, so its steps run one after the other. */
async function runSteps(options: PassOptions): Promise<StepOutcome[]> {
  const { ports, plan, input, leaseHandle, writers, modelOnly } = options;
  const { state } = input;
  const { signal } = leaseHandle;
  const ids = plan.steps.map(() => drawStepIds(ports.runtime));
  const results = await settleSteps<StepOutcome>({
    steps: plan.steps,
    atOnce: ports.expectsModel && writers.asksModel ? ports.limits.callConcurrency : 1,
    async run(step, outcomes, index) {
      const earlier = outcomes.map((outcome) => outcome.record);
      const task = { state, plan, step, ids: ids[index]!, signal };
      const outcome = await executeStep({ ports, ...task, earlier, writers, modelOnly });
      signal.throwIfAborted();
      return outcome;
    },
  });
  const outcomes = results.flatMap((step) => (step.status === 'fulfilled' ? [step.value] : []));
  // A step that reads a failed step fails with the same error, whose calls must be recorded only once.
  const failures = new Set<unknown>(
    results.flatMap((step) => (step.status === 'rejected' ? [step.reason] : [])),
  );
  if (failures.size === 0) return outcomes;
  const charged = [...outcomes, ...[...failures].filter(isSummarizerFailure)];
  await recordCalls(
    ports,
    state.id,
    charged.flatMap(({ calls }) => calls),
    state.revision,
  );
  // A stopped call fails with an error of its own. The reason for stopping (lease lost, closed) is thrown instead.
  signal.throwIfAborted();
  throw [...failures][0];
}

/** The receipt of the pass that shows prepared summaries also lists what they kept. */
function activatedRecords({ ports, plan, input }: PassOptions): Promise<SummaryRecord[]> | SummaryRecord[] {
  if (!plan.counts || plan.activates.length === 0) return [];
  return ports.store.readSummaries({ threadId: input.state.id, ids: plan.activates });
}

async function commitPass(
  options: PassOptions & {
    outcomes: readonly StepOutcome[];
    started: number;
    span: { from: number; to: number };
  },
): Promise<Receipt | undefined> {
  const { ports, plan, input, leaseHandle, outcomes, started, span } = options;
  const { store, runtime, emitter, learnt } = ports;
  const { state } = input;
  const calls = outcomes.flatMap((outcome) => outcome.calls);
  // Recorded before the commit, because the cost must be known even if the result is not used.
  await recordCalls(ports, state.id, calls, state.revision);

  const records = outcomes.map((outcome) => outcome.record);
  const activated = await activatedRecords(options);
  const receipt = plan.counts
    ? createReceipt({ runtime, plan, input, records, activated, calls, started, span })
    : null;
  const commit: CompactionCommit = {
    lease: leaseHandle.current(),
    revision: plan.revision,
    now: runtime.now(),
    insert: [...records, ...outcomes.flatMap((outcome) => outcome.partials)],
    replaces: [...new Set([...plan.replaces, ...outcomes.flatMap((outcome) => outcome.replacedPartials)])],
    activates: plan.activates,
    coverTo: plan.coverTo,
    checkpoint: plan.counts ? plan.plannedAt : null,
    receipt,
    ...learnt.waiting(state.id),
  };
  const after = await store.commit(commit);
  learnt.stored(after);
  await deleteSummarized({ ...options, records });
  if (!receipt) return undefined;
  emitter.emit('summarization', {
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
  return receipt;
}

/** Deletes originals once they are summarized, if the strategy says so. */
async function deleteSummarized(
  options: PassOptions & { records: readonly SummaryRecord[]; span: { from: number; to: number } },
): Promise<void> {
  const { ports, plan, input, records, renews, span } = options;
  const { state } = input;
  if (ports.strategyFor(state).options.deleteOriginals !== true) return;
  // Summaries that code wrote instead of the model still have to be redone from the originals.
  const final = !ports.expectsModel || records.every(({ rung }) => rung === 'model');
  const { from, to } = renews ? span : { from: state.coveredTo + 1, to: plan.coverTo };
  if (final && to >= from) await deleteOriginals({ ports, threadId: state.id, from, to });
}

function rangeOf(plan: Plan): { from: number; to: number } {
  if (plan.steps.length === 0) return { from: 1, to: plan.coverTo };
  return {
    from: Math.min(...plan.steps.map((step) => step.from)),
    to: Math.max(...plan.steps.map((step) => step.to)),
  };
}
