/** Checks of message numbers and row numbers. */
import { invalidInput } from '../errors.ts';

/** A message number, or a number of rows. */
export function checkSeq(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw invalidInput(field, 'a whole number of at least 1', value);
  }
}

/** The message number after which a list begins; 0 for the beginning. */
export function checkAfter(value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidInput('after', 'a whole number of at least 0', value);
  }
}
