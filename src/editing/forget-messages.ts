/**
 * Forgets messages because the user asked for it, with a receipt: the messages, everything that Everthread wrote
 * from them, and on request the messages that repeat them. The same transaction erases the summaries built on them.
 */
import type { Redaction } from '../engine/redaction.ts';
import type { Message } from '../message/message.ts';
import type { Runtime } from '../runtime.ts';
import type { Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { auditEntry } from './audit.ts';
import { type FoundCopies, findCopies, type MessageCopy } from './copies.ts';
import { type MessageSelector, namedMessages } from './named-messages.ts';
import { removal } from './removal.ts';

export type ForgetOptions = {
  /** Who asked and why. Kept in the audit trail. */
  note?: string;
  /** Also overwrite the freed bytes in the database file. Default: true. */
  vacuum?: boolean;
  /** Also forget messages by people or models that repeat what is forgotten. Default: false, they are only listed. */
  copies?: boolean;
};

export type ErasureReceipt = {
  id: string;
  at: string;
  /** The forgotten messages, by id and number only, because their text is gone. */
  messages: { id: string; seq: number }[];
  /** Messages that Everthread wrote from them (answers without a model), forgotten with them. */
  derived: { id: string; seq: number }[];
  /** Messages by people or models that repeat them. Left as they are, unless `copies` was set. */
  copies: MessageCopy[];
  copiesForgotten: boolean;
  /** False if the thread is too long to search all of it for copies. Then only the newest messages were searched. */
  copiesComplete: boolean;
  /** Summaries whose text was erased because they covered a forgotten message. */
  erasedSummaryIds: string[];
  /** Whether freed bytes were overwritten in the database file as well. */
  vacuumed: boolean;
};

type CopyPorts = { store: Store; redaction: Redaction };

export async function forgetMessages(
  options: {
    ports: CopyPorts & { runtime: Runtime; counter: TokenCounter };
    threadId: string;
    selectors: readonly MessageSelector[];
  } & ForgetOptions,
): Promise<ErasureReceipt> {
  const { ports, threadId, selectors, note = '', vacuum = true, copies: withCopies = false } = options;
  const { store, runtime, counter } = ports;
  const selected = await namedMessages(store, threadId, selectors);
  const foundCopies = await copiesIn(ports, threadId, selected);
  const copied = withCopies ? await otherCopies(store, threadId, selected, foundCopies) : [];
  const changed = [...selected, ...copied].sort((a, b) => a.seq - b.seq);
  const audit = auditEntry(runtime, threadId, {
    action: 'forget',
    from: changed[0]!.seq,
    to: changed[changed.length - 1]!.seq,
    note,
    before: null,
  });
  const { summaryIds, messages } = await store.rewrite({
    threadId,
    changes: changed.map((message) => removal('forget', message, counter)),
    audit,
    now: runtime.now(),
  });
  if (vacuum) await store.vacuum();
  const derived = messages.slice(changed.length).map(({ id, seq }) => ({ id, seq }));
  const derivedSeqs = new Set(derived.map(({ seq }) => seq));
  return {
    id: audit.id,
    at: audit.at,
    messages: selected.map(({ id, seq }) => ({ id, seq })),
    derived,
    copies: foundCopies.copies.filter(({ seq }) => !derivedSeqs.has(seq)),
    copiesForgotten: withCopies,
    copiesComplete: foundCopies.complete,
    erasedSummaryIds: summaryIds,
    vacuumed: vacuum,
  };
}

/** The copies that `forget` would list. Changes nothing. */
export async function copiesOf(options: {
  ports: CopyPorts;
  threadId: string;
  selectors: readonly MessageSelector[];
}): Promise<FoundCopies> {
  const { ports, threadId, selectors } = options;
  const { store } = ports;
  const messages = await namedMessages(store, threadId, selectors);
  const found = await copiesIn(ports, threadId, messages);
  const others = new Set((await otherCopies(store, threadId, messages, found)).map(({ seq }) => seq));
  return { ...found, copies: found.copies.filter(({ seq }) => others.has(seq)) };
}

/** Copies except messages that Everthread wrote from these: those are forgotten with them anyway. */
async function otherCopies(
  store: Store,
  threadId: string,
  selected: readonly Message[],
  { copies }: FoundCopies,
): Promise<Message[]> {
  const ids = new Set(selected.map(({ id }) => id));
  const found = await store.findMessages({ threadId, ids: copies.map(({ id }) => id) });
  return found.filter(({ origin }) => !origin?.sources.some((id) => ids.has(id)));
}

function copiesIn(
  { store, redaction }: CopyPorts,
  threadId: string,
  forgotten: readonly Message[],
): Promise<FoundCopies> {
  return findCopies({ store, threadId, forgotten, redact: redaction.redactSteps });
}
