/**
 * The settings of the program, declared as data: what each is for, how it is written on the command line, in the
 * environment and in a file, and what it accepts. Everything else about settings is derived from this table: flags,
 * help, completion, checks, `everthread config` and docs/configuration.md.
 */
import type { StrategyOptions } from '../../strategy.ts';

export type Settings = {
  /** Path of the SQLite file, or `:memory:`. */
  database: string;
  thread: string | undefined;
  budget: number | undefined;
  strategy: StrategyOptions;
  summarizer: 'auto' | 'extractive' | 'model';
  provider: 'auto' | 'anthropic' | 'openai' | 'openai-compatible' | 'ollama' | 'none';
  model: string | undefined;
  summarizerModel: string | undefined;
  /** Path of a folder. */
  prompts: string | undefined;
  baseUrl: string | undefined;
  system: string | undefined;
  recall: boolean;
  embedder: 'none' | 'minilm';
  personalData: boolean;
};

export type SettingName = keyof Settings;

export type SettingKind = 'path' | 'text' | 'url' | 'tokens' | 'choice' | 'switch' | 'strategy';

export type SettingDeclaration = {
  readonly name: SettingName;
  /** On the command line, without the dashes. A switch is also known with `no-` before it. */
  readonly flag: string;
  /** Placeholder of the value in help. */
  readonly value?: string;
  readonly environment: string;
  readonly kind: SettingKind;
  readonly choices?: readonly string[];
  readonly about: string;
  /** The default as documentation says it; its value is in settings.ts. */
  readonly defaultText: string;
};

/** Same names as in strategies/registry.ts, which is not loaded just for names; a test compares the two. */
export const strategyChoices = ['eternal', 'rolling', 'session', 'tiered', 'chain', 'running'] as const;

export const declarations: readonly SettingDeclaration[] = [
  {
    name: 'database',
    flag: 'database',
    value: 'path',
    environment: 'EVERTHREAD_DATABASE',
    kind: 'path',
    about: 'the SQLite file that holds all threads, or :memory:',
    defaultText: '$XDG_DATA_HOME/everthread/everthread.db, or ~/.local/share/everthread/everthread.db',
  },
  {
    name: 'thread',
    flag: 'thread',
    value: 'id',
    environment: 'EVERTHREAD_THREAD',
    kind: 'text',
    about: 'the thread to work on',
    defaultText: 'the one that was used last',
  },
  {
    name: 'budget',
    flag: 'budget',
    value: 'tokens',
    environment: 'EVERTHREAD_BUDGET',
    kind: 'tokens',
    about: 'tokens of a context, answer included',
    defaultText: "the model's window if it is known, else 10,300",
  },
  {
    name: 'strategy',
    flag: 'strategy',
    value: 'name',
    environment: 'EVERTHREAD_STRATEGY',
    kind: 'strategy',
    choices: strategyChoices,
    about: `${strategyChoices.slice(0, -1).join(', ')} or ${strategyChoices.at(-1)}; or JSON: {"name": "rolling", "messages": 30}`,
    defaultText: 'eternal',
  },
  {
    name: 'summarizer',
    flag: 'summarizer',
    value: 'kind',
    environment: 'EVERTHREAD_SUMMARIZER',
    kind: 'choice',
    choices: ['auto', 'extractive', 'model'],
    about: 'who writes summaries: auto (a model if one is configured), extractive or model',
    defaultText: 'auto',
  },
  {
    name: 'provider',
    flag: 'provider',
    value: 'name',
    environment: 'EVERTHREAD_PROVIDER',
    kind: 'choice',
    choices: ['auto', 'anthropic', 'openai', 'openai-compatible', 'ollama', 'none'],
    about: 'whose model answers: auto, anthropic, openai, openai-compatible, ollama or none',
    defaultText: 'auto',
  },
  {
    name: 'model',
    flag: 'model',
    value: 'name',
    environment: 'EVERTHREAD_MODEL',
    kind: 'text',
    about: 'the model that answers',
    defaultText: "the provider's usual one",
  },
  {
    name: 'summarizerModel',
    flag: 'summarizer-model',
    value: 'name',
    environment: 'EVERTHREAD_SUMMARIZER_MODEL',
    kind: 'text',
    about: 'the model that summarizes, of the same provider',
    defaultText: "the provider's small one, or the model that answers",
  },
  {
    name: 'prompts',
    flag: 'prompts',
    value: 'folder',
    environment: 'EVERTHREAD_PROMPTS',
    kind: 'path',
    about: 'a folder with prompts of your own for the model that summarizes, such as bullets.md',
    defaultText: 'the built-in prompts',
  },
  {
    name: 'baseUrl',
    flag: 'base-url',
    value: 'url',
    environment: 'EVERTHREAD_BASE_URL',
    kind: 'url',
    about: "address of the provider's API, such as http://localhost:8000/v1",
    defaultText: "the provider's own; OPENAI_BASE_URL, ANTHROPIC_BASE_URL and OLLAMA_HOST are read too",
  },
  {
    name: 'system',
    flag: 'system',
    value: 'text',
    environment: 'EVERTHREAD_SYSTEM',
    kind: 'text',
    about: 'the system prompt',
    defaultText: 'none',
  },
  {
    name: 'recall',
    flag: 'recall',
    environment: 'EVERTHREAD_RECALL',
    kind: 'switch',
    about: 'show old passages that the newest message needs',
    defaultText: 'true',
  },
  {
    name: 'embedder',
    flag: 'embedder',
    value: 'name',
    environment: 'EVERTHREAD_EMBEDDER',
    kind: 'choice',
    choices: ['none', 'minilm'],
    about: 'find by meaning as well as by words: none, or minilm (runs here, offline)',
    defaultText: 'none',
  },
  {
    name: 'personalData',
    flag: 'personal-data',
    environment: 'EVERTHREAD_PERSONAL_DATA',
    kind: 'switch',
    about: 'keep e-mail addresses, phone, card and account numbers out of summaries too',
    defaultText: 'false',
  },
];
