/** Resolves paths as people type them, and explains in plain words why one cannot be used. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { EverthreadError, isEverthreadError } from '../errors.ts';
import { didYouMean } from '../input/nearest.ts';
import type { Io } from './io.ts';
import { sanitizeLine } from './terminal/sanitize.ts';

export function homeOf(env: Io['env']): string {
  return env.HOME || env.USERPROFILE || homedir();
}

/** The full path of an argument. */
export function typedPath(given: string, { directory, env }: Io): string {
  return fullPath(given, { base: directory, home: homeOf(env) });
}

/** Resolves a path relative to `base`. `~` is the home folder even if no shell replaced it, as in `--output=~/x`. */
export function fullPath(given: string, { base, home }: { base: string; home: string }): string {
  return resolve(base, given.replace(/^~(?=\/|$)/u, home));
}

/** Turns a refusal of the operating system into a readable error; returns any other error unchanged. */
export function pathProblem(options: {
  /** The path as it was typed. */
  given: string;
  path: string;
  /** The argument or flag it was given to. */
  field: string;
  to: 'read' | 'written';
  cause: unknown;
}): unknown {
  const { given, path, field, to, cause } = options;
  const isRefusal = cause instanceof Error && 'code' in cause && 'syscall' in cause;
  if (!isRefusal || isEverthreadError(cause)) return cause;
  const name = sanitizeLine(given);
  const message = sentences[String(cause.code)]?.({ name, path, to });
  return new EverthreadError({
    code: 'invalid_input',
    field,
    message: message ?? `${name} cannot be ${to}: ${sanitizeLine(cause.message)}.`,
    cause,
  });
}

type Wording = (problem: { name: string; path: string; to: 'read' | 'written' }) => string;

const noPermission: Wording = ({ name, to }) =>
  `${name} cannot be ${to}: you have no permission ${to === 'read' ? 'to read it' : 'to write there'}.`;
const missing: Wording = ({ name, path, to }) =>
  to === 'read' ? notThere(name, path) : noFolderFor(name, path);

/** Sentences by error code. */
const sentences: { [code: string]: Wording } = {
  ENOENT: missing,
  ENOTDIR: (problem) =>
    existsSync(problem.path) ? `${problem.name} is a file, but a folder is needed here.` : missing(problem),
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: ({ name }) => `${name} cannot be written: nothing can be written on that disk.`,
  ENOSPC: ({ name }) => `${name} cannot be written: the disk is full.`,
  EISDIR: ({ name }) => `${name} is a folder, but a file is needed here.`,
};

/** Says where the file was looked for, and suggests a file there with a similar name. */
function notThere(name: string, path: string): string {
  const folder = dirname(path);
  if (!isThere(folder)) return `There is no ${name}: the folder ${sanitizeLine(folder)} is not there either.`;
  const near = didYouMean(basename(path), namesIn(folder).map(sanitizeLine));
  return `There is no file or folder ${name}${name === path ? '' : ` (looked for ${sanitizeLine(path)})`}.${near}`;
}

function noFolderFor(name: string, path: string): string {
  return `${name} cannot be written: there is no folder ${sanitizeLine(dirname(path))}. Make it first.`;
}

function isThere(folder: string): boolean {
  return existsSync(folder) && statSync(folder).isDirectory();
}

/** Names of the files in a folder; none if it may not be listed. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
