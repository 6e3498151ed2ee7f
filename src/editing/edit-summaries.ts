/** Summaries in a person's hands: an edited or pinned text is marked, versioned, and kept by later compactions. */
import type { Engine } from '../engine/engine.ts';
import { invalidInput } from '../errors.ts';
import type { SummaryRecord } from '../records/summary.ts';
import { isoTime } from '../runtime.ts';
import { auditEntry } from './edit-messages.ts';

/** More than this is a document, and would take a context to itself. */
const longestCharacters = 40_000;

export async function editSummary(options: {
  engine: Engine;
  summary: SummaryRecord;
  text: string;
  note: string;
}): Promise<SummaryRecord> {
  const { engine, summary, text, note } = options;
  if (typeof text !== 'string' || text.trim() === '' || text.length > longestCharacters) {
    throw invalidInput(
      'text',
      `a text of 1 to ${longestCharacters.toLocaleString('en-US')} characters`,
      text,
    );
  }
  const clean = engine.redaction.redact(text);
  return engine.store.updateSummary({
    threadId: summary.threadId,
    summaryId: summary.id,
    text: clean,
    tokens: await engine.counter.countLong(clean),
    record: null,
    edited: { at: isoTime(engine.runtime.now()), version: (summary.edited?.version ?? 1) + 1 },
    audit: auditEntry(engine, summary.threadId, {
      action: 'edit-summary',
      from: summary.from,
      to: summary.to,
      summaryId: summary.id,
      note,
      before: null,
    }),
    now: engine.runtime.now(),
  });
}

export async function pinSummary(options: {
  engine: Engine;
  summary: SummaryRecord;
  pinned: boolean;
  note: string;
}): Promise<SummaryRecord> {
  const { engine, summary, pinned, note } = options;
  return engine.store.updateSummary({
    threadId: summary.threadId,
    summaryId: summary.id,
    pinned,
    audit: auditEntry(engine, summary.threadId, {
      action: pinned ? 'pin-summary' : 'unpin-summary',
      from: summary.from,
      to: summary.to,
      summaryId: summary.id,
      note,
      before: null,
    }),
    now: engine.runtime.now(),
  });
}
