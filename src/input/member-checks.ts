/**
 * What each member of a method's options must be. A misspelt name must be refused: `verify({ thread })` would otherwise
 * check every thread there is, and `forget(1, { copy: true })` would leave the copies.
 */
import { EverthreadError, invalidInput } from '../errors.ts';
import { didYouMean } from './nearest.ts';

export type MemberCheck = (field: string, value: unknown) => void;

/** Null marks a member that the method checks itself. The type makes the list complete. */
export type MemberChecks<Options extends object> = {
  readonly [Name in keyof Required<Options>]: MemberCheck | null;
};

export const flag: MemberCheck = (field, value) => {
  if (typeof value !== 'boolean') throw invalidInput(field, 'true or false', value);
};

export const text: MemberCheck = (field, value) => {
  if (typeof value !== 'string') throw invalidInput(field, 'a text', value);
};

export const list: MemberCheck = (field, value) => {
  if (!Array.isArray(value)) throw invalidInput(field, 'a list', value);
};

export const callback: MemberCheck = (field, value) => {
  if (typeof value !== 'function') throw invalidInput(field, 'a function', value);
};

/** Looks only at what is given, because a turn makes several calls. */
export function checkMembers(given: object, checks: { readonly [name: string]: MemberCheck | null }): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(checks, name)) refuseUnknownInput('', given, Object.keys(checks));
    const value = (given as { readonly [name: string]: unknown })[name];
    if (value !== undefined) checks[name]?.(name, value);
  }
}

/** For arguments of a call; `prefix` stands before the name in the error, such as `limits.`. */
export function refuseUnknownInput(prefix: string, given: object, accepted: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !accepted.includes(key));
  if (unknown !== undefined) throw unknownName('invalid_input', prefix, unknown, accepted);
}

/** For options with which something is made. */
export function refuseUnknown(prefix: string, given: object, accepted: readonly string[]): void {
  const unknown = Object.keys(given).find((key) => !accepted.includes(key));
  if (unknown !== undefined) throw unknownName('invalid_option', prefix, unknown, accepted);
}

function unknownName(
  code: 'invalid_input' | 'invalid_option',
  prefix: string,
  name: string,
  accepted: readonly string[],
): EverthreadError {
  // A name can be anything, even text of a message.
  const said = name.length <= 60 ? name : `${name.slice(0, 60)}…`;
  const field = `${prefix}${said}`;
  const one = `one of ${accepted.map((known) => `${prefix}${known}`).join(', ')}`;
  return new EverthreadError({
    code,
    field,
    message: `${field} is not known here.${didYouMean(said, accepted)} It must be ${one}.`,
    details: { accepted: one },
  });
}
