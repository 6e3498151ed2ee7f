/** Options of `createEverthread`, checked at once, so that an error is reported before anything runs. */

import { type CompactionOptions, checkCompaction } from './compaction-limits.ts';
import { checkShares, type SectionShares } from './context/sections.ts';
import { checkPricing, type Pricing } from './cost/prices.ts';
import type { Embedder } from './embedder.ts';
import { invalidOption } from './errors.ts';
import { readGiven, snapshot } from './input/foreign-values.ts';
import { refuseUnknown } from './input/member-checks.ts';
import { checkCount, checkObject } from './input/option-checks.ts';
import type { ExtraPattern } from './redaction/redaction.ts';
import type { Runtime } from './runtime.ts';
import type { Store } from './store.ts';
import { checkStrategy, isStrategy } from './strategies/own-strategies.ts';
import type { BuiltInStrategy, StrategyName } from './strategies/registry.ts';
import type { Strategy } from './strategy.ts';
import type { Summarizer } from './summarizer.ts';
import { checkSpendLimits, type SpendLimit } from './summarizers/spend-guard.ts';
import type { TokenCounter } from './tokens/counter.ts';
import { type BudgetOption, resolveBudget } from './tokens/windows.ts';

export type EverthreadOptions = {
  /** Where threads live. Default: in memory. */
  store?: Store;
  /** A built-in strategy by name, or by name with options; or your own. Default: `eternal`. */
  strategy?: StrategyName | BuiltInStrategy | Strategy;
  /** Your own strategies that threads may select by name. */
  strategies?: readonly Strategy[];
  /** Who writes summaries. Default: the built-in extractive summarizer, which needs no model. */
  summarizer?: Summarizer;
  /** Tokens of a context, or the model whose window it must fit. Default: 10,300 tokens. */
  budget?: BudgetOption;
  /** Shares of the budget that belong to each section of a context. Only their proportions count. */
  sectionShares?: Partial<SectionShares>;
  /**
   * How a newest message that is too long for the budget is shown: `ends` shows its beginning and end, `summary` adds a
   * summary of the middle, written by code. Default: `ends`.
   */
  longMessages?: LongMessages;
  /** The model that contexts are sent to. Selects the calibration of its tokenizer. Default: `budget.model`. */
  model?: string;
  /** Prices by model name; `*` stands for all others. Default: list prices, where they are known. */
  prices?: { [model: string]: Pricing };
  /** What is removed from everything that leaves the log. Recognized secrets always are. */
  redaction?: RedactionOptions;
  /** Whether older passages that the newest message needs are found and shown again. Default: on. */
  recall?: boolean | RecallOptions;
  /** Adds search by meaning to search by words. Vectors are made in the background. */
  embedder?: Embedder;
  /**
   * Who writes the prose of an owner's profile: code, or the summarizer's model from facts that code found. Default:
   * the model where there is one.
   */
  profiles?: 'code' | 'model';
  /** What summarizing may use per period. Default: 2,000 calls an hour and 50 million tokens a day. */
  spend?: readonly SpendLimit[];
  /** Compact automatically after appends. Default: true. */
  automatic?: boolean;
  /** Limits of compactions. */
  compaction?: CompactionOptions;
  /** Summaries keep the model's answer as `raw`, unchanged except that secrets are replaced. Default: false. */
  keepRaw?: boolean;
  tokenCounter?: TokenCounter;
  /**
   * Receives one line for every decision and call, with ids and figures: `console`, pino, winston and the like.
   */
  logger?: Logger;
  /** Also logs messages, redacted, at level `debug`. Default: false; then no line holds message text. */
  logMessages?: boolean;
  /**
   * Number of worker threads for long work (facts, extractive summaries, redaction, counting), shared by all instances
   * of the process. `false`: none. Default: one or two for a durable store, none for a store in memory.
   */
  workers?: number | false;
  runtime?: Runtime;
};

const longMessageForms = ['ends', 'summary'] as const;
export type LongMessages = (typeof longMessageForms)[number];

export function checkLongMessages(form: LongMessages | undefined): void {
  if (form !== undefined && !longMessageForms.includes(form)) {
    throw invalidOption('longMessages', `one of ${longMessageForms.join(', ')}`, form);
  }
}

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type Logger = { [level in (typeof logLevels)[number]]: (line: string) => void };

export type RecallOptions = {
  /** Default: true. */
  enabled?: boolean;
  /** Most tokens for recalled passages, however large the window is. Default: 6,000. */
  maxTokens?: number;
  /** How long a turn waits for the vector of the newest message before it continues without. Default: 300. */
  embedTimeoutMs?: number;
  /** `owner`: also searches the other threads of the same owner. Default: `thread`. */
  across?: 'thread' | 'owner';
};

export type RecallSettings = Required<RecallOptions>;

export function recallSettings(recall: EverthreadOptions['recall'] = true): RecallSettings {
  const given = typeof recall === 'boolean' ? { enabled: recall } : recall;
  return { enabled: true, maxTokens: 6_000, embedTimeoutMs: 300, across: 'thread', ...given };
}

export type RedactionOptions = {
  /** Also e-mail addresses, phone, card and account numbers. Default: false. */
  personalData?: boolean;
  /** Your own kinds of secrets. */
  patterns?: readonly ExtraPattern[];
  /** Also replaces secrets in a message before it is stored. Then no original holds them. */
  archive?: boolean;
  /**
   * Also replaces secrets in what is read again: recalled passages, search results, answers of the archive tools and
   * MCP, offline replies. Default: true.
   */
  recall?: boolean;
  /** Runs last, on every text. */
  transform?: (text: string) => string;
};

export const optionNames = [
  'store',
  'strategy',
  'strategies',
  'summarizer',
  'budget',
  'sectionShares',
  'longMessages',
  'model',
  'prices',
  'redaction',
  'recall',
  'embedder',
  'profiles',
  'spend',
  'automatic',
  'compaction',
  'keepRaw',
  'tokenCounter',
  'logger',
  'logMessages',
  'workers',
  'runtime',
];

/** Objects that are used as they are. All other options are copied. */
const ports = ['store', 'summarizer', 'embedder', 'tokenCounter', 'logger', 'runtime'];

/** Copies the options, each read only once, and checks the copy. */
export function readOptions(given: EverthreadOptions): EverthreadOptions {
  const options = snapshot(given, 'options', ports);
  readGiven('options', () => checkOptions(options));
  return options;
}

function checkOptions(options: EverthreadOptions): void {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', 'an object', options);
  refuseUnknown('', options, optionNames);
  const { store, summarizer, budget, model, redaction = {}, compaction = {} } = options;
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
  checkLongMessages(options.longMessages);
  if (options.sectionShares !== undefined) checkShares(options.sectionShares);
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
  for (const name of ['automatic', 'keepRaw', 'logMessages'] as const) {
    if (options[name] !== undefined && typeof options[name] !== 'boolean') {
      throw invalidOption(name, 'true or false', options[name]);
    }
  }
  if (options.spend !== undefined) checkSpendLimits(options.spend);
  checkCompaction(compaction);
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

function checkFunctions(field: string, value: object | undefined, names: readonly string[]): void {
  if (value === undefined) return;
  const has = (name: string) => typeof (value as Record<string, unknown> | null)?.[name] === 'function';
  if (!names.every(has)) throw invalidOption(field, `an object with ${names.join(', ')}`, value);
}
