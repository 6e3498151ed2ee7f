/** Damage as it is reported: where it is and what is wrong, in plain words, and never a word of the conversation. */
import { type EverthreadError, isEverthreadError } from '../errors.ts';

export type DamageKind =
  /** Something stored cannot be read at all. */
  | 'unreadable'
  | 'missing-message'
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

export function isCorrupt(error: unknown): error is EverthreadError {
  return isEverthreadError(error, 'store_corrupt');
}

export function rangeName(what: string, from: number, to: number): string {
  return from === to ? `${what} ${from}` : `${what}s ${from} to ${to}`;
}
