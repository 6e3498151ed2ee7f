/**
 * Checks records against their hashes and numbers. Records that anybody but the store changed, removed or moved are
 * reported.
 */

import type { RecordKind, RecordProof } from '../records/proofs.ts';
import type { Store } from '../store.ts';
import { type DamageReport, rangeName } from './damage.ts';

const proofsPerRead = 1_000;

export type HashCheck = {
  /** Number of records from an earlier version, which have no hash yet. */
  readonly unhashed: number;
  compare(options: { where: string; stored: string | null | undefined; computed: () => string }): void;
};

export function hashCheck(options: { report: DamageReport; awaitsHashes: boolean }): HashCheck {
  const { report, awaitsHashes } = options;
  let unhashed = 0;
  return {
    get unhashed() {
      return unhashed;
    },
    compare({ where, stored, computed }) {
      if (stored === undefined) return;
      const name = `${where[0]!.toUpperCase()}${where.slice(1)}`;
      if (stored === null) {
        if (awaitsHashes) unhashed += 1;
        else report.add('record-hash', where, `${name} has lost the hash it was stored with.`);
      } else if (computed() !== stored) {
        report.add('record-hash', where, `${name} is not what it was when it was stored.`);
      }
    },
  };
}

const names: { [kind in Exclude<RecordKind, 'messages'>]: string } = {
  summaries: 'summary',
  receipts: 'receipt',
  audit: 'audit entry',
};

/** The proofs of all records of a kind, by id. Missing records are reported. */
export async function readProofs(options: {
  store: Store;
  threadId: string;
  of: Exclude<RecordKind, 'messages'>;
  made: number;
  report: DamageReport;
}): Promise<Map<string, RecordProof>> {
  const { store, threadId, of, made, report } = options;
  const proofs = new Map<string, RecordProof>();
  let next = 1;
  for (;;) {
    const after = next - 1;
    const page = await store.readHashes({ threadId, of, after, limit: proofsPerRead });
    for (const proof of page) {
      if (proof.number > next) missing(report, names[of], next, proof.number - 1);
      next = proof.number + 1;
      proofs.set(proof.id, proof);
    }
    if (page.length < proofsPerRead || !(next > after + 1)) break;
  }
  if (next <= made) missing(report, names[of], next, made);
  return proofs;
}

function missing(report: DamageReport, what: string, from: number, to: number): void {
  const where = rangeName(what, from, to).replace(/ys /u, 'ies ');
  report.add('missing-record', where, `Of this thread, ${where} (by number) cannot be found any more.`);
}
