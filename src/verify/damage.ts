/** Damage as it is reported: where it is and what is wrong, in plain words, and never a word of the conversation. */
import { isEverthreadError } from '../errors.ts';

export type DamageKind =
  /** Something stored cannot be read at all. */
  | 'unreadable'
  | 'missing-message'
  /** A summary, receipt or audit entry is gone. */
  | 'missing-record'
  /** Something stored is not what it was when it was written, or has lost the hash that would tell. */
  | 'record-hash'
  /** A message is not what its hash says. */
  | 'message-hash'
  /** A message whose content was removed still has some. */
  | 'removed-content'
  | 'tokens-before'
  | 'unit-start'
  /** A figure of the thread's row is not the sum of what is stored. */
  | 'counter'
  /** Live or prepared summaries leave a gap or overlap. */
  | 'tiling'
  | 'summary-range'
  /** A summary begins or ends at another message than it names. */
  | 'summary-ends'
  /** When a summary was made, shown and replaced does not fit together, or not with its status. */
  | 'summary-moments'
  /** A summary was not made from the sources it names. */
  | 'source-hash'
  /** Something refers to a summary that is not there. */
  | 'missing-summary'
  /** The search index lacks a message, or holds one that is not there. */
  | 'search-index'
  /** More was found in one thread than is listed. */
  | 'more';

export type Damage = { threadId: string; kind: DamageKind; where: string; message: string };

/** Damage beyond this is not listed: a thread broken that often is restored, not repaired. */
export const maxDamagesPerThread = 1_000;

/** What the checks of one thread get to report with. */
export type DamageReport = {
  damages: Damage[];
  /** Nothing more is listed: long checks may stop. */
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

/** What says nothing about the data: the caller's fault, or a file that cannot be got at right now. */
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

/** Whatever else goes wrong while stored data is read is damage, in whichever words it comes. */
export function isDamage(error: unknown): boolean {
  // What code trips over that takes for granted what was stored.
  if (!isEverthreadError(error)) return error instanceof TypeError || error instanceof RangeError;
  if (error.code === 'store_corrupt') return true;
  return error.code === 'store_failed' && !operational.has(error.details.sqlite) && error.field === undefined;
}

/** One check of several: what it trips over is reported, and the others go on. */
export async function checkPart(
  report: DamageReport,
  where: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isDamage(error)) throw error;
    report.add('unreadable', where, `${reasonOf(error)} The rest of it was not checked.`);
  }
}

/** Never a value: what is not worded by us names only its kind. */
export function reasonOf(error: unknown): string {
  if (isEverthreadError(error)) return error.message;
  return `What is stored there makes no sense (${error instanceof Error ? error.name : typeof error}).`;
}

export function rangeName(what: string, from: number, to: number): string {
  return from === to ? `${what} ${from}` : `${what}s ${from} to ${to}`;
}
