/**
 * One compaction run of a thread, under its lease: plan, summarize, check, commit, and repeat until the strategy has
 * nothing left to do. Every pass commits on its own, so a crash loses at most the current pass.
 */
import { answerInTime } from '../engine/guarded-summarizer.ts';
import type { Redaction } from '../engine/redaction.ts';
import type { SentCalls } from '../engine/sent-calls.ts';
import { unknownModels } from '../engine/summarizer-models.ts';
import type { StrategyFor } from '../engine/thread-strategies.ts';
import { isEverthreadError } from '../errors.ts';
import type { Receipt, SummaryHead, SummaryWishes } from '../records/summary.ts';
import { contextTokens } from '../records/thread-state.ts';
import type { Plan, PlanInput, Rest, Trigger } from '../strategy.ts';
import {
  isSummarizerFailure,
  type Summarizer,
  type SummarizerFailure,
  type SummaryRequest,
} from '../summarizer.ts';
import { bounded } from '../summarizers/bounded.ts';
import { choosePlan, type PlanChoice } from './choose-plan.ts';
import { errorText } from './failures.ts';
import { type LeaseHandle, withLease } from './lease-keeper.ts';
import { withPaidResults } from './paid-results.ts';
import { type PassPorts, runPass } from './pass.ts';
import { type PlanPorts, readPlanInput } from './plan-input.ts';
import { staleSummary } from './renew-plan.ts';
import { createRunProgress } from './run-progress.ts';
import { withWishes } from './wishes.ts';
import { createWriters } from './writers.ts';

export type RunPorts = PlanPorts &
  PassPorts & {
    /** The configured summarizer with its guards. */
    model: Summarizer | undefined;
    /** The calls that wrapped models made last. */
    sentCalls: Pick<SentCalls, 'find'>;
    /** Identifies this process in leases. */
    owner: string;
  };

export type RunOutcome = {
  receipts: Receipt[];
  /** Why the run ended. */
  reason: string;
  /**
   * busy: another worker holds the thread. unfinished: the run reached its limit of passes with work left. kept: the
   * model failed, and what is shown stays as it is while it fits.
   */
  status: 'done' | 'busy' | 'unfinished' | 'kept';
  /** With `done`: when there may be something to prepare again. */
  rest?: Rest | undefined;
  /** The thread's revision, set when everything was kept because the model is not asked for a while. */
  revision?: number;
  /** With `kept`: the model's failure. */
  failure?: SummarizerFailure;
};

export type RunOptions = PlanChoice & {
  ports: RunPorts;
  threadId: string;
  trigger: Trigger;
  signal: AbortSignal;
  /** Time for models. When it is over, code writes the rest. */
  modelTimeMs?: number;
  /** Ask no model, because it failed with this a short time ago. */
  paused?: SummarizerFailure | undefined;
  /** Focus and detail that the caller asked for. */
  wishes?: SummaryWishes;
};

/** Most plans in a row that fail because the thread's past changed meanwhile. */
const mostOutdated = 5;

export async function runCompaction(options: RunOptions): Promise<RunOutcome> {
  const { ports, threadId, signal } = options;
  const { store, runtime, owner, limits } = ports;
  const nothing = await nothingToDo(options);
  if (nothing !== undefined) return doneWith([], nothing);
  const outcome = await withLease(
    { store, runtime, threadId, owner, ttlMs: limits.leaseMs, signal },
    (leaseHandle) => runPasses(options, leaseHandle),
  );
  return outcome ?? { receipts: [], reason: 'Another worker is compacting this thread.', status: 'busy' };
}

/**
 * Most automatic runs find nothing to do. So they plan before taking the lease: acquiring and releasing it are two
 * transactions, and turns of the same process queue behind them.
 */
async function nothingToDo(options: RunOptions): Promise<Nothing | undefined> {
  const { ports, trigger } = options;
  if (trigger !== 'append' && trigger !== 'pressure') return undefined;
  const chosen = await choosePlan(ports, await readPlanInput({ ...options, pass: 0 }), options);
  return 'nothing' in chosen ? chosen : undefined;
}

type Nothing = Exclude<Awaited<ReturnType<typeof choosePlan>>, Plan>;

function doneWith(receipts: Receipt[], { nothing, rest }: Nothing): RunOutcome {
  return { receipts, reason: nothing, status: 'done', rest };
}

async function runPasses(options: RunOptions, leaseHandle: LeaseHandle): Promise<RunOutcome> {
  const { ports, paused, wishes = {} } = options;
  const receipts: Receipt[] = [];
  let revision = 0;
  const writers = createWriters({
    model: modelOf(options, () => revision),
    faithful: ports.faithful,
    paused,
  });
  await reportUnknownModels(options);
  const progress = createRunProgress(ports);
  let outdated = 0;
  let found: PlanInput['found'];
  for (let pass = 0; pass < ports.limits.maxPasses; ) {
    const read = await readPlanInput({ ...options, pass });
    const input = found === undefined ? read : { ...read, found };
    found ??= { head: read.head, end: read.end };
    progress.at(input.state);
    revision = input.state.revision;
    const chosen = await choosePlan(ports, input, options);
    if ('nothing' in chosen) return doneWith(receipts, chosen);
    const plan = withWishes(chosen, wishes, input);
    const keeps = keepsOnFailure(ports, plan, input);
    // While everything fits, nothing is urgent: better wait for the model than let code write.
    const waits = keeps !== undefined || (fits(input) && staleSummary(input) === undefined);
    if (paused && waits) {
      return { receipts, reason: keptReason(ports, paused), status: 'kept', failure: paused, revision };
    }
    try {
      const renews = options.renew !== undefined;
      const modelOnly = renews || keeps !== undefined;
      const receipt = await runPass({ ports, plan, input, leaseHandle, writers, modelOnly, renews });
      if (receipt) receipts.push(receipt);
      pass += 1;
      outdated = 0;
    } catch (error) {
      if (keeps === 'shown' && isSummarizerFailure(error) && error.kind !== 'aborted') {
        return { receipts, reason: keptReason(ports, error), status: 'kept', failure: error };
      }
      // The past was edited meanwhile: plan again on the new revision.
      outdated += 1;
      if (!isEverthreadError(error, 'stale_plan') || outdated >= mostOutdated) throw error;
    }
  }
  return { receipts, reason: 'Work is left for the next run.', status: 'unfinished' };
}

function modelOf(options: RunOptions, revision: () => number): Summarizer | undefined {
  const { ports, threadId, modelTimeMs } = options;
  const model = modelTimeMs === undefined ? ports.model : withinTime(ports, modelTimeMs);
  if (!model || !ports.expectsModel) return model;
  const { store, runtime, limits, sentCalls } = ports;
  // Steps of a plan run in parallel, and so do the parts of a long one. The limit applies to all of them together.
  const turn = bounded(limits.callConcurrency);
  const limited = {
    ...model,
    summarize(request: SummaryRequest) {
      const sent = sentCalls.find(threadId, revision());
      return turn(() => model.summarize({ ...request, ...(sent && { sent }) }));
    },
  };
  return withPaidResults(limited, { results: store.results, runtime, threadId, revision });
}

/** The model with one deadline for all its calls together. */
export function withinTime(
  { model, runtime }: Pick<RunPorts, 'model' | 'runtime'>,
  milliseconds: number,
): Summarizer | undefined {
  if (!model) return undefined;
  const until = runtime.now() + milliseconds;
  return {
    ...model,
    summarize: (request) =>
      answerInTime({ summarizer: model, request, timeoutMs: Math.max(1, until - runtime.now()), runtime }),
  };
}

/**
 * Whether a failure of the model leaves everything as it is. `shown`: yes, because the shown summaries are better than
 * code's, and still fit. `thrown`: yes, because the strategy says so. Otherwise code writes instead.
 */
function keepsOnFailure(
  { strategyFor, expectsModel }: { strategyFor: StrategyFor; expectsModel: boolean },
  plan: Plan,
  input: PlanInput,
): 'shown' | 'thrown' | undefined {
  const { onFailure } = strategyFor(input.state);
  if (!expectsModel) return undefined;
  if (onFailure === 'throw') return 'thrown';
  const byModel = ({ id, rung, stale }: SummaryHead) =>
    rung === 'model' && stale !== true && plan.replaces.includes(id);
  // For a stale summary, one written by code is better than none: stale ones are not shown.
  const makesWorse = onFailure === 'keep' ? staleSummary(input) === undefined : input.live.some(byModel);
  return fits(input) && makesWorse ? 'shown' : undefined;
}

function fits({ trigger, state, budget }: PlanInput): boolean {
  return trigger !== 'pressure' && contextTokens(state) <= budget.available;
}

/** Stored settings may name a model that the summarizer configured now does not have. */
async function reportUnknownModels({ ports, threadId }: RunOptions): Promise<void> {
  const { model, emitter, redaction } = ports;
  const state = await ports.store.readThread(threadId);
  const unknown = state && model ? unknownModels(ports.strategyFor(state), model) : [];
  if (unknown.length === 0) return;
  emitter.emit('diagnostic', {
    threadId,
    code: 'invalid_option',
    message: errorText(
      `The strategy names models the summarizer does not have: ${unknown.join(', ')}.`,
      redaction.redact,
    ),
    consequence: 'They are skipped; if none is left, the summarizer asks its own models.',
  });
}

function keptReason({ redaction }: { redaction: Redaction }, failure: SummarizerFailure): string {
  return `No model gave a summary, so everything stays as it is while it fits. ${errorText(failure, redaction.redact)}`;
}
