/** Reads the error of a refused call. */
import { isEverthreadError } from '../src/errors.ts';

/** The error of a call that must be refused, whether it throws or rejects. */
export async function refusalOf(call: () => unknown) {
  try {
    await call();
  } catch (error) {
    if (isEverthreadError(error)) return { code: error.code, field: error.field, message: error.message };
    throw error;
  }
  throw new Error('It was not refused.');
}
