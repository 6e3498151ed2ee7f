/**
 * Rules for changing the past of a thread: pure, and the same for every store. Decides which messages, summaries and
 * audit entries change, and computes the new row. Each store reads them and writes the result.
 */
import { invalidInput } from '../../errors.ts';
import { type Message, textOf } from '../../message/message.ts';
import type { AuditEntry } from '../../records/audit-entry.ts';
import type { Pin } from '../../records/pin.ts';
import type { Receipt, SummaryStatus } from '../../records/summary.ts';
import type { ThreadState } from '../../records/thread-state.ts';
import { isoTime } from '../../runtime.ts';
import type { MessageChange, Store } from '../../store.ts';
import { checkAudit } from './audit-entries.ts';
import { checkCount, checkId, encodeJson, unknownMessage } from './checks.ts';
import { withoutTitleFrom } from './details.ts';
import type { SummaryPlace } from './settle.ts';

export type RewriteOptions = Parameters<Store['rewrite']>[0];

/** Message numbers, sorted, whose content is removed from the store. */
export type Erasure = {
  /** Forgotten or deleted. */
  messages: readonly number[];
  /** Only forgotten messages: they are also removed from everything made from them. */
  forgotten: readonly number[];
  /** The summaries that are emptied for this. */
  summaryIds: ReadonlySet<string>;
};

export type SettledRewrite = {
  state: ThreadState;
  /** The changed messages, in the order of the changes. */
  messages: Message[];
  /** Summaries built on a changed message, in the order of the given summaries. */
  stale: string[];
  /** Summaries whose status becomes `replaced`: stale prepared or partial ones, and prepared ones behind a gap. */
  retired: string[];
  /** Summaries that lose every field that could quote a forgotten message. */
  emptied: string[];
  erasure: Erasure;
  audit: AuditEntry;
};

/** The content of a summary after a message it was built on was forgotten. */
export const emptiedBody = { text: '', record: null, originals: [], segment: null, facts: [] };

export function checkRewrite({ threadId, changes, audit }: RewriteOptions): void {
  checkId('threadId', threadId);
  checkAudit(threadId, audit);
  if (changes.length === 0) throw invalidInput('changes', 'at least one change', changes);
  const seen = new Set<number>();
  changes.forEach((change, index) => {
    const field = `changes[${index}]`;
    const { kind, seq } = change;
    if (!['edit', 'forget', 'delete'].includes(kind)) {
      throw invalidInput(`${field}.kind`, "'edit', 'forget' or 'delete'", kind);
    }
    checkCount(`${field}.seq`, seq);
    checkCount(`${field}.tokens`, change.tokens);
    if (typeof change.hash !== 'string') throw invalidInput(`${field}.hash`, 'a string', change.hash);
    if (change.kind === 'edit' && !Array.isArray(change.content?.parts)) {
      throw invalidInput(`${field}.content.parts`, 'an array', change.content?.parts);
    }
    if (seen.has(seq)) throw invalidInput(`${field}.seq`, 'a message that is changed once', seq);
    seen.add(seq);
    // An entry's range is how it is found when one of its messages is forgotten later.
    if (seq < audit.from || seq > audit.to) {
      throw invalidInput('audit', `from and to around every changed message (${seq} is one)`, {
        from: audit.from,
        to: audit.to,
      });
    }
  });
}

export function settleRewrite(options: {
  rewrite: RewriteOptions;
  state: ThreadState;
  /** The messages of the changes, if they exist. */
  messages: ReadonlyMap<number, Message>;
  /** Every summary whose range holds a changed message, and every prepared one. */
  summaries: readonly SummaryPlace[];
}): SettledRewrite {
  const { rewrite, state, messages, summaries } = options;
  const { threadId, changes, now } = rewrite;
  const before = changes.map(({ seq }, index) => {
    const message = messages.get(seq);
    if (!message) throw unknownMessage(`changes[${index}].seq`, threadId, seq);
    return message;
  });
  const after = changes.map((change, index) => changedMessage(change, index, before[index]!, isoTime(now)));

  const seqsOf = (...kinds: MessageChange['kind'][]) =>
    changes
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ seq }) => seq)
      .toSorted((first, second) => first - second);
  const outdating = seqsOf('edit', 'forget');
  const forgotten = seqsOf('forget');
  const stale = summaries.filter((place) => anyWithin(outdating, place));
  const emptied = stale.filter((place) => anyWithin(forgotten, place));
  const unshown = stale.filter(({ status }) => status === 'prepared' || status === 'partial');
  const retired = [...unshown, ...preparedBehindGap(summaries, stale)];

  const grown = (from: number) =>
    after.reduce(
      (sum, { seq, tokens }, index) => sum + (seq >= from ? tokens - before[index]!.tokens : 0),
      0,
    );
  const emptiedTokens = emptied
    .filter(({ status }) => status === 'live')
    .reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    state: {
      ...withoutTitleFrom(state, seqsOf('edit', 'forget', 'delete')),
      updatedAt: isoTime(now),
      revision: state.revision + 1,
      tokens: state.tokens + grown(1),
      tailTokens: state.tailTokens + grown(state.coveredTo + 1),
      summaryTokens: state.summaryTokens - emptiedTokens,
      pins: pinsAfter(rewrite, state.pins, after),
    },
    messages: after,
    stale: stale.map(({ id }) => id),
    retired: retired.map(({ id }) => id),
    emptied: emptied.map(({ id }) => id),
    erasure: {
      messages: seqsOf('forget', 'delete'),
      forgotten,
      summaryIds: new Set(emptied.map(({ id }) => id)),
    },
    audit: rewriteEntry(rewrite, before),
  };
}

/**
 * A changed message's rules and revocations no longer apply; its new text may add others. A deleted original keeps its
 * rules, and an edited message keeps those corrections that its text still contains.
 */
function pinsAfter(
  { changes, pins }: RewriteOptions,
  known: readonly Pin[],
  after: readonly Message[],
): Pin[] {
  const edited = after.filter((_, index) => changes[index]!.kind === 'edit');
  const outdated = new Set(changes.filter(({ kind }) => kind !== 'delete').map(({ seq }) => seq));
  const left = known
    .filter((pin) => !outdated.has(pin.seq) || edited.some((message) => stillCorrects(pin, message)))
    // The rest of a partly revoked rule goes if the revoking message changed: below, the whole rule then holds again.
    .filter(({ since }) => since === undefined || !outdated.has(since))
    .map((pin) => {
      // A rule that a person removed by hand was revoked by no message.
      if (pin.revokedBy === undefined || pin.ended === 'removed' || !outdated.has(pin.revokedBy)) return pin;
      const { revokedBy: _, ended: __, ...holding } = pin;
      return holding;
    });
  return pins && edited.length > 0 ? pins(left, edited) : left;
}

function stillCorrects({ seq, corrects }: Pin, message: Message): boolean {
  return corrects !== undefined && message.seq === seq && textOf(message.parts).includes(corrects.value);
}

/** Whether one of the sorted numbers lies between from and to. */
export function anyWithin(seqs: readonly number[], { from, to }: { from: number; to: number }): boolean {
  let low = 0;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < seqs.length && seqs[low]! <= to;
}

/**
 * The members of an audit entry that must be erased: its earlier text, and for a forgotten message also the note of a
 * correction. The note of an erasure stays, because it gives the reason for the erasure.
 */
export function lostOfEntry(
  entry: Pick<AuditEntry, 'action' | 'from' | 'to' | 'summaryId'>,
  { messages, forgotten, summaryIds }: Erasure,
): Partial<Pick<AuditEntry, 'before' | 'note'>> {
  const isErasure = entry.action === 'forget' || entry.action === 'delete-originals';
  const ofSummary = entry.summaryId !== null && summaryIds.has(entry.summaryId);
  if (ofSummary || anyWithin(forgotten, entry)) return { before: null, ...(!isErasure && { note: '' }) };
  return entry.summaryId === null && anyWithin(messages, entry) ? { before: null } : {};
}

/** Whether a receipt's segment details must be erased. They may belong to an earlier summary of other messages. */
export function losesDetails(
  receipt: Pick<Receipt, 'from' | 'to' | 'segment' | 'summaryIds'>,
  { forgotten, summaryIds }: Erasure,
): boolean {
  if (!receipt.segment || forgotten.length === 0) return false;
  return anyWithin(forgotten, receipt) || receipt.summaryIds.some((id) => summaryIds.has(id));
}

function changedMessage(change: MessageChange, index: number, message: Message, at: string): Message {
  const { id, threadId, seq, role, createdAt, unitStart, tokensBefore, removed, origin } = message;
  const { tokens, hash } = change;
  const place = { id, threadId, seq, createdAt, unitStart, tokensBefore, ...(origin && { origin }) };
  if (change.kind === 'edit') {
    if (removed) {
      throw invalidInput(
        `changes[${index}].seq`,
        'a message whose content is still there',
        `${seq}, which is ${removed}`,
      );
    }
    const { content } = change;
    return {
      ...place,
      role: content.role,
      parts: content.parts,
      ...(content.name !== undefined && { name: content.name }),
      ...(content.extra !== undefined && { extra: content.extra }),
      tokens,
      hash,
      editedAt: at,
    };
  }
  // Forgetting is stronger than deleting, and there is nothing left to delete.
  if (change.kind === 'delete' && removed === 'forgotten') return message;
  return {
    ...place,
    role,
    parts: [],
    tokens,
    hash,
    removed: change.kind === 'forget' ? 'forgotten' : 'deleted',
  };
}

/** Prepared summaries are only useful directly behind the live ones, so those behind a gap are given up. */
function preparedBehindGap(
  summaries: readonly SummaryPlace[],
  stale: readonly SummaryPlace[],
): readonly SummaryPlace[] {
  const prepared: SummaryStatus = 'prepared';
  const gap = Math.min(...stale.filter(({ status }) => status === prepared).map(({ from }) => from));
  return summaries.filter((place) => place.status === prepared && place.from > gap && !stale.includes(place));
}

/** The earlier version is added inside the transaction, so that of two edits at once both earlier versions are kept. */
function rewriteEntry(
  { changes, audit, versions: kept = (content) => content }: RewriteOptions,
  before: readonly Message[],
): AuditEntry {
  const edited = before.filter((_, index) => changes[index]!.kind === 'edit');
  if (edited.length === 0) return { ...audit, before: null };
  const given = edited.length === changes.length ? audit.before : null;
  const versions = edited.map((message) => {
    const { role, name, parts, extra } = kept(message);
    return { seq: message.seq, role, name, parts, extra };
  });
  return { ...audit, before: given ?? encodeJson('audit.before', versions) };
}
