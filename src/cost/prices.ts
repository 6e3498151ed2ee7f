/**
 * What a model's tokens cost, and how its provider caches prompts. Every decision that weighs cost, and every figure
 * that tells it, comes from here.
 */
import { invalidOption } from '../errors.ts';

/**
 * marks: the request says up to where it is cached (Anthropic). prefix: the provider finds the longest beginning it has
 * seen by itself (OpenAI, Gemini, DeepSeek and others). none: every token is read anew.
 */
const cacheKinds = ['marks', 'prefix', 'none'] as const;

export type CacheRules = {
  kind: (typeof cacheKinds)[number];
  /** How long an entry lasts after it was last used. */
  lifetimeMs: number;
  /** A shorter beginning is not cached. */
  leastTokens: number;
  /** With `prefix`: cached in whole steps of this many tokens. */
  stepTokens: number;
  /** With `marks`: more are refused. */
  mostMarks: number;
  /** With `marks`: how many blocks before a mark an older entry is looked for. */
  lookbackBlocks: number;
};

/** Tokens of a request's input by what is paid for them. */
export type BilledTokens = {
  readTokens: number;
  writtenTokens: number;
  /** Neither read from a cache nor written into it. */
  plainTokens: number;
};

/** US dollars per million tokens. */
export type ModelPrices = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  cacheReadUsdPerMillion: number;
  cacheWriteUsdPerMillion: number;
  cache: CacheRules;
  /** False where nobody told the price: the figures are then multiples of the price of input, not dollars. */
  priced: boolean;
};

/** What a caller may give. Cached input has the discount known of the model, or none where the model is not known. */
export type Pricing = {
  inputUsdPerMillion: number;
  outputUsdPerMillion: number;
  cacheReadUsdPerMillion?: number;
  cacheWriteUsdPerMillion?: number;
  /** How the provider caches, where it differs from what is known of the model. */
  cache?: Partial<CacheRules>;
};

/** Prices as multiples of the price of uncached input: all that a decision needs. */
export type RelativePrices = {
  read: number;
  write: number;
  output: number;
};

export function relativePrices(prices: ModelPrices): RelativePrices {
  const { inputUsdPerMillion: input, cache } = prices;
  // Of what costs nothing, nothing is saved by caching: fewer tokens are still fewer to read.
  if (input === 0 || cache.kind === 'none')
    return { read: 1, write: 1, output: input === 0 ? 1 : prices.outputUsdPerMillion / input };
  return {
    read: prices.cacheReadUsdPerMillion / input,
    write: prices.cacheWriteUsdPerMillion / input,
    output: prices.outputUsdPerMillion / input,
  };
}

/** Whether nothing is left in the cache of what was sent last. Where nothing was ever there, nothing lapses. */
export function hasLapsed(
  { sentAt, now }: { sentAt: number | undefined; now: number },
  { kind, lifetimeMs }: Pick<CacheRules, 'kind' | 'lifetimeMs'>,
): boolean {
  return kind !== 'none' && sentAt !== undefined && now - sentAt > lifetimeMs;
}

/** Given prices, completed by what is known of the model and of how its provider caches. */
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

/** In US dollars; where nobody told the price, in tokens of uncached input, as many millions of them. */
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
