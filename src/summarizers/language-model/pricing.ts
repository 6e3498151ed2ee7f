/** What a call cost, from prices the user gives: nobody else knows them. */
import { invalidOption } from '../../errors.ts';
import type { SummarizerUsage } from '../../summarizer.ts';

/** US dollars per million tokens. Cached input costs as much as other input where its price is not given. */
export type Pricing = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  cacheReadUsdPerMillion?: number;
  cacheWriteUsdPerMillion?: number;
};

const none: SummarizerUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Usage as the AI SDK reports it, in whole or in part; unknown figures are 0. */
export function usageOf(usage: unknown, pricing: Pricing | undefined): SummarizerUsage {
  if (typeof usage !== 'object' || usage === null) return none;
  const { inputTokens, outputTokens, inputTokenDetails } = usage as { [key: string]: unknown };
  const input = tokens(inputTokens);
  const output = tokens(outputTokens);
  if (pricing === undefined) return { inputTokens: input, outputTokens: output, costUsd: 0 };
  const details = (inputTokenDetails ?? {}) as { cacheReadTokens?: unknown; cacheWriteTokens?: unknown };
  const cacheRead = Math.min(input, tokens(details.cacheReadTokens));
  const cacheWrite = Math.min(input - cacheRead, tokens(details.cacheWriteTokens));
  const { inputUsdPerMillion, outputUsdPerMillion } = pricing;
  const microdollars =
    (input - cacheRead - cacheWrite) * inputUsdPerMillion +
    cacheRead * (pricing.cacheReadUsdPerMillion ?? inputUsdPerMillion) +
    cacheWrite * (pricing.cacheWriteUsdPerMillion ?? inputUsdPerMillion) +
    output * outputUsdPerMillion;
  return { inputTokens: input, outputTokens: output, costUsd: microdollars / 1_000_000 };
}

export function checkPricing(pricing: Pricing, field: string): void {
  for (const name of [
    'inputUsdPerMillion',
    'outputUsdPerMillion',
    'cacheReadUsdPerMillion',
    'cacheWriteUsdPerMillion',
  ] as const) {
    const price = pricing[name];
    const optional = name.startsWith('cache');
    if (price === undefined && optional) continue;
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) {
      throw invalidOption(`${field}.${name}`, 'US dollars per million tokens, 0 or more', price);
    }
  }
}

function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
