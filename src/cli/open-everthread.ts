/** Opens an Everthread from the settings, for every command that works with threads. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EverthreadError } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import type { EverthreadOptions, RedactionOptions } from '../options.ts';
import type { ThreadQuery } from '../records/thread-list.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { systemRuntime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { BuiltInStrategy } from '../strategies/registry.ts';
import type { PromptOverrides } from '../summarizers/prompts.ts';
import { type ResolvedSettings, resolveSettings } from './config/settings.ts';
import { closedOnInterrupt } from './interrupt.ts';
import type { Io } from './io.ts';
import { type ChosenProvider, chooseProvider, ollamaWindowTokens } from './models/choose-provider.ts';

export type OpenedEverthread = {
  everthread: Everthread;
  /** The store of this Everthread, behind the same redaction. */
  store: Store;
  settings: ResolvedSettings;
  /** The provider of the models that answer and summarize. */
  provider: ChosenProvider;
  close(): Promise<void>;
};

const pageSize = 500;

export async function openEverthread(options: {
  settings: ResolvedSettings;
  /** Whether appends start due compactions. Default: true. */
  automatic?: boolean;
  /** The provider, if it is known already. By default it is chosen by the settings. */
  provider?: ChosenProvider;
  /** For commands that only read: a database that was named must exist. */
  existing?: boolean;
}): Promise<OpenedEverthread> {
  const { settings, automatic = true, provider = chooseProvider(settings), existing = false } = options;
  const { values } = settings;
  if (existing) refuseMissing(settings);
  const [{ createEverthread }, store, summarizer, embedder, budget] = await Promise.all([
    import('../everthread.ts'),
    openStore(values.database),
    summarizerFor(settings, provider),
    embedderFor(settings),
    budgetFor(settings, provider),
  ]);
  const redaction = { personalData: values.personalData };
  const everthread = createEverthread({
    store,
    automatic,
    // The type is only claimed here: options from a file or a flag are checked, and wrong ones are refused by name.
    strategy: values.strategy as BuiltInStrategy,
    recall: values.recall,
    redaction,
    ...(budget === undefined ? {} : { budget }),
    ...(summarizer === undefined ? {} : { summarizer }),
    ...(embedder === undefined ? {} : { embedder }),
  });
  try {
    // Opens the store now, so that a locked or damaged file is reported before anything else happens.
    await everthread.threads({ limit: 1 });
  } catch (error) {
    await everthread.close().catch(() => undefined);
    throw error;
  }
  return {
    everthread,
    store: await redactedStore(store, redaction),
    settings,
    provider,
    close: closedOnInterrupt(() => everthread.close()),
  };
}

/** The store for imports, which write summaries and rules to it directly: they must be redacted as well. */
async function redactedStore(store: Store, options: RedactionOptions): Promise<Store> {
  const [{ createRedaction }, { redactingStore }, { createTokenCounter }] = await Promise.all([
    import('../engine/redaction.ts'),
    import('../engine/redacting-store.ts'),
    import('../tokens/tokenizer.ts'),
  ]);
  const redaction = createRedaction({ store, runtime: systemRuntime, options });
  await redaction.load();
  return redactingStore({ store, redaction, counter: createTokenCounter({}) });
}

/** Opens an Everthread for the work and closes it afterwards, even if the work fails. */
export async function withEverthread<Result>(
  options: {
    flags: { readonly [flag: string]: string | boolean };
    io: Io;
    automatic?: boolean;
    existing?: boolean;
  },
  work: (opened: OpenedEverthread) => Promise<Result>,
): Promise<Result> {
  const { flags, io, automatic = true, existing = false } = options;
  const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
  const opened = await openEverthread({ settings, automatic, existing });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Opens the threads without a provider, for commands that ask no model. */
export async function withArchive<Result>(
  options: { flags: { readonly [flag: string]: string | boolean }; io: Io; existing?: boolean },
  work: (opened: { everthread: Everthread; settings: ResolvedSettings }) => Promise<Result>,
): Promise<Result> {
  return withUnopenedStore(options, async ({ store, settings }) => {
    const { createEverthread } = await import('../everthread.ts');
    const everthread = createEverthread({ store, automatic: false });
    try {
      return await work({ everthread, settings });
    } finally {
      await everthread.close();
    }
  });
}

/** Hands over the store unopened, because a damaged file may not open; the work opens it itself. */
export async function withUnopenedStore<Result>(
  options: { flags: { readonly [flag: string]: string | boolean }; io: Io; existing?: boolean },
  work: (given: { store: Store; settings: ResolvedSettings }) => Promise<Result>,
): Promise<Result> {
  const { flags, io, existing = false } = options;
  const settings = await resolveSettings({ flags, env: io.env, directory: io.directory });
  if (existing) refuseMissing(settings);
  const store = await openStore(settings.values.database);
  try {
    return await work({ store, settings });
  } finally {
    await store.close();
  }
}

/** The thread of the settings, or the one used last; undefined if there is none yet. */
export async function currentThreadId(
  { everthread, settings }: OpenedEverthread,
  owner?: string,
): Promise<string | undefined> {
  if (settings.values.thread !== undefined) return settings.values.thread;
  const [newest] = await everthread.threads({
    order: 'updated',
    limit: 1,
    ...(owner !== undefined && { owner }),
  });
  return newest?.id;
}

/** Reads all threads that match the query in pages, by default in order of their ids. */
export async function* allThreads(
  everthread: Pick<Everthread, 'threads'>,
  query: Omit<ThreadQuery, 'limit' | 'after'> = {},
): AsyncGenerator<ThreadState> {
  let after: ThreadState | undefined;
  for (;;) {
    const page = await everthread.threads({ ...query, limit: pageSize, ...(after && { after }) });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1);
  }
}

/** The budget of a context: the one that was set, or the model's window. */
export async function budgetFor(
  { values }: ResolvedSettings,
  provider: ChosenProvider,
): Promise<EverthreadOptions['budget']> {
  if (values.budget !== undefined) return { tokens: values.budget };
  if (provider.provider === 'none' || provider.model === undefined) return undefined;
  if (provider.provider === 'ollama') return { tokens: ollamaWindowTokens };
  const { contextWindow } = await import('../tokens/windows.ts');
  return contextWindow(provider.model) === undefined ? undefined : { model: provider.model };
}

/** A misspelt path must not become an empty database. The default database is created on first use. */
function refuseMissing({ values, sources }: ResolvedSettings): void {
  const { database } = values;
  if (sources.database.from === 'default' || database === ':memory:' || existsSync(database)) return;
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'database',
    message: `There is no database at ${database}, but ${sources.database.name} names it.`,
  });
}

async function openStore(database: string): Promise<NonNullable<EverthreadOptions['store']>> {
  if (database !== ':memory:') {
    try {
      await mkdir(dirname(database), { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new EverthreadError({
        code: 'store_failed',
        field: 'database',
        message: `The folder of ${database} could not be made: ${(cause as Error).message}.`,
        cause,
      });
    }
  }
  const { sqliteStore } = await import('../stores/sqlite/sqlite-store.ts');
  return sqliteStore({ path: database });
}

async function summarizerFor(
  { values }: ResolvedSettings,
  provider: ChosenProvider,
): Promise<EverthreadOptions['summarizer']> {
  if (values.summarizer === 'extractive') return undefined;
  if (provider.provider !== 'none') {
    const { modelSummarizer } = await import('./models/model-summarizer.ts');
    return modelSummarizer({ choice: provider, ...(await promptsFor(values.prompts)) });
  }
  if (values.summarizer === 'auto') return undefined;
  throw new EverthreadError({
    code: 'invalid_option',
    field: 'summarizer',
    message: `summarizer is set to model, but no model is configured: ${provider.because}. Set ANTHROPIC_API_KEY, OPENAI_API_KEY or --base-url, or use --summarizer extractive.`,
  });
}

/** Prompts are read at once, so that a bad one is reported before anything is summarized. */
async function promptsFor(folder: string | undefined): Promise<{ prompts?: PromptOverrides }> {
  if (folder === undefined) return {};
  const { readPrompts } = await import('./models/read-prompts.ts');
  return { prompts: await readPrompts(folder) };
}

async function embedderFor({ values }: ResolvedSettings): Promise<EverthreadOptions['embedder']> {
  if (values.embedder === 'none') return undefined;
  const { minilm } = await import('../embedders/minilm.ts');
  return minilm();
}
