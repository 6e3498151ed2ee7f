/** Reads one configuration file and checks every key of it. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isEverthreadError } from '../../errors.ts';
import { didYouMean } from '../../input/nearest.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { configError } from './config-error.ts';
import { declarations } from './declarations.ts';
import { type ConfigDocument, SyntaxProblem } from './document.ts';
import { type ConfigExtension, configNames } from './find-file.ts';
import { readFileValue } from './read-value.ts';
import type { FileSettings } from './settings.ts';

const largestBytes = 1_000_000;
/** The section of R-20: options of `tiered` under the names they have there. */
const section = 'summarization';
const knownKeys = [...declarations.map(({ name }) => name), section];
const secretKey = /(?:api|secret|access)[-_]?(?:key|token)|^(?:token|password|key|keys|secret)$/iu;

export async function readConfigFile(options: {
  file: string;
  extension: ConfigExtension;
  directory: string;
}): Promise<FileSettings> {
  const { file, directory } = options;
  const document = await readDocument(options);
  const fail = (path: readonly string[], message: string, cause?: unknown) =>
    configError({
      file,
      directory,
      message,
      ...(path.length === 0
        ? {}
        : { key: path.join('.'), line: document.lineOf(path) ?? document.lineOf(path.slice(0, 1)) }),
      ...(cause === undefined ? {} : { cause }),
    });
  // An empty YAML file, or one with nothing but comments, sets nothing.
  const value = document.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw fail([], 'it must hold settings by name: an object.');
  }
  const given = value as { readonly [key: string]: unknown };
  const values: FileSettings['values'] = new Map();
  for (const [key, raw] of isForeign(file, given) ? [] : Object.entries(given)) {
    if (key === section || raw === undefined) continue;
    const declaration = declarations.find(({ name }) => name === key);
    if (declaration === undefined) throw fail([key], unknownKey(key));
    values.set(declaration.name, {
      value: attempt(() => readFileValue(declaration, raw, key), fail, [key]),
      line: document.lineOf([key]),
    });
  }
  if (given[section] !== undefined && given[section] !== null) {
    if (values.has('strategy')) {
      throw fail(
        [section],
        `${section} sets the strategy to tiered, and strategy is set as well. Keep one of them.`,
      );
    }
    const { fromYamlSection } = await import('../../strategies/tiered.ts');
    const strategy = attempt(() => fromYamlSection(given[section]), fail, [section]);
    values.set('strategy', { value: strategy, line: document.lineOf([section]) });
  }
  const strategy = values.get('strategy')?.value as { name: string } | undefined;
  if (strategy !== undefined && Object.keys(strategy).length > 1 && !(section in given)) {
    const { createStrategy } = await import('../../strategies/registry.ts');
    attempt(() => createStrategy(strategy), fail, ['strategy']);
  }
  return { file, values };
}

/** A file of another program that has the section: its other keys are that program's, whatever their names. */
function isForeign(file: string, given: object): boolean {
  const isOurs = (key: string) => knownKeys.some((known) => known === key);
  return section in given && !configNames.includes(basename(file)) && !Object.keys(given).every(isOurs);
}

async function readDocument(options: {
  file: string;
  extension: ConfigExtension;
  directory: string;
}): Promise<ConfigDocument> {
  const { file, extension, directory } = options;
  try {
    if ((await stat(file)).size > largestBytes)
      throw new SyntaxProblem('a configuration file may have 1 MB at most.');
    const bytes = await readFile(file);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // JSON is read as YAML, which gives the line of each key and allows comments.
    if (extension === 'json' || extension === 'yaml' || extension === 'yml') {
      return (await import('./yaml-document.ts')).parseYamlDocument(text);
    }
    return await (await import('./module-document.ts')).loadModuleDocument({ file, text });
  } catch (error) {
    const isDecoding =
      error instanceof TypeError &&
      (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    const message = isDecoding
      ? 'it is not UTF-8 text.'
      : error instanceof Error
        ? error.message
        : String(error);
    const line = error instanceof SyntaxProblem ? error.line : undefined;
    throw configError({ file, directory, line, message: sanitizeLine(message), cause: error });
  }
}

/** Turns an error into one with file and line. The error may name an option inside the value: `strategy.messages`. */
function attempt<Value>(
  read: () => Value,
  fail: (path: readonly string[], message: string, cause?: unknown) => Error,
  path: readonly string[],
): Value {
  try {
    return read();
  } catch (error) {
    if (!isEverthreadError(error)) throw fail(path, `it could not be read: ${String(error)}.`, error);
    const at = error.field?.split('.') ?? path;
    const { knownOptions = [] } = error.details as { knownOptions?: readonly string[] };
    throw fail(at, error.message + didYouMean(at.at(-1)!, knownOptions), error);
  }
}

function unknownKey(key: string): string {
  const shown = JSON.stringify(sanitizeLine(key).slice(0, 60));
  if (secretKey.test(key)) {
    return `${shown} is no setting: keys of providers are read from the environment alone (ANTHROPIC_API_KEY, OPENAI_API_KEY), so that none ends up in a file.`;
  }
  return `${shown} is no setting.${didYouMean(key, knownKeys)} Settings: ${knownKeys.join(', ')}.`;
}
