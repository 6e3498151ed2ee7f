/** The cost of a call, from prices that the user gives or that are known. */
import type { Pricing } from '../../cost/prices.ts';
import type { SummarizerUsage } from '../../summarizer.ts';

const none: SummarizerUsage = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Usage as the AI SDK reports it, completely or in part. Unknown figures are 0. */
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

function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
