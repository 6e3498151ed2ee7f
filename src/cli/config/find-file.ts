/**
 * Finds the configuration file: the one that was named, or one in the working directory, its parents, or the user's
 * folder for configuration. Reads no file.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fullPath } from '../paths.ts';
import { configError } from './config-error.ts';

const stem = 'everthread.config';
export const configExtensions = ['ts', 'js', 'mjs', 'json', 'yaml', 'yml'] as const;
export type ConfigExtension = (typeof configExtensions)[number];
export const configNames = configExtensions.map((extension) => `${stem}.${extension}`);

export type FoundFile = { file: string; extension: ConfigExtension };

export function findConfigFile(options: {
  named: string | undefined;
  /** The flag or variable that named it. */
  namedBy?: string;
  directory: string;
  home: string;
  env: { readonly [name: string]: string | undefined };
}): FoundFile | undefined {
  const { named, namedBy = '--config', directory, home, env } = options;
  if (named !== undefined) {
    const file = fullPath(named, { base: directory, home });
    if (!isFile(file)) {
      throw configError({ file, directory, message: `there is no such file, but ${namedBy} names it.` });
    }
    return withExtension(file, directory);
  }
  for (const folder of [...foldersUp(directory, home), userFolder(env, home)]) {
    const there = configNames.map((name) => join(folder, name)).filter((path) => existsSync(path));
    const [file, second] = there;
    if (file === undefined) continue;
    if (second !== undefined) {
      const names = there.map((path) => basename(path)).join(' and ');
      throw configError({
        file,
        directory,
        message: `${names} are in one folder, and only one of them can apply. Remove the others, or name one with --config.`,
      });
    }
    if (!isFile(file)) throw configError({ file, directory, message: 'this is not a file.' });
    refuseStrangers(file, directory);
    return withExtension(file, directory);
  }
  return undefined;
}

/** The working directory and its parents, up to the home folder or the root. */
function foldersUp(directory: string, home: string): string[] {
  const folders: string[] = [];
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === resolve(home) || folder === dirname(folder)) return folders;
  }
}

function userFolder(env: { readonly [name: string]: string | undefined }, home: string): string {
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'everthread');
}

function withExtension(file: string, directory: string): FoundFile {
  const extension = configExtensions.find((candidate) => file.endsWith(`.${candidate}`));
  if (extension !== undefined) return { file, extension };
  throw configError({
    file,
    directory,
    message: `a configuration file must end in ${configExtensions.map((known) => `.${known}`).join(', ')}.`,
  });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function refuseStrangers(file: string, directory: string): void {
  if (process.getuid === undefined) return;
  const owners = { file: statSync(file).uid, directory: statSync(directory).uid, user: process.getuid() };
  if (isTrusted(owners)) return;
  throw configError({
    file,
    directory,
    message: 'this file belongs to another user, and is used only when --config names it.',
  });
}

/** In a folder that many can write to, such as /tmp, someone else's file must not configure this program or run in it. */
export function isTrusted(owners: { file: number; directory: number; user: number }): boolean {
  return [owners.user, owners.directory, 0].includes(owners.file);
}
