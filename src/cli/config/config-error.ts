/** Errors in a configuration file. Each names the file, and the line and the key if they are known. */
import { isAbsolute, relative } from 'node:path';
import { EverthreadError } from '../../errors.ts';

export type ConfigPlace = {
  readonly file: string;
  readonly line?: number | undefined;
  readonly key?: string;
};

export function configError(
  place: ConfigPlace & { message: string; directory: string; cause?: unknown },
): EverthreadError {
  const { file, line, key, message, directory, cause } = place;
  const where = `${shownPath(file, directory)}${line === undefined ? '' : `:${line}`}`;
  return new EverthreadError({
    code: 'invalid_option',
    field: key ?? 'config',
    message: `${where}: ${message}`,
    details: { file, ...(line === undefined ? {} : { line }), ...(key === undefined ? {} : { key }) },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Relative to the working directory if the file is below it, else the full path. */
export function shownPath(file: string, directory: string): string {
  const fromHere = relative(directory, file);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? file : fromHere;
}
