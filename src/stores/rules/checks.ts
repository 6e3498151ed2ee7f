/**
 * Checks that every store makes before it touches its data, so that all stores refuse the same input with the same
 * message. Whether a message or summary makes sense is checked where it is made; here only what could break a store.
 */
import { EverthreadError, invalidInput } from '../../errors.ts';
import type { MessagePlace, Range, SummaryQuery } from '../../store.ts';

/** Two ids of this length fit one index entry of every database, in any alphabet. */
const maxIdLength = 400;

const acceptedId = `a string of 1 to ${maxIdLength} characters without NUL or lone surrogates`;

/** Databases do not preserve NUL and lone surrogates, so two different ids could become one. */
export function isId(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= maxIdLength &&
    value.isWellFormed() &&
    !value.includes('\0')
  );
}

export function checkId(field: string, value: unknown): void {
  if (!isId(value)) throw invalidInput(field, acceptedId, value);
}

export function checkCount(field: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw invalidInput(field, 'a whole number of 0 or more', value);
  }
}

export function checkRange({ threadId, from, to, limit }: Range | SummaryQuery): void {
  checkId('threadId', threadId);
  if (from !== undefined) checkCount('from', from);
  if (to !== undefined) checkCount('to', to);
  if (limit !== undefined) checkCount('limit', limit);
}

export function checkPlaces(places: readonly MessagePlace[]): void {
  let checked: string | undefined;
  for (const [index, { threadId, seq }] of places.entries()) {
    if (threadId !== checked) checkId(`places[${index}].threadId`, threadId);
    checked = threadId;
    checkCount(`places[${index}].seq`, seq);
  }
}

/** By thread id, then by message number. */
export function byPlace(first: MessagePlace, second: MessagePlace): number {
  if (first.threadId !== second.threadId) return first.threadId < second.threadId ? -1 : 1;
  return first.seq - second.seq;
}

export function unknownThread(threadId: string): EverthreadError {
  return new EverthreadError({
    code: 'unknown_thread',
    field: 'threadId',
    message: `There is no thread ${JSON.stringify(threadId)} in this store: check the id, or make it first.`,
    details: { threadId },
  });
}

export function unknownMessage(field: string, threadId: string, seq: number): EverthreadError {
  return new EverthreadError({
    code: 'unknown_message',
    field,
    message: `There is no message ${seq} in thread ${JSON.stringify(threadId)}. Nothing was changed.`,
    details: { threadId, seq },
  });
}

export function unknownSummary(field: string, threadId: string, summaryId: unknown): EverthreadError {
  return new EverthreadError({
    code: 'unknown_summary',
    field,
    message: `There is no summary ${JSON.stringify(summaryId)} in thread ${JSON.stringify(threadId)}.`,
    details: { threadId, summaryId },
  });
}

export function unknownAuditEntry(id: unknown): EverthreadError {
  return invalidInput('before', 'the id of an audit entry of this thread', id);
}

export function unknownReceipt(id: unknown): EverthreadError {
  return invalidInput('before', 'the id of a receipt of this thread', id);
}

export function storeClosed(name: string): EverthreadError {
  return new EverthreadError({
    code: 'closed',
    message: `The ${name} store was closed. Make a new one to go on.`,
  });
}

/** JSON preserves what databases do not: NUL and lone surrogates are escaped. */
export function encodeJson(field: string, value: unknown): string {
  try {
    const text = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new EverthreadError({
      code: 'invalid_input',
      field,
      message: `${field} must be plain JSON that is not nested too deeply and has no cycles.`,
      cause,
    });
  }
  throw invalidInput(field, 'plain JSON', value);
}
