/**
 * Changing what was said, on the user's word and with a receipt: a message is edited or forgotten, every
 * summary built on it is invalidated in the same transaction, and made anew when there is time.
 */
import type { Engine } from '../engine/engine.ts';
import { readPins } from '../engine/standing-rules.ts';
import { EverthreadError, invalidInput } from '../errors.ts';
import { hashMessage } from '../message/hash.ts';
import { checkLimits } from '../message/limits.ts';
import type { Message, MessageContent } from '../message/message.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { isAside } from '../message/origin.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import { isoTime } from '../runtime.ts';
import type { MessageChange } from '../store.ts';
import { type FoundCopies, findCopies, type MessageCopy } from './copies.ts';

/** A message by its id or its number in the thread. */
export type MessageSelector = string | number;

export type EditReceipt = { id: string; at: string; message: Message; invalidatedSummaryIds: string[] };

export type ErasureReceipt = {
  id: string;
  at: string;
  /** What was forgotten. Ids and numbers only: the text is gone. */
  messages: { id: string; seq: number }[];
  /** Messages that Everthread wrote from them (answers without a model): forgotten with them. */
  derived: { id: string; seq: number }[];
  /** Messages by people or models that repeat what they said. Left as they are, unless they were to go, too. */
  copies: MessageCopy[];
  copiesForgotten: boolean;
  /** False where the thread is too long to look for copies everywhere: the newest messages were looked at. */
  copiesComplete: boolean;
  /** Summaries whose text was erased because it stood for one of them. */
  erasedSummaryIds: string[];
  /** Whether freed bytes were overwritten in the database file as well. */
  vacuumed: boolean;
};

export async function editMessage(options: {
  engine: Engine;
  threadId: string;
  selector: MessageSelector;
  input: MessageInput;
  note: string;
}): Promise<EditReceipt> {
  const { engine, threadId, selector, input, note } = options;
  const { store, runtime, counter } = engine;
  const message = await findMessage(engine, threadId, selector);
  const {
    id: _id,
    createdAt: _createdAt,
    origin: _origin,
    ...given
  } = normalizeMessage(input, { field: 'message' });
  checkLimits(given, 'message');
  const content = await engine.redaction.stored(given);
  if (content.role !== message.role)
    throw invalidInput('message.role', `${message.role}, as it was`, content.role);
  const audit = auditEntry(engine, threadId, {
    action: 'edit-message',
    from: message.seq,
    to: message.seq,
    note,
    // The store fills it in, inside the transaction: of two edits at once both are kept.
    before: null,
  });
  const change: MessageChange = {
    kind: 'edit',
    seq: message.seq,
    content,
    tokens: isAside(message) ? 0 : await counter.messageLong(content),
    hash: hashMessage(content),
  };
  const { summaryIds, messages } = await store.rewrite({
    threadId,
    changes: [change],
    audit,
    pins: readPins(engine.redaction.redactStart),
    now: runtime.now(),
  });
  return { id: audit.id, at: audit.at, message: messages[0]!, invalidatedSummaryIds: summaryIds };
}

export async function forgetMessages(options: {
  engine: Engine;
  threadId: string;
  selectors: readonly MessageSelector[];
  note: string;
  vacuum: boolean;
  /** Forget the copies, too. */
  copies: boolean;
}): Promise<ErasureReceipt> {
  const { engine, threadId, selectors, note, vacuum } = options;
  const asked = await namedMessages(engine, threadId, selectors);
  const repeated = await copiesIn(engine, threadId, asked);
  const copied = options.copies ? await otherCopies(engine, threadId, asked, repeated) : [];
  const found = [...asked, ...copied].sort((a, b) => a.seq - b.seq);
  const audit = auditEntry(engine, threadId, {
    action: 'forget',
    from: found[0]!.seq,
    to: found[found.length - 1]!.seq,
    note,
    before: null,
  });
  const { summaryIds, messages } = await engine.store.rewrite({
    threadId,
    changes: found.map((message) => removal('forget', message, engine)),
    audit,
    now: engine.runtime.now(),
  });
  if (vacuum) await engine.store.vacuum();
  const derived = messages.slice(found.length).map(({ id, seq }) => ({ id, seq }));
  const gone = new Set(derived.map(({ seq }) => seq));
  return {
    id: audit.id,
    at: audit.at,
    messages: asked.map(({ id, seq }) => ({ id, seq })),
    derived,
    copies: repeated.copies.filter(({ seq }) => !gone.has(seq)),
    copiesForgotten: options.copies,
    copiesComplete: repeated.complete,
    erasedSummaryIds: summaryIds,
    vacuumed: vacuum,
  };
}

/** What `forget` would list. Nothing is changed. */
export async function copiesOf(options: {
  engine: Engine;
  threadId: string;
  selectors: readonly MessageSelector[];
}): Promise<FoundCopies> {
  const { engine, threadId, selectors } = options;
  const messages = await namedMessages(engine, threadId, selectors);
  const found = await copiesIn(engine, threadId, messages);
  const others = new Set((await otherCopies(engine, threadId, messages, found)).map(({ seq }) => seq));
  return { ...found, copies: found.copies.filter(({ seq }) => others.has(seq)) };
}

/** Without what Everthread wrote from the messages: that goes with them, and is no copy of somebody's. */
async function otherCopies(
  engine: Engine,
  threadId: string,
  asked: readonly Message[],
  { copies }: FoundCopies,
): Promise<Message[]> {
  const ids = new Set(asked.map(({ id }) => id));
  const found = await engine.store.findMessages({ threadId, ids: copies.map(({ id }) => id) });
  return found.filter(({ origin }) => !origin?.sources.some((id) => ids.has(id)));
}

/** In order, each once. */
async function namedMessages(
  engine: Engine,
  threadId: string,
  selectors: readonly MessageSelector[],
): Promise<Message[]> {
  if (selectors.length === 0) throw invalidInput('messages', 'at least one message id or number', selectors);
  const bySeq = new Map<number, Message>();
  for (const selector of selectors) {
    const message = await findMessage(engine, threadId, selector);
    bySeq.set(message.seq, message);
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

function copiesIn(engine: Engine, threadId: string, messages: readonly Message[]): Promise<FoundCopies> {
  const forgotten = messages.filter(({ removed }) => removed === undefined);
  return findCopies({ store: engine.store, threadId, forgotten, redact: engine.redaction.redact });
}

/** Originals that are no longer wanted once they are summarized. Summaries stay as they are. */
export async function deleteOriginals(options: {
  engine: Engine;
  threadId: string;
  from: number;
  to: number;
}): Promise<void> {
  const { engine, threadId, from, to } = options;
  for (let start = from; start <= to; ) {
    const page = await engine.store.readMessages({ threadId, from: start, to, limit: 500 });
    const last = page[page.length - 1];
    if (!last) break;
    const kept = page.filter((message) => message.removed === undefined);
    if (kept.length > 0) {
      await engine.store.rewrite({
        threadId,
        changes: kept.map((message) => removal('delete', message, engine)),
        audit: auditEntry(engine, threadId, {
          action: 'delete-originals',
          from: kept[0]!.seq,
          to: kept[kept.length - 1]!.seq,
          note: 'deleteOriginals is set: the messages are summarized and no longer wanted',
          before: null,
        }),
        now: engine.runtime.now(),
      });
    }
    start = last.seq + 1;
  }
  await engine.store.vacuum().catch((error: unknown) => {
    // The compaction stands; what it could not overwrite is told.
    engine.emitter.emit('diagnostic', {
      threadId,
      code: 'store_failed',
      message: engine.redaction.redact(error instanceof Error ? error.message : String(error)).slice(0, 200),
      consequence: 'Deleted messages may still be in the bytes of the file until the next deletion.',
    });
  });
}

export async function findMessage(
  engine: Engine,
  threadId: string,
  selector: MessageSelector,
): Promise<Message> {
  const known =
    typeof selector === 'number'
      ? Number.isSafeInteger(selector) && selector >= 1
        ? await engine.store.readMessages({ threadId, from: selector, to: selector })
        : []
      : typeof selector === 'string'
        ? await engine.store.findMessages({ threadId, ids: [selector] })
        : undefined;
  if (known === undefined) throw invalidInput('message', 'the id or the number of a message', selector);
  if (known[0]) return known[0];
  throw new EverthreadError({
    code: 'unknown_message',
    field: 'message',
    message: `There is no message ${JSON.stringify(selector)} in thread ${JSON.stringify(threadId)}.`,
  });
}

/** A deleted original keeps its hash, so that summaries still prove what they stood for; a forgotten one keeps nothing. */
function removal(kind: 'forget' | 'delete', message: Message, engine: Engine): MessageChange {
  const empty: MessageContent = { role: message.role, parts: [] };
  const hash = kind === 'delete' ? message.hash : hashMessage(empty);
  return { kind, seq: message.seq, tokens: isAside(message) ? 0 : engine.counter.message(empty), hash };
}

export function auditEntry(
  engine: Engine,
  threadId: string,
  fields: Omit<AuditEntry, 'id' | 'at' | 'threadId' | 'summaryId'> & { summaryId?: string },
): AuditEntry {
  return {
    id: engine.runtime.newId('aud'),
    at: isoTime(engine.runtime.now()),
    threadId,
    summaryId: null,
    ...fields,
  };
}
