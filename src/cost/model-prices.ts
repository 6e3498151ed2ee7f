/**
 * List prices and cache rules by name of model, as their providers published them. Prices change, so those that a
 * caller gives take precedence. An unknown model is assumed to be cached like most models, at an unknown price.
 */
import { type CacheRules, completePricing, type ModelPrices, type Pricing } from './prices.ts';

const minute = 60_000;

const marked: CacheRules = {
  kind: 'marks',
  lifetimeMs: 5 * minute,
  leastTokens: 1_024,
  stepTokens: 1,
  mostMarks: 4,
  lookbackBlocks: 20,
};
const automatic: CacheRules = {
  kind: 'prefix',
  lifetimeMs: 10 * minute,
  leastTokens: 1_024,
  stepTokens: 128,
  mostMarks: 0,
  lookbackBlocks: 0,
};

/** Anthropic: reading from the cache costs a tenth, writing to it costs a quarter more. */
function anthropic(input: number, output: number, leastTokens = 1_024): ModelPrices {
  return {
    inputUsdPerMillion: input,
    outputUsdPerMillion: output,
    cacheReadUsdPerMillion: input * 0.1,
    cacheWriteUsdPerMillion: input * 1.25,
    cache: { ...marked, leastTokens },
    priced: true,
  };
}

/** Providers that find the longest cached beginning themselves. Writing to the cache costs the same as any input. */
function prefixed(input: number, read: number, output: number, cache: Partial<CacheRules> = {}): ModelPrices {
  return {
    inputUsdPerMillion: input,
    outputUsdPerMillion: output,
    cacheReadUsdPerMillion: read,
    cacheWriteUsdPerMillion: input,
    cache: { ...automatic, ...cache },
    priced: true,
  };
}

/** The first entry whose pattern matches the name applies. */
const known: readonly [name: RegExp, prices: ModelPrices][] = [
  [/claude.*opus-?4[.-]?[5-9]/i, anthropic(5, 25, 4_096)],
  [/claude.*opus/i, anthropic(15, 75)],
  [/claude.*haiku-?4/i, anthropic(1, 5, 4_096)],
  [/claude.*3[.-]5-?haiku|claude.*haiku-?3[.-]5/i, anthropic(0.8, 4, 2_048)],
  [/claude.*haiku/i, anthropic(0.25, 1.25, 2_048)],
  [/claude/i, anthropic(3, 15)],
  [/gpt-5.*nano/i, prefixed(0.05, 0.005, 0.4)],
  [/gpt-5.*mini/i, prefixed(0.25, 0.025, 2)],
  [/gpt-5/i, prefixed(1.25, 0.125, 10)],
  [/gpt-4\.1-nano/i, prefixed(0.1, 0.025, 0.4)],
  [/gpt-4\.1-mini/i, prefixed(0.4, 0.1, 1.6)],
  [/gpt-4\.1/i, prefixed(2, 0.5, 8)],
  [/gpt-4o-mini/i, prefixed(0.15, 0.075, 0.6)],
  [/gpt-4o/i, prefixed(2.5, 1.25, 10)],
  [/\bo4-mini|\bo3-mini/i, prefixed(1.1, 0.275, 4.4)],
  [/\bo3\b/i, prefixed(2, 0.5, 8)],
  [/gemini.*flash-lite/i, prefixed(0.1, 0.025, 0.4, { stepTokens: 1 })],
  [/gemini.*flash/i, prefixed(0.3, 0.075, 2.5, { stepTokens: 1 })],
  [/gemini/i, prefixed(1.25, 0.31, 10, { stepTokens: 1, leastTokens: 2_048 })],
  [/deepseek/i, prefixed(0.28, 0.028, 0.42, { stepTokens: 64, leastTokens: 64, lifetimeMs: 60 * minute })],
];

/** The prices of an unnamed model. Most providers cache, and the dearest kind of cache to write to is assumed. */
const unknown: ModelPrices = { ...anthropic(1, 5), priced: false };

export function knowsPricesOf(model: string): boolean {
  return known.some(([name]) => name.test(model));
}

export function pricesFor(model: string | null | undefined, given?: Pricing): ModelPrices {
  const found = (model ? known.find(([name]) => name.test(model))?.[1] : undefined) ?? unknown;
  return given === undefined ? found : completePricing(given, found);
}
