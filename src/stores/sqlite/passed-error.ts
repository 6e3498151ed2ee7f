/** Passes an error from one thread to another, where only plain values arrive. */
import { type ErrorFields, EverthreadError, isEverthreadError } from '../../errors.ts';

export type PassedError =
  | { own: Omit<ErrorFields, 'cause'> }
  | { message: string; code?: unknown; errcode?: unknown };

export function passError(error: unknown): PassedError {
  if (isEverthreadError(error)) {
    const { code, message, field, details } = error;
    return { own: { code, message, details, ...(field !== undefined && { field }) } };
  }
  const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return { message, code, errcode };
}

export function passedError(passed: PassedError): Error {
  if ('own' in passed) return new EverthreadError(passed.own);
  const { message, code, errcode } = passed;
  return Object.assign(new Error(message), { code, errcode });
}
