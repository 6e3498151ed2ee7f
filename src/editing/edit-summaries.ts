/** Edits and pins of summaries by a person. Such a text is marked, versioned, and kept by later compactions. */
import type { Redaction } from '../engine/redaction.ts';
import { invalidInput } from '../errors.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { isoTime, type Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { auditEntry } from './audit.ts';

/** A longer text would fill a context by itself. */
const longestCharacters = 40_000;

export async function editSummary(options: {
  ports: { store: Store; runtime: Runtime; counter: TokenCounter; redaction: Redaction };
  summary: SummaryRecord;
  text: string;
  note: string;
}): Promise<SummaryRecord> {
  const { ports, summary, text, note } = options;
  const { store, runtime, counter, redaction } = ports;
  if (typeof text !== 'string' || text.trim() === '' || text.length > longestCharacters) {
    throw invalidInput(
      'text',
      `a text of 1 to ${longestCharacters.toLocaleString('en-US')} characters`,
      text,
    );
  }
  const clean = redaction.redact(text);
  return store.updateSummary({
    threadId: summary.threadId,
    summaryId: summary.id,
    text: clean,
    tokens: await counter.countLong(clean),
    record: null,
    edited: { at: isoTime(runtime.now()), version: (summary.edited?.version ?? 1) + 1 },
    audit: entryFor(runtime, summary, 'edit-summary', note),
    now: runtime.now(),
  });
}

export async function pinSummary(options: {
  ports: { store: Store; runtime: Runtime };
  summary: SummaryRecord;
  pinned: boolean;
  note: string;
}): Promise<SummaryRecord> {
  const { ports, summary, pinned, note } = options;
  const { store, runtime } = ports;
  return store.updateSummary({
    threadId: summary.threadId,
    summaryId: summary.id,
    pinned,
    audit: entryFor(runtime, summary, pinned ? 'pin-summary' : 'unpin-summary', note),
    now: runtime.now(),
  });
}

function entryFor(
  runtime: Runtime,
  { id: summaryId, threadId, from, to }: SummaryRecord,
  action: AuditEntry['action'],
  note: string,
): AuditEntry {
  return auditEntry(runtime, threadId, { action, from, to, summaryId, note, before: null });
}
