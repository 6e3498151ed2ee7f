/** Damage as it is reported: where it is and what is wrong, in plain words, without any text of the conversation. */
import { isEverthreadError } from '../errors.ts';

export type DamageKind =
  /** A stored record cannot be read at all. */
  | 'unreadable'
  | 'missing-message'
  /** A summary, receipt or audit entry is gone. */
  | 'missing-record'
  /** A record does not match the hash it was written with, or has lost its hash. */
  | 'record-hash'
  /** A message's content does not match its hash. */
  | 'message-hash'
  /** A message marked as removed still has content. */
  | 'removed-content'
  | 'tokens-before'
  | 'unit-start'
  /** A figure in the thread's row differs from the sum over the stored records. */
  | 'counter'
  /** Live or prepared summaries leave a gap or overlap. */
  | 'tiling'
  | 'summary-range'
  /** A summary begins or ends at another message than it names. */
  | 'summary-ends'
  /** The times when a summary was made, shown and replaced contradict each other or its status. */
  | 'summary-moments'
  /** A summary was not made from the sources it names. */
  | 'source-hash'
  /** A record refers to a summary that does not exist. */
  | 'missing-summary'
  /** The search index lacks a message, or holds one that does not exist. */
  | 'search-index'
  /** A thread has more damages than are listed. */
  | 'more';

export type Damage = { threadId: string; kind: DamageKind; where: string; message: string };

/** Further damages are not listed: a thread with this many is restored, not repaired. */
export const maxDamagesPerThread = 1_000;

/** Collects the findings of the checks of one thread. */
export type DamageReport = {
  damages: Damage[];
  /** Whether the list is full, so that long checks may stop. */
  isFull(): boolean;
  add(kind: DamageKind, where: string, message: string): void;
};

export function damageReport(threadId: string): DamageReport {
  const damages: Damage[] = [];
  const isFull = () => damages.length > maxDamagesPerThread;
  return {
    damages,
    isFull,
    add(kind, where, message) {
      if (isFull()) return;
      if (damages.length < maxDamagesPerThread) {
        damages.push({ threadId, kind, where, message });
        return;
      }
      const more = `There is more damage in this thread than is listed (${maxDamagesPerThread.toLocaleString('en-US')}).`;
      damages.push({ threadId, kind: 'more', where: 'thread', message: more });
    },
  };
}

/** Errors that say nothing about the data: mistakes of the caller, or a file that is inaccessible right now. */
const operational: ReadonlySet<unknown> = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_PROTOCOL',
  'SQLITE_PERM',
  'SQLITE_AUTH',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
]);

/** Any other error while stored data is read counts as damage. */
export function isDamage(error: unknown): boolean {
  // TypeErrors and RangeErrors come from code that relies on the shape of stored data.
  if (!isEverthreadError(error)) return error instanceof TypeError || error instanceof RangeError;
  if (error.code === 'store_corrupt') return true;
  return error.code === 'store_failed' && !operational.has(error.details.sqlite) && error.field === undefined;
}

/** Runs one of several checks. Damage that makes it fail is reported, and the other checks go on. */
export async function checkPart(
  report: DamageReport,
  where: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    report.add('unreadable', where, `${readingReason(error)} The rest of it was not checked.`);
  }
}

/** Never contains stored values: of errors that are not ours, only the kind is named. */
export function reasonOf(error: unknown): string {
  if (isEverthreadError(error)) return error.message;
  return `The stored data is invalid (${error instanceof Error ? error.name : typeof error}).`;
}

/**
 * Why one of many records cannot be read. The advice in a store's own message (to verify, and that nothing was stored)
 * would be repeated for each of them, and does not belong in the answer of `verify`.
 */
export function readingReason(error: unknown): string {
  const { sqlite, refused } = isEverthreadError(error) ? error.details : {};
  if (typeof sqlite === 'string') return `SQLite cannot read it (${sqlite}).`;
  return typeof refused === 'string' ? `SQLite refused to read it: ${refused}.` : reasonOf(error);
}

export function rangeName(what: string, from: number, to: number): string {
  return from === to ? `${what} ${from}` : `${what}s ${from} to ${to}`;
}
