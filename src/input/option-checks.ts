/** Checks of options. Errors name the option and the accepted values. */
import { invalidOption } from '../errors.ts';

export function checkObject(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidOption(field, 'an object', value);
  }
}

export function checkCount(field: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) {
    throw invalidOption(field, 'a whole number of at least 1', value);
  }
}

export function refuseUnknown(prefix: string, options: object, accepted: readonly string[]): void {
  const unknown = Object.keys(options).find((key) => !accepted.includes(key));
  if (unknown !== undefined) {
    throw invalidOption(
      `${prefix}${unknown}`,
      `one of the options ${accepted.join(', ')}`,
      'an unknown name',
    );
  }
}
