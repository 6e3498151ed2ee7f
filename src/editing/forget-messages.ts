/**
 * Messages are forgotten on the user's word and with a receipt: what was said, all that Everthread wrote from it,
 * and where asked for what others repeated of it. Summaries built on them are erased in the same transaction.
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
  /** Kept in the audit trail: who asked, why. */
  note?: string;
  /** Also overwrite the freed bytes in the database file. Default: true. */
  vacuum?: boolean;
  /** Also forget messages by people or models that repeat what is forgotten. Default: false, they are listed. */
  copies?: boolean;
};

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
  const asked = await namedMessages(store, threadId, selectors);
  const repeated = await copiesIn(ports, threadId, asked);
  const copied = withCopies ? await otherCopies(store, threadId, asked, repeated) : [];
  const found = [...asked, ...copied].sort((a, b) => a.seq - b.seq);
  const audit = auditEntry(runtime, threadId, {
    action: 'forget',
    from: found[0]!.seq,
    to: found[found.length - 1]!.seq,
    note,
    before: null,
  });
  const { summaryIds, messages } = await store.rewrite({
    threadId,
    changes: found.map((message) => removal('forget', message, counter)),
    audit,
    now: runtime.now(),
  });
  if (vacuum) await store.vacuum();
  const derived = messages.slice(found.length).map(({ id, seq }) => ({ id, seq }));
  const gone = new Set(derived.map(({ seq }) => seq));
  return {
    id: audit.id,
    at: audit.at,
    messages: asked.map(({ id, seq }) => ({ id, seq })),
    derived,
    copies: repeated.copies.filter(({ seq }) => !gone.has(seq)),
    copiesForgotten: withCopies,
    copiesComplete: repeated.complete,
    erasedSummaryIds: summaryIds,
    vacuumed: vacuum,
  };
}

/** What `forget` would list. Nothing is changed. */
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

/** Without what Everthread wrote from the messages: that goes with them, and is no copy of somebody's. */
async function otherCopies(
  store: Store,
  threadId: string,
  asked: readonly Message[],
  { copies }: FoundCopies,
): Promise<Message[]> {
  const ids = new Set(asked.map(({ id }) => id));
  const found = await store.findMessages({ threadId, ids: copies.map(({ id }) => id) });
  return found.filter(({ origin }) => !origin?.sources.some((id) => ids.has(id)));
}

function copiesIn(
  { store, redaction }: CopyPorts,
  threadId: string,
  messages: readonly Message[],
): Promise<FoundCopies> {
  const forgotten = messages.filter(({ removed }) => removed === undefined);
  return findCopies({ store, threadId, forgotten, redact: redaction.redact });
}
