/**
 * The settings of a run and where each came from: flags, then environment, then the configuration file, then
 * defaults. Keys of providers come from the environment alone. The settings are listed in declarations.ts.
 */
import { join, resolve } from 'node:path';
import { EverthreadError, isEverthreadError } from '../../errors.ts';
import type { Io } from '../io.ts';
import { fullPath, homeOf } from '../paths.ts';
import { declarations, type SettingName, type Settings } from './declarations.ts';
import { findConfigFile } from './find-file.ts';
import { readText } from './read-value.ts';

export type { SettingName, Settings } from './declarations.ts';

export type SettingSource = {
  from: 'flag' | 'environment' | 'file' | 'default';
  /** `--budget`, `EVERTHREAD_BUDGET`, the path of the file, or `default`. */
  name: string;
  line?: number;
};

export type ResolvedSettings = {
  values: Settings;
  sources: { [key in SettingName]: SettingSource };
  keys: { anthropic: string | undefined; openai: string | undefined };
  /** Addresses of single providers; `values.baseUrl` overrides them. */
  endpoints: { anthropic: string | undefined; openai: string | undefined; ollama: string | undefined };
  /** The configuration file that was read. */
  file: string | undefined;
};

/** The checked settings of a configuration file. */
export type FileSettings = {
  file: string;
  values: Map<SettingName, { value: unknown; line: number | undefined }>;
};

/** Throws `invalid_option` that names the flag, the variable, or the file, line and key at fault. */
export async function resolveSettings(options: {
  flags: { readonly [flag: string]: string | boolean | undefined };
  env: Io['env'];
  directory: string;
  home?: string;
}): Promise<ResolvedSettings> {
  const { flags, env, directory, home = homeOf(env) } = options;
  const named = typeof flags.config === 'string' ? flags.config : env.EVERTHREAD_CONFIG || undefined;
  const found = findConfigFile({
    named,
    namedBy: typeof flags.config === 'string' ? '--config' : 'EVERTHREAD_CONFIG',
    directory,
    home,
    env,
  });
  const fromFile = found && (await (await import('./read-file.ts')).readConfigFile({ ...found, directory }));

  const values: { [name: string]: unknown } = {};
  const sources: { [name: string]: SettingSource } = {};
  for (const declaration of declarations) {
    const { name, flag, environment, kind } = declaration;
    const flagValue = flags[flag];
    const variable = env[environment];
    const inFile = fromFile?.values.get(name);
    let base = directory;
    if (flagValue !== undefined) {
      values[name] =
        typeof flagValue === 'boolean' ? flagValue : readText(declaration, flagValue, `--${flag}`);
      sources[name] = { from: 'flag', name: flagValue === false ? `--no-${flag}` : `--${flag}` };
    } else if (variable !== undefined && variable !== '') {
      values[name] = readText(declaration, variable, environment);
      sources[name] = { from: 'environment', name: environment };
    } else if (fromFile !== undefined && inFile !== undefined) {
      const { line } = inFile;
      values[name] = inFile.value;
      sources[name] = { from: 'file', name: fromFile.file, ...(line === undefined ? {} : { line }) };
      base = resolve(fromFile.file, '..');
    } else {
      values[name] = defaultOf(name, { env, home });
      sources[name] = { from: 'default', name: 'default' };
    }
    const path = kind === 'path' ? values[name] : undefined;
    if (path !== undefined && path !== ':memory:') values[name] = fullPath(path as string, { base, home });
    if (kind === 'strategy') await checkStrategy(values[name] as Settings['strategy'], sources[name]);
  }
  return {
    values: values as Settings,
    sources: sources as ResolvedSettings['sources'],
    keys: { anthropic: env.ANTHROPIC_API_KEY || undefined, openai: env.OPENAI_API_KEY || undefined },
    endpoints: {
      anthropic: env.ANTHROPIC_BASE_URL || undefined,
      openai: env.OPENAI_BASE_URL || undefined,
      ollama: env.OLLAMA_HOST || undefined,
    },
    file: fromFile?.file,
  };
}

/** The default folder for the program's own files. */
export function dataFolder({ env, home = homeOf(env) }: { env: Io['env']; home?: string }): string {
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'everthread');
}

function defaultOf(name: SettingName, world: { env: Io['env']; home: string }): unknown {
  const defaults: Settings = {
    database: join(dataFolder(world), 'everthread.db'),
    thread: undefined,
    budget: undefined,
    strategy: { name: 'eternal' },
    summarizer: 'auto',
    provider: 'auto',
    model: undefined,
    summarizerModel: undefined,
    prompts: undefined,
    baseUrl: undefined,
    system: undefined,
    recall: true,
    embedder: 'none',
    personalData: false,
  };
  return defaults[name];
}

/** Checks the options of a strategy. Its name, and everything from a file, was checked when it was read. */
async function checkStrategy(strategy: Settings['strategy'], source: SettingSource): Promise<void> {
  if (source.from === 'file' || Object.keys(strategy).length === 1) return;
  const { createStrategy } = await import('../../strategies/registry.ts');
  try {
    createStrategy(strategy);
  } catch (error) {
    if (!isEverthreadError(error)) throw error;
    const message = `${source.name}: ${error.message}`;
    throw new EverthreadError({
      code: 'invalid_option',
      field: error.field ?? 'strategy',
      message,
      cause: error,
    });
  }
}
