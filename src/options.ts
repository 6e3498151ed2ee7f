/** Options of `createEverthread`: checked at once, so that a mistake is named before anything runs. */

import { type CompactionOptions, checkCompaction } from './compaction-limits.ts';
import { checkShares, type SectionShares } from './context/sections.ts';
import { checkPricing, type Pricing } from './cost/prices.ts';
import type { Embedder } from './embedder.ts';
import { invalidOption } from './errors.ts';
import { readGiven, snapshot } from './input/foreign-values.ts';
import { checkCount, checkObject, refuseUnknown } from './input/option-checks.ts';
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
  /** A built-in strategy by name, or with its options; or one of your own. Default: `eternal`. */
  strategy?: StrategyName | BuiltInStrategy | Strategy;
  /** Strategies of your own that threads may be set to by name. */
  strategies?: readonly Strategy[];
  /** Who writes summaries. Default: the built-in extractive summarizer, which needs no model. */
  summarizer?: Summarizer;
  /** Tokens of a context, or the model whose window it must fit. Default: 10,300 tokens. */
  budget?: BudgetOption;
  /** Parts of the budget that sections of a context own; only their proportions count. */
  sectionShares?: Partial<SectionShares>;
  /**
   * How a newest message is shown that is too long for the budget: by its `ends`, or by a `summary` between them, which
   * code writes. Default: `ends`.
   */
  longMessages?: LongMessages;
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
  compaction?: CompactionOptions;
  /** Summaries keep what the model answered, word for word but for secrets, as `raw`. Default: false. */
  keepRaw?: boolean;
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
  if (options.spend !== undefined) checkSpendLimits(options.spend, 'spend');
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
