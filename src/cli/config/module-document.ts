/**
 * Loads a configuration file in JavaScript or TypeScript by running it; the settings are its default export. Node
 * itself strips the types.
 */
import { pathToFileURL } from 'node:url';
import { type ConfigDocument, SyntaxProblem } from './document.ts';

/** Node's warnings about how it reads the file; the author of a configuration file need not act on them. */
const quietCodes = ['MODULE_TYPELESS_PACKAGE_JSON'];
const quietTypes = /type stripping/iu;

export async function loadModuleDocument(options: { file: string; text: string }): Promise<ConfigDocument> {
  const { file, text } = options;
  if (file.endsWith('.ts') && process.features.typescript === false) {
    throw new SyntaxProblem(
      `Node ${process.versions.node} cannot read TypeScript. Use Node 22.18 or newer, or write everthread.config.mjs, .json or .yaml.`,
    );
  }
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const code = rest.map((item) => (item as { code?: unknown } | null)?.code ?? item);
    const quiet = quietTypes.test(String(warning)) || code.some((item) => quietCodes.includes(String(item)));
    if (!quiet) (emitWarning as (...args: unknown[]) => void)(warning, ...rest);
  }) as typeof process.emitWarning;
  let loaded: { default?: unknown };
  let value: unknown;
  try {
    loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default?: unknown };
    value = await loaded.default;
    // Copied here so that getters run only once, and their errors are caught below.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) value = { ...value };
  } catch (error) {
    throw new SyntaxProblem(describe(error), lineOfError(error, file));
  } finally {
    process.emitWarning = emitWarning;
  }
  if (!('default' in loaded))
    throw new SyntaxProblem('it has no default export; write `export default { … }`.');
  return { value, lineOf: (path) => lineOfKey(text, path) };
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message.split('\n')[0]! : String(error);
  return `it could not be loaded: ${message || 'no reason given'}`.replace(/(?<![.!?])$/u, '.');
}

/** Syntax errors name the place before the stack, others in its first frame of this file. */
function lineOfError(error: unknown, file: string): number | undefined {
  if (!(error instanceof Error) || error.stack === undefined) return undefined;
  for (const name of [pathToFileURL(file).href, file]) {
    const at = error.stack.indexOf(`${name}:`);
    const line = at === -1 ? null : /^\d+/u.exec(error.stack.slice(at + name.length + 1));
    if (line !== null) return Number(line[0]);
  }
  return undefined;
}

/** The line where the keys of the path first follow each other: a guess that holds for plain object literals. */
function lineOfKey(text: string, path: readonly string[]): number | undefined {
  let from = 0;
  for (const key of path) {
    const pattern = new RegExp(`(?<![\\w$])["']?${escaped(key)}["']?\\s*[:,(}]`, 'u');
    const found = pattern.exec(text.slice(from));
    if (found === null) return undefined;
    from += found.index;
  }
  return text.slice(0, from).split('\n').length;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}
