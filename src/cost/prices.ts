/**
 * What a model's tokens cost, and how its provider caches prompts. All decisions that weigh costs, and all reported
 * costs, use these prices.
 */
import { invalidOption } from '../errors.ts';

/**
 * marks: the request says up to where it is cached (Anthropic). prefix: the provider itself finds the longest beginning
 * that it has seen (OpenAI, Gemini, DeepSeek and others). none: every token is read anew.
 */
const cacheKinds = ['marks', 'prefix', 'none'] as const;

export type CacheRules = {
  kind: (typeof cacheKinds)[number];
  /** How long an entry lasts after it was last used. */
  lifetimeMs: number;
  /** Shorter beginnings are not cached. */
  leastTokens: number;
  /** With `prefix`: beginnings are cached in multiples of this many tokens. */
  stepTokens: number;
  /** With `marks`: the provider refuses more marks than this. */
  mostMarks: number;
  /** With `marks`: number of blocks before a mark in which the provider looks for an older entry. */
  lookbackBlocks: number;
};

/** Input tokens of a request by how they are billed. */
export type BilledTokens = {
  readTokens: number;
  writtenTokens: number;
  /** Tokens neither read from the cache nor written to it. */
  plainTokens: number;
};

/** US dollars per million tokens. */
export type ModelPrices = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  cacheReadUsdPerMillion: number;
  cacheWriteUsdPerMillion: number;
  cache: CacheRules;
  /** False if the price is unknown. Costs are then multiples of the price of input, not dollars. */
  priced: boolean;
};

/**
 * Prices that a caller may give. Cached input gets the discount known for the model, or none if the model is unknown.
 */
export type Pricing = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  cacheReadUsdPerMillion?: number;
  cacheWriteUsdPerMillion?: number;
  /** How the provider caches, if it differs from the rules known for the model. */
  cache?: Partial<CacheRules>;
};

/** Prices as multiples of the price of uncached input, which is all that a decision needs. */
export type RelativePrices = {
  read: number;
  write: number;
  output: number;
};

export function relativePrices(prices: ModelPrices): RelativePrices {
  const { inputUsdPerMillion: input, cache } = prices;
  // If input costs nothing, caching saves nothing, but fewer tokens are still fewer to read.
  if (input === 0 || cache.kind === 'none')
    return { read: 1, write: 1, output: input === 0 ? 1 : prices.outputUsdPerMillion / input };
  return {
    read: prices.cacheReadUsdPerMillion / input,
    write: prices.cacheWriteUsdPerMillion / input,
    output: prices.outputUsdPerMillion / input,
  };
}

/** Whether the cache no longer holds the last request. False if nothing was sent yet, because then nothing can lapse. */
export function hasLapsed(
  { sentAt, now }: { sentAt: number | undefined; now: number },
  { kind, lifetimeMs }: Pick<CacheRules, 'kind' | 'lifetimeMs'>,
): boolean {
  return kind !== 'none' && sentAt !== undefined && now - sentAt > lifetimeMs;
}

/** The given prices, completed by those known for the model and by the way its provider caches. */
export function completePricing(pricing: Pricing, known: ModelPrices): ModelPrices {
  const { inputUsdPerMillion, outputUsdPerMillion } = pricing;
  const ratios = known.priced ? relativePrices(known) : { read: 1, write: 1 };
  return {
    inputUsdPerMillion,
    outputUsdPerMillion,
    cacheReadUsdPerMillion: pricing.cacheReadUsdPerMillion ?? inputUsdPerMillion * ratios.read,
    cacheWriteUsdPerMillion: pricing.cacheWriteUsdPerMillion ?? inputUsdPerMillion * ratios.write,
    cache: { ...known.cache, ...pricing.cache },
    priced: true,
  };
}

/** Cost in US dollars, or in millions of tokens of uncached input if the price is unknown. */
export function inputCost(
  { readTokens, writtenTokens, plainTokens }: BilledTokens,
  prices: ModelPrices,
): number {
  const total =
    readTokens * prices.cacheReadUsdPerMillion +
    writtenTokens * prices.cacheWriteUsdPerMillion +
    plainTokens * prices.inputUsdPerMillion;
  return total / 1_000_000;
}

const requiredPrices = ['inputUsdPerMillion', 'outputUsdPerMillion'] as const;
const optionalPrices = ['cacheReadUsdPerMillion', 'cacheWriteUsdPerMillion'] as const;
const cacheFigures = ['lifetimeMs', 'leastTokens', 'stepTokens', 'mostMarks', 'lookbackBlocks'] as const;

export function checkPricing(pricing: Pricing, field: string): void {
  if (typeof pricing !== 'object' || pricing === null) {
    throw invalidOption(field, 'an object with inputUsdPerMillion and outputUsdPerMillion', pricing);
  }
  for (const name of [...requiredPrices, ...optionalPrices]) {
    const price = pricing[name];
    if (price === undefined && !requiredPrices.some((required) => required === name)) continue;
    if (typeof price !== 'number' || !Number.isFinite(price) || price < 0) {
      throw invalidOption(`${field}.${name}`, 'US dollars per million tokens, 0 or more', price);
    }
  }
  const { cache } = pricing;
  if (cache === undefined) return;
  if (typeof cache !== 'object' || cache === null) {
    throw invalidOption(`${field}.cache`, 'an object of cache rules', cache);
  }
  if (cache.kind !== undefined && !cacheKinds.includes(cache.kind)) {
    throw invalidOption(`${field}.cache.kind`, `one of ${cacheKinds.join(', ')}`, cache.kind);
  }
  for (const name of cacheFigures) {
    const figure = cache[name];
    if (figure !== undefined && !(Number.isSafeInteger(figure) && figure >= 0)) {
      throw invalidOption(`${field}.cache.${name}`, 'a whole number of at least 0', figure);
    }
  }
}
