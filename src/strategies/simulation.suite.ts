/**
 * A thread without a store or a model: the pure simulator strategies are tested on. It commits plans with invented
 * summaries and refuses every plan that a store would refuse.
 */
import { expect } from 'vitest';
import type { MessageMeta, Role } from '../message/message.ts';
import { unitStartOf } from '../message/units.ts';
import type { SummaryHead } from '../records/summary.ts';
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
import { inventSummaries, recordOf } from './invented-summaries.suite.ts';
import { checkPlan, expectTiles } from './plan-checks.suite.ts';

/** A message to append. `answers`: how many messages before it the call is that it answers. */
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
  let mostSteps = 0;
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
  const summaries = inventSummaries({
    threadId: state.id,
    metas,
    maxInputTokens,
    summaryTokens,
    paid: budget.prices.summarize > 0,
  });

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

  /** Runs passes until the strategy has nothing to do, as a compaction does. Returns the committed plans. */
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

  /** Checks and plans as the engine does after every append. */
  function settle(): Plan[] {
    return strategy.check({ state: { ...state }, budget }) === undefined ? [] : run();
  }

  function commit(plan: Plan, input: PlanInput): void {
    if (!unchecked) checkPlan(plan, input, metas);
    const known = new Map([...live, ...prepared].map((head) => [head.id, head]));
    const made: SummaryHead[] = [];
    for (const step of plan.steps)
      made.push(summaries.invent(step, { known, made, strategy: plan.strategy }));
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

  /** Everything before the first summary that a plan replaces must be shown unchanged, byte for byte (I-7). */
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
    counters: () => ({ ...summaries.counters(), mostSteps }),
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
