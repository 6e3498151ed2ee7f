/** What is wrong with a configuration file: always with the file, and with line and key where they are known. */
import { isAbsolute, relative } from 'node:path';
import { EverthreadError } from '../../errors.ts';

export type Place = { readonly file: string; readonly line?: number | undefined; readonly key?: string };

export function configError(
  place: Place & { message: string; directory: string; cause?: unknown },
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

/** From the working directory where the file is below it, else in full. */
export function shownPath(file: string, directory: string): string {
  const fromHere = relative(directory, file);
  return fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere) ? file : fromHere;
}
