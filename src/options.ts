/** Options of `createEverthread`: checked at once, so that a mistake is named before anything runs. */

import { checkPricing, type Pricing } from './cost/prices.ts';
import type { Embedder } from './embedder.ts';
import { invalidOption } from './errors.ts';
import { readGiven, snapshot } from './input/foreign-values.ts';
import type { ExtraPattern } from './redaction/redaction.ts';
import type { Runtime } from './runtime.ts';
import type { Store } from './store.ts';
import { checkStrategy, isStrategy } from './strategies/own-strategies.ts';
import type { BuiltInStrategy, StrategyName } from './strategies/registry.ts';
import type { Strategy } from './strategy.ts';
import type { Summarizer } from './summarizer.ts';
import { checkSpendLimits, type SpendLimit } from './summarizers/spend-guard.ts';
import type { TokenCounter } from './tokens/counter.ts';
import { type BudgetOption, resolveBudget, usualCallTokens } from './tokens/windows.ts';

export type EverthreadOptions = {
  /** Where threads live. Default: in memory. */
  store?: Store;
  /** A built-in strategy by name, or with its options; or one of your own. Default: `eternal`. */
  strategy?: StrategyName | BuiltInStrategy | Strategy;
  /** Strategies of your own that threads may be set to by name. */
  strategies?: readonly Strategy[];
  /** Who writes summaries. Default: the built-in extractive summarizer, which needs no model. */
  summarizer?: Summarizer;
  /** Tokens of a context, or the model whose window it must fit. Default: 10,300 tokens. */
  budget?: BudgetOption;
  /** The model contexts are sent to: its tokenizer's calibration applies. Default: taken from `budget.model`. */
  model?: string;
  /** What models cost, by name; `*` stands for all others. Default: list prices, where they are known. */
  prices?: { [model: string]: Pricing };
  /** What is kept out of all that leaves the log. Recognized secrets always are. */
  redaction?: RedactionOptions;
  /** Old passages that the newest message needs, found again and shown. Default: on. */
  recall?: boolean | RecallOptions;
  /** Finds by meaning as well as by words. Its vectors are made in the background. */
  embedder?: Embedder;
  /**
   * Who puts what is known of owners into words: code, or the summarizer's model from what code found. Default: the
   * model where there is one.
   */
  profiles?: 'code' | 'model';
  /** What summarizing may use up per period. Default: 2,000 calls an hour and 50 million tokens a day. */
  spend?: readonly SpendLimit[];
  /** Compact by itself after appends. Default: true. */
  automatic?: boolean;
  /** How compactions are carried out. */
  compaction?: Partial<CompactionLimits> & { threadsAtOnce?: number };
  tokenCounter?: TokenCounter;
  /** Gets one line for every decision and call, with ids and figures: `console`, pino, winston and the like. */
  logger?: Logger;
  /** Messages too are logged, redacted, at level `debug`. Default: false, and no line holds any text of theirs. */
  logMessages?: boolean;
  /**
   * Threads that long work (facts, extractive summaries, redaction, counting) is done in, shared by all instances of
   * the process; `false`: none. Default: one or two where the store is durable, none for a store in memory.
   */
  workers?: number | false;
  runtime?: Runtime;
};

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type Logger = { [level in (typeof logLevels)[number]]: (line: string) => void };

export type RecallOptions = {
  /** Default: true. */
  enabled?: boolean;
  /** Tokens that recalled passages may take at most, however large the window. Default: 6,000. */
  maxTokens?: number;
  /** How long a turn waits for the newest message's vector before it goes on without. Default: 300. */
  embedTimeoutMs?: number;
  /** `owner`: passages of other threads of the same owner are looked for, too. Default: `thread`. */
  across?: 'thread' | 'owner';
};

export type RecallSettings = Required<RecallOptions>;

export function recallSettings(recall: EverthreadOptions['recall'] = true): RecallSettings {
  const given = typeof recall === 'boolean' ? { enabled: recall } : recall;
  return { enabled: true, maxTokens: 6_000, embedTimeoutMs: 300, across: 'thread', ...given };
}

export type RedactionOptions = {
  /** E-mail addresses, phone, card and account numbers too. Default: false. */
  personalData?: boolean;
  /** Own kinds of secrets. */
  patterns?: readonly ExtraPattern[];
  /** Replace secrets in the archive as well, before a message is stored: then not even the original has them. */
  archive?: boolean;
  /**
   * Replace secrets also in what is found again: recalled passages, search results, answers of the archive tools and
   * MCP, offline replies. Default: true.
   */
  recall?: boolean;
  /** Runs last, on everything. */
  transform?: (text: string) => string;
};

export type CompactionLimits = {
  /** Largest transcript that goes into one summarizer call. */
  maxInputTokens: number;
  /** Above this, text is split and the pieces are summarized side by side. */
  chunkTokens: number;
  /** Summarizer calls at once within one compaction. */
  callConcurrency: number;
  /** One summary may take this long before the next rung of the ladder takes over. */
  timeoutMs: number;
  /** In mode `blocking`: how long a context waits for models; then code writes what is still due. */
  blockingMs: number;
  /** Passes of one run; more work than that waits for the next run (I-11). */
  maxPasses: number;
  leaseMs: number;
  /** Tool output longer than this is trimmed before it is summarized. */
  toolOutput: { lines: number; characters: number };
  /** Rewrites since the originals a merge may reach before it is made from leaf records again. */
  maxRewrites: number;
};

export const defaultCompactionLimits: CompactionLimits = {
  maxInputTokens: usualCallTokens,
  chunkTokens: 4_000,
  callConcurrency: 4,
  timeoutMs: 120_000,
  blockingMs: 30_000,
  maxPasses: 256,
  leaseMs: 60_000,
  toolOutput: { lines: 60, characters: 4_000 },
  maxRewrites: 5,
};

/** A call this large is never asked for by itself: its text would have to be held whole. */
const largestCallTokens = 250_000;

/** The size of a call follows who is asked, and the chunks of a longer text follow the size of a call. */
export function compactionLimits(
  given: Partial<CompactionLimits>,
  model: Pick<Summarizer, 'maxInputTokens'> | undefined,
): CompactionLimits {
  const own = model ? Math.min(model.maxInputTokens, largestCallTokens) : usualCallTokens;
  const { maxInputTokens = own } = given;
  const chunkTokens = Math.max(defaultCompactionLimits.chunkTokens, Math.floor(maxInputTokens / 2));
  return { ...defaultCompactionLimits, chunkTokens, ...given, maxInputTokens };
}

export const optionNames = [
  'store',
  'strategy',
  'strategies',
  'summarizer',
  'budget',
  'model',
  'prices',
  'redaction',
  'recall',
  'embedder',
  'profiles',
  'spend',
  'automatic',
  'compaction',
  'tokenCounter',
  'logger',
  'logMessages',
  'workers',
  'runtime',
];

/** Things that are used, not data that is copied. */
const ports = ['store', 'summarizer', 'embedder', 'tokenCounter', 'logger', 'runtime'];

/** The options as they are used: read once, whatever they are, and checked. */
export function readOptions(given: EverthreadOptions): EverthreadOptions {
  const options = snapshot(given, 'options', ports);
  readGiven('options', () => checkOptions(options));
  return options;
}

function checkOptions(options: EverthreadOptions): void {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', 'an object', options);
  refuseUnknown('', options, optionNames);
  const { store, summarizer, budget, model, redaction = {}, automatic, compaction = {} } = options;
  if (store !== undefined && typeof store?.append !== 'function') {
    throw invalidOption('store', 'a store such as sqliteStore({ path }) or memoryStore()', store);
  }
  if (summarizer !== undefined && typeof summarizer?.summarize !== 'function') {
    throw invalidOption(
      'summarizer',
      'extractive(), languageModel({ models }) or an object with summarize()',
      summarizer,
    );
  }
  if (isStrategy(options.strategy)) checkStrategy(options.strategy, 'strategy');
  if (options.strategies !== undefined) checkStrategies(options.strategies);
  if (budget !== undefined) resolveBudget(budget);
  if (model !== undefined && (typeof model !== 'string' || model.trim() === '')) {
    throw invalidOption('model', 'the name of a model', model);
  }
  checkPrices(options.prices);
  checkObject('redaction', redaction);
  refuseUnknown('redaction.', redaction, ['personalData', 'patterns', 'archive', 'recall', 'transform']);
  for (const name of ['personalData', 'archive', 'recall'] as const) {
    if (redaction[name] !== undefined && typeof redaction[name] !== 'boolean') {
      throw invalidOption(`redaction.${name}`, 'true or false', redaction[name]);
    }
  }
  if (redaction.transform !== undefined && typeof redaction.transform !== 'function') {
    throw invalidOption('redaction.transform', 'a function from text to text', redaction.transform);
  }
  checkRecall(options.recall);
  if (options.profiles !== undefined && options.profiles !== 'code' && options.profiles !== 'model') {
    throw invalidOption('profiles', "'code' or 'model'", options.profiles);
  }
  checkFunctions('embedder', options.embedder, ['embed']);
  if (automatic !== undefined && typeof automatic !== 'boolean') {
    throw invalidOption('automatic', 'true or false', automatic);
  }
  if (options.spend !== undefined) checkSpendLimits(options.spend, 'spend');
  checkObject('compaction', compaction);
  refuseUnknown('compaction.', compaction, [...Object.keys(defaultCompactionLimits), 'threadsAtOnce']);
  for (const [key, value] of Object.entries(compaction)) {
    if (key !== 'toolOutput') checkCount(`compaction.${key}`, value);
  }
  if (compaction.toolOutput !== undefined) {
    checkCount('compaction.toolOutput.lines', compaction.toolOutput?.lines);
    checkCount('compaction.toolOutput.characters', compaction.toolOutput?.characters);
  }
  checkFunctions('tokenCounter', options.tokenCounter, [
    'count',
    'countLong',
    'part',
    'message',
    'messageLong',
    'truncate',
    'truncateStart',
  ]);
  checkFunctions('logger', options.logger, logLevels);
  if (options.logMessages !== undefined && typeof options.logMessages !== 'boolean') {
    throw invalidOption('logMessages', 'true or false', options.logMessages);
  }
  if (options.workers !== undefined && options.workers !== false) checkCount('workers', options.workers);
  checkFunctions('runtime', options.runtime, ['now', 'newId', 'sleep']);
}

function checkStrategies(strategies: readonly Strategy[]): void {
  if (!Array.isArray(strategies)) throw invalidOption('strategies', 'a list of strategies', strategies);
  for (const [index, strategy] of strategies.entries()) {
    const field = `strategies[${index}]`;
    if (!isStrategy(strategy)) throw invalidOption(field, 'an object with check, plan and present', strategy);
    checkStrategy(strategy, field);
  }
}

function checkPrices(prices: EverthreadOptions['prices']): void {
  if (prices === undefined) return;
  checkObject('prices', prices);
  for (const [model, pricing] of Object.entries(prices)) checkPricing(pricing, `prices.${model}`);
}

function checkRecall(recall: EverthreadOptions['recall']): void {
  if (recall === undefined || typeof recall === 'boolean') return;
  checkObject('recall', recall);
  refuseUnknown('recall.', recall, ['enabled', 'maxTokens', 'embedTimeoutMs', 'across']);
  if (recall.across !== undefined && recall.across !== 'thread' && recall.across !== 'owner') {
    throw invalidOption('recall.across', "'thread' or 'owner'", recall.across);
  }
  if (recall.enabled !== undefined && typeof recall.enabled !== 'boolean') {
    throw invalidOption('recall.enabled', 'true or false', recall.enabled);
  }
  for (const name of ['maxTokens', 'embedTimeoutMs'] as const) {
    if (recall[name] !== undefined) checkCount(`recall.${name}`, recall[name]);
  }
}

function checkObject(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidOption(field, 'an object', value);
  }
}

function checkFunctions(field: string, value: object | undefined, names: readonly string[]): void {
  if (value === undefined) return;
  const has = (name: string) => typeof (value as Record<string, unknown> | null)?.[name] === 'function';
  if (!names.every(has)) throw invalidOption(field, `an object with ${names.join(', ')}`, value);
}

function checkCount(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw invalidOption(field, 'a whole number of at least 1', value);
  }
}

function refuseUnknown(prefix: string, given: object, accepted: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !accepted.includes(key));
  if (unknown !== undefined) {
    throw invalidOption(
      `${prefix}${unknown}`,
      `one of the options ${accepted.join(', ')}`,
      'an unknown name',
    );
  }
}
