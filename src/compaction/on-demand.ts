/** A compaction that a caller requested and waits for. Unlike the automatic ones, it rejects when it fails. */
import { invalidInput } from '../errors.ts';
import { checkSignal } from '../input/signals.ts';
import type { Receipt, SummaryWishes } from '../records/summary.ts';
import type { Background } from './background.ts';
import { asEverthreadError } from './failures.ts';
import { type RunPorts, runCompaction } from './run.ts';
import { checkWishes } from './wishes.ts';

export type CompactOptions = SummaryWishes & {
  /** Redo the summary from the originals, even when nothing is due. */
  refresh?: boolean;
  signal?: AbortSignal;
};

export type CompactResult =
  | { compacted: true /** The last of them. */; receipt: Receipt; receipts: Receipt[] }
  | { compacted: false; reason: string };

export function checkCompactOptions({ refresh, signal, ...wishes }: CompactOptions): void {
  checkWishes(wishes);
  if (refresh !== undefined && typeof refresh !== 'boolean') {
    throw invalidInput('refresh', 'true or false', refresh);
  }
  checkSignal(signal);
}

export async function compactOnDemand(
  options: SummaryWishes & {
    ports: RunPorts & { background: Background };
    threadId: string;
    refresh?: boolean;
    signal: AbortSignal;
  },
): Promise<CompactResult> {
  const { ports, threadId, refresh = false, focus, detail, signal } = options;
  const { background, redaction } = ports;
  const trigger = refresh ? 'refresh' : 'manual';
  const wishes = {
    // The focus is stored with the summary, so secrets in it are replaced.
    ...(focus === undefined ? {} : { focus: redaction.redact(focus.trim()) }),
    ...(detail === undefined ? {} : { detail }),
  };
  const { receipts, reason } = await background
    .perform(threadId, () => runCompaction({ ports, threadId, trigger, wishes, signal }))
    .catch((error) => {
      throw asEverthreadError(error, redaction.redact);
    });
  background.notice(threadId, { again: true });
  const receipt = receipts[receipts.length - 1];
  return receipt ? { compacted: true, receipt, receipts } : { compacted: false, reason };
}
