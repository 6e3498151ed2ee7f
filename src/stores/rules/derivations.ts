/**
 * Records that Everthread wrote from messages, by their source messages, so that they are forgotten together. Pure, and
 * the same for every store. Today these are messages (answers of the embedded chat). Another kind of record made from
 * messages (a title, a brief, a profile, a cached result) needs a kind of its own here, derivations written where it is
 * stored, and a line where a store erases derived records.
 */
import { hashMessage } from '../../message/hash.ts';
import type { Message } from '../../message/message.ts';
import type { MessageChange } from '../../store.ts';
import type { RewriteOptions } from './rewriting.ts';

const derivedKinds = ['message'] as const;
export type DerivedKind = (typeof derivedKinds)[number];

/** `key` names the record within its kind; for a message it is the id. */
export type Derivation = { sourceId: string; kind: DerivedKind; key: string };

export function derivationsOf(messages: readonly Pick<Message, 'id' | 'origin'>[]): Derivation[] {
  const derivations: Derivation[] = [];
  for (const { id: key, origin } of messages) {
    if (origin === undefined) continue;
    for (const sourceId of new Set(origin.sources)) derivations.push({ sourceId, kind: 'message', key });
  }
  return derivations;
}

/** Ids of the messages whose content a rewrite removes, and whether they are forgotten or deleted. */
export function removedBy(
  { changes }: RewriteOptions,
  messages: ReadonlyMap<number, Pick<Message, 'id'>>,
): Map<string, 'forget' | 'delete'> {
  return new Map(
    changes.flatMap(({ kind, seq }) => {
      const id = messages.get(seq)?.id;
      return kind === 'edit' || id === undefined ? [] : [[id, kind] as const];
    }),
  );
}

/** The rewrite together with changes for everything written from the removed messages; those come last. */
export function withDerived(
  rewrite: RewriteOptions,
  derived: ReadonlyMap<number, { message: Message; kind: 'forget' | 'delete' }>,
): RewriteOptions {
  const given = new Set(rewrite.changes.map(({ seq }) => seq));
  const added = [...derived.values()].filter(
    ({ message }) => !given.has(message.seq) && message.removed === undefined,
  );
  if (added.length === 0) return rewrite;
  const seqs = added.map(({ message }) => message.seq);
  const { audit } = rewrite;
  return {
    ...rewrite,
    changes: [...rewrite.changes, ...added.map(({ message, kind }) => removalOf(message, kind))],
    audit: { ...audit, from: Math.min(audit.from, ...seqs), to: Math.max(audit.to, ...seqs) },
  };
}

/** Derived messages are never sent to a model, so they count no tokens. */
function removalOf({ seq, role, hash }: Message, kind: 'forget' | 'delete'): MessageChange {
  return { kind, seq, tokens: 0, hash: kind === 'delete' ? hash : hashMessage({ role, parts: [] }) };
}
