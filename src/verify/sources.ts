/**
 * Proves summaries by their sources during the walk over the log (I-9): they must begin and end at the messages they
 * name, and the hash of their sources must be the same. Keeps a running hash for each summary in progress, never the
 * messages.
 */

import { createSequenceHash, hashSequence } from '../message/hash.ts';
import type { MessageMeta } from '../message/message.ts';
import { joinSourceHashes } from '../records/source-hash.ts';
import type { SummaryHead } from '../records/summary.ts';
import type { DamageReport } from './damage.ts';

export type SourceCheck = { add(message: MessageMeta): void };

type Reader = {
  head: SummaryHead;
  from: number;
  to: number;
  messages: ReturnType<typeof createSequenceHash>;
  count: number;
  /** Deleted originals do not change the summaries made from them, but the source hash can no longer be proved. */
  deleted: boolean;
};

export function sourceCheck(options: { heads: readonly SummaryHead[]; report: DamageReport }): SourceCheck {
  const { heads, report } = options;
  const byId = new Map(heads.map((head) => [head.id, head]));
  const ends = endsOf(heads);

  function compare(head: SummaryHead, messages: string): void {
    const folded = head.sourceIds.map((id) => byId.get(id)?.sourceHash);
    // A missing source is reported elsewhere.
    if (folded.some((hash) => hash === undefined)) return;
    const summaries = hashSequence(folded as string[]);
    if (joinSourceHashes({ summaries, messages }) === head.sourceHash) return;
    report.add(
      'source-hash',
      `summary ${head.id}`,
      `Summary ${JSON.stringify(head.id)} (messages ${head.from} to ${head.to}) was made from other sources than those it names.`,
    );
  }

  // The messages of a stale summary are known to have changed.
  const provable = heads.filter(({ stale }) => !stale);
  const nothing = hashSequence([]);
  for (const head of provable) if (head.readFrom === null) compare(head, nothing);
  const waiting = provable
    .filter((head) => head.readFrom !== null && head.readTo !== null)
    .map((head) => ({ head, from: head.readFrom!, to: head.readTo! }))
    .sort((first, second) => second.from - first.from);
  const reading = new Set<Reader>();

  return {
    add({ seq, id, hash, removed }) {
      for (const { head, end } of ends.get(seq) ?? []) {
        if (id === (end === 'first' ? head.startMessageId : head.endMessageId)) continue;
        const detail = `The ${end} message of summary ${JSON.stringify(head.id)} is ${JSON.stringify(id)}, but it names another one.`;
        report.add('summary-ends', `summary ${head.id}`, detail);
      }
      while (waiting.length > 0 && waiting.at(-1)!.from <= seq) {
        reading.add({ ...waiting.pop()!, messages: createSequenceHash(), count: 0, deleted: false });
      }
      for (const reader of reading) {
        if (seq <= reader.to) {
          reader.messages.add(hash);
          reader.count += 1;
          reader.deleted ||= removed === 'deleted';
        }
        if (seq < reader.to) continue;
        reading.delete(reader);
        const { head, from, to, count, deleted, messages } = reader;
        // Missing messages are reported elsewhere.
        if (count === to - from + 1 && !deleted) compare(head, messages.digest());
      }
    },
  };
}

function endsOf(heads: readonly SummaryHead[]): Map<number, { head: SummaryHead; end: 'first' | 'last' }[]> {
  const ends = new Map<number, { head: SummaryHead; end: 'first' | 'last' }[]>();
  for (const head of heads) {
    for (const [seq, end] of [
      [head.from, 'first'],
      [head.to, 'last'],
    ] as const) {
      const known = ends.get(seq);
      if (known) known.push({ head, end });
      else ends.set(seq, [{ head, end }]);
    }
  }
  return ends;
}
