/**
 * A thread without a store or a model: the pure simulator strategies are tested on. It commits plans with invented
 * summaries and refuses every plan that a store would refuse.
 */
import { expect } from 'vitest';
import {
  nextFold,
  partTargetTokens,
  readsOriginals,
  rewritesOver,
  tokensOf as tokensIn,
} from '../compaction/basis.ts';
import type { MessageMeta, Role } from '../message/message.ts';
import { unitStartOf } from '../message/units.ts';
import type { SummaryHead, SummaryRecord } from '../records/summary.ts';
import { noFigures, type ThreadState } from '../records/thread-state.ts';
import {
  type Plan,
  type PlanInput,
  type PlanStep,
  planWindow,
  type Strategy,
  type StrategyBudget,
  type Trigger,
} from '../strategy.ts';
import { checkPlan, expectTiles } from './plan-checks.suite.ts';

/** A message to append. `answers`: how many messages back the call stands that it answers. */
export type SimulatedMessage = { tokens: number; role?: Role; answers?: number };

export type SimulationOptions = {
  strategy: Strategy;
  budget?: StrategyBudget;
  fixedTokens?: number;
  maxInputTokens?: number;
  /** Tokens of the summary made for a step that read `inputTokens`; always made smaller than those. */
  summaryTokens?: (step: PlanStep, inputTokens: number) => number;
  /** Turns the checks of every plan off, for long runs. */
  unchecked?: boolean;
};

export type RunOptions = { trigger?: Trigger; targetTailTokens?: number; maxPasses?: number };

export type Simulation = ReturnType<typeof simulate>;

export const budgetOf = (total: number, explicit = true): StrategyBudget => ({
  total,
  available: Math.floor(total * 0.9),
  recall: 0,
  prices: { read: 0.1, write: 1.25, summarize: 0 },
  explicit,
});

/** `count` messages of a plain chat, user and assistant in turn. */
export function plainChat(count: number, tokens = 100): SimulatedMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    tokens,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  }));
}

export function simulate(options: SimulationOptions) {
  const {
    maxInputTokens = 8_000,
    summaryTokens = (step) => step.limits.targetTokens,
    unchecked = false,
  } = options;
  let { strategy, budget = budgetOf(10_300, false) } = options;
  const metas: MessageMeta[] = [];
  let live: SummaryHead[] = [];
  let prepared: SummaryHead[] = [];
  let madeSummaries = 0;
  let messagesWritten = 0;
  let mostSteps = 0;
  let messagesRead = 0;
  let summariesRead = 0;
  let partsMade = 0;
  /** Every summary ever made, partial results too: what a merge may go back to. */
  const all = new Map<string, SummaryHead>();
  const plans: Plan[] = [];
  const state: ThreadState = {
    id: 'thread',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...noFigures,
    fixedTokens: options.fixedTokens ?? 0,
    pins: [],
    settings: {},
  };

  function append(messages: readonly SimulatedMessage[]): void {
    for (const { tokens, role = 'user', answers } of messages) {
      const seq = state.messages + 1;
      const call = answers === undefined ? undefined : metas[seq - 1 - answers];
      metas.push({
        seq,
        id: `msg_${seq}`,
        role,
        tokens,
        hash: `hash_${seq}`,
        createdAt: state.createdAt,
        unitStart: unitStartOf({ seq, calls: call ? [call] : [], previous: metas[seq - 2] }),
        tokensBefore: state.tokens,
      });
      state.messages = seq;
      state.tokens += tokens;
      state.tailTokens += tokens;
    }
  }

  function planInput(trigger: Trigger, pass: number, targetTailTokens?: number): PlanInput {
    const { coveredTo, messages } = state;
    return {
      state: { ...state },
      budget,
      trigger,
      live: [...live],
      prepared: [...prepared],
      head: metas.slice(coveredTo, coveredTo + planWindow),
      end: metas.slice(Math.max(coveredTo, messages - planWindow)),
      pass,
      maxInputTokens,
      ...(targetTailTokens === undefined ? {} : { targetTailTokens }),
    };
  }

  /** Passes until the strategy has nothing to do, like a compaction run; the plans that were committed. */
  function run({ trigger = 'append', targetTailTokens, maxPasses = 256 }: RunOptions = {}): Plan[] {
    const done: Plan[] = [];
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const input = planInput(trigger, pass, targetTailTokens);
      const plan = strategy.plan(input);
      if (!unchecked) expect(strategy.plan(planInput(trigger, pass, targetTailTokens))).toEqual(plan);
      if ('nothing' in plan) {
        expect(plan.nothing).toMatch(/\S.*\.$/u);
        return done;
      }
      commit(plan, input);
      done.push(plan);
    }
    throw new Error(`${strategy.name} did not come to an end in ${maxPasses} passes`);
  }

  /** What the engine does after every append. */
  function settle(): Plan[] {
    return strategy.check({ state: { ...state }, budget }) === undefined ? [] : run();
  }

  function commit(plan: Plan, input: PlanInput): void {
    if (!unchecked) checkPlan(plan, input, metas);
    const known = new Map([...live, ...prepared].map((head) => [head.id, head]));
    const made: SummaryHead[] = [];
    for (const step of plan.steps) made.push(fakeSummary(step, known, made, plan));
    const gone = new Set(plan.replaces);
    const shownNow = new Set(plan.activates);
    const before = live;
    live = [
      ...live.filter((head) => !gone.has(head.id)),
      ...prepared
        .filter((head) => shownNow.has(head.id))
        .map((head) => ({ ...head, status: 'live' as const })),
      ...made.filter((head) => head.status === 'live'),
    ].toSorted((a, b) => a.from - b.from);
    prepared = [
      ...prepared.filter((head) => !gone.has(head.id) && !shownNow.has(head.id)),
      ...made.filter((head) => head.status === 'prepared'),
    ].toSorted((a, b) => a.from - b.from);
    expectTiles(live, 1, plan.coverTo);
    expectTiles(prepared, plan.coverTo + 1);
    if (!unchecked) expectStablePrefix(before, gone);

    for (let seq = state.coveredTo + 1; seq <= plan.coverTo; seq += 1)
      state.tailTokens -= metas[seq - 1]!.tokens;
    state.coveredTo = plan.coverTo;
    state.summaryTokens = live.reduce((sum, head) => sum + head.tokens, 0);
    state.liveSummaries = live.length;
    state.revision += 1;
    if (plan.counts) {
      state.checkpoint = plan.plannedAt;
      state.compactions += 1;
      state.tokensAfterCompaction = state.fixedTokens + state.summaryTokens + state.tailTokens;
    }
    mostSteps = Math.max(mostSteps, plan.steps.length);
    plans.push(plan);
  }

  function fakeSummary(
    step: PlanStep,
    known: ReadonlyMap<string, SummaryHead>,
    made: readonly SummaryHead[],
    plan: Plan,
  ): SummaryHead {
    const sources = step.sources.summaries.map((id) =>
      id.startsWith('#') ? made[Number(id.slice(1))]! : known.get(id)!,
    );
    const sourceTokens = tokensOf(step.from, step.to);
    const merge = step.sources.method === 'rederive' ? mergeBasis(step, sources, sourceTokens) : undefined;
    const fromOriginals = merge === 'originals';
    const folded = merge === 'originals' ? [] : (merge ?? sources);
    const read = fromOriginals ? { from: step.from, to: step.to } : step.sources.messages;
    const inputTokens =
      step.sources.method === 'reroot'
        ? sourceTokens
        : tokensIn(folded) + (read ? tokensOf(read.from, read.to) : 0);
    messagesRead += read ? read.to - read.from + 1 : 0;
    summariesRead += folded.length;
    madeSummaries += 1;
    messagesWritten += step.to - step.from + 1;
    const head: SummaryHead = {
      id: `sum_${madeSummaries}`,
      threadId: state.id,
      status: step.status,
      from: step.from,
      to: step.to,
      messagesCovered: step.to - step.from + 1,
      startMessageId: `msg_${step.from}`,
      endMessageId: `msg_${step.to}`,
      level: step.level,
      tier: step.tier,
      depth: step.depth,
      parentId: step.parentId,
      sourceIds: folded.map(({ id }) => id),
      readFrom: read?.from ?? null,
      readTo: read?.to ?? null,
      sourceHash: `hash_${step.from}_${step.to}`,
      shape: step.shape,
      tokens: Math.max(1, Math.min(inputTokens - 1, Math.round(summaryTokens(step, inputTokens)))),
      sourceTokens,
      rewrites: rewritesOver(folded),
      strategy: plan.strategy,
      model: 'simulated',
      rung: 'model',
      promptVersion: '1',
      survival: 1,
      fidelity: 1,
      createdAt: state.createdAt,
    };
    all.set(head.id, head);
    return head;
  }

  /** What a compaction would read for a merge, and the partial results it would lay down on the way. */
  function mergeBasis(
    step: PlanStep,
    sources: readonly SummaryHead[],
    sourceTokens: number,
  ): SummaryHead[] | 'originals' {
    const { maxRewrites = 5 } = step.sources;
    let basis = sources.flatMap((head) =>
      head.sourceIds.length === 0 || head.readFrom !== null
        ? [head]
        : head.sourceIds.map((id) => all.get(id)!),
    );
    if (readsOriginals({ basis, sourceTokens, maxInputTokens, maxRewrites })) return 'originals';
    for (let fold = nextFold(basis, maxInputTokens); fold; fold = nextFold(basis, maxInputTokens)) {
      const run = basis.slice(fold.start, fold.end);
      summariesRead += run.length;
      partsMade += 1;
      const part: SummaryHead = {
        ...run[0]!,
        id: `part_${partsMade}`,
        status: 'partial',
        to: run.at(-1)!.to,
        sourceIds: run.map(({ id }) => id),
        readFrom: null,
        readTo: null,
        tokens: partTargetTokens(maxInputTokens),
        sourceTokens: run.reduce((sum, head) => sum + head.sourceTokens, 0),
        rewrites: rewritesOver(run),
      };
      all.set(part.id, part);
      basis = basis.toSpliced(fold.start, run.length, part);
    }
    return basis;
  }

  function tokensOf(from: number, to: number): number {
    const last = metas[to - 1]!;
    return last.tokensBefore + last.tokens - metas[from - 1]!.tokensBefore;
  }

  /** What stands before the first summary a plan touches is shown byte for byte as it was (I-7). */
  function expectStablePrefix(before: readonly SummaryHead[], gone: ReadonlySet<string>): void {
    const first = before.findIndex((head) => gone.has(head.id));
    const kept = first === -1 ? before.length : first;
    const shown = (heads: readonly SummaryHead[]) => strategy.present({ summaries: heads.map(recordOf) });
    expect(shown(live).slice(0, kept)).toEqual(shown(before).slice(0, kept));
  }

  return {
    state,
    plans,
    append,
    run,
    settle,
    planInput,
    /** Appends one message at a time, with the engine's check after each. */
    chat(messages: readonly SimulatedMessage[]): Plan[] {
      return messages.flatMap((message) => {
        append([message]);
        return settle();
      });
    },
    live: () => live,
    prepared: () => prepared,
    metas: () => metas,
    blocks: () => strategy.present({ summaries: live.map(recordOf) }),
    counters: () => ({ madeSummaries, messagesWritten, mostSteps, messagesRead, summariesRead, partsMade }),
    useStrategy(next: Strategy): void {
      strategy = next;
    },
    useBudget(next: StrategyBudget): void {
      budget = next;
    },
    /** A person edits a live summary. */
    editByPerson(index: number): void {
      live = live.map((head, at) =>
        at === index % live.length ? { ...head, rung: 'person' as const } : head,
      );
    },
  };
}

export function recordOf(head: SummaryHead): SummaryRecord {
  return { ...head, text: `What ${head.id} says.`, record: null, originals: [], segment: null, facts: [] };
}
