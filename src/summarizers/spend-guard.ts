/** Decides whether another summarizer call may be paid for. Pure: the store provides the totals. */
import { invalidOption } from '../errors.ts';
import type { UsageTotals } from '../summarizer.ts';

const spendPeriods = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  month: 30 * 86_400_000,
} as const;
export type SpendPeriod = keyof typeof spendPeriods;

/** What may be used within any time of the period's length. Omitted members are unlimited. */
export type SpendLimit = { period: SpendPeriod; calls?: number; tokens?: number; costUsd?: number };

export type SpendDecision = { allowed: true } | { allowed: false; reason: string };

/** Far above the needs of compaction, far below the cost of a runaway loop. */
export const defaultSpendLimits: readonly SpendLimit[] = [
  { period: 'hour', calls: 2_000 },
  { period: 'day', tokens: 50_000_000 },
];

export function checkSpend(options: {
  limits: readonly SpendLimit[];
  /** Usage so far in the period of each limit, in the same order. */
  totals: readonly UsageTotals[];
}): SpendDecision {
  const { limits, totals } = options;
  for (const [index, limit] of limits.entries()) {
    const used = totals[index];
    if (used === undefined) continue;
    /** `least`: what any further call uses. */
    const measures = [
      { unit: 'calls', cap: limit.calls, used: used.calls, least: 1 },
      { unit: 'tokens', cap: limit.tokens, used: used.inputTokens + used.outputTokens, least: 1 },
      { unit: 'USD', cap: limit.costUsd, used: used.costUsd, least: 0 },
    ];
    for (const { unit, cap, used, least } of measures) {
      if (cap === undefined) continue;
      const spent = unit === 'USD' && used >= cap;
      if (spent || used + least > cap) {
        return {
          allowed: false,
          reason: `spend limit: ${figure(used)} of ${figure(cap)} ${unit} used in the last ${limit.period}`,
        };
      }
    }
  }
  return { allowed: true };
}

/** The start of a limit's period, for `usageSince`. */
export function spendPeriodStart({ limit, now }: { limit: SpendLimit; now: number }): string {
  return new Date(now - spendPeriods[limit.period]).toISOString();
}

export function checkSpendLimits(limits: readonly SpendLimit[]): void {
  const field = 'spend';
  if (!Array.isArray(limits)) throw invalidOption(field, 'a list of limits', limits);
  for (const [index, limit] of (limits as readonly SpendLimit[]).entries()) {
    if (typeof limit !== 'object' || limit === null) {
      throw invalidOption(`${field}[${index}]`, 'an object with a period and a limit', limit);
    }
    if (!Object.hasOwn(spendPeriods, limit.period)) {
      throw invalidOption(
        `${field}[${index}].period`,
        `one of ${Object.keys(spendPeriods).join(', ')}`,
        limit.period,
      );
    }
    for (const member of ['calls', 'tokens', 'costUsd'] as const) {
      const value = limit[member];
      if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
        throw invalidOption(`${field}[${index}].${member}`, 'a number of 0 or more', value);
      }
    }
  }
}

function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
}
