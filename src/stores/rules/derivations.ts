/**
 * What Everthread wrote from messages, by the messages it was written from, so that it is forgotten with them: pure,
 * and the same for every store. Today that is messages (answers of the embedded chat). A record of another kind made
 * from messages (a title, a brief, a profile, a cached result) takes part by a kind of its own here, by writing its
 * derivations where it is stored, and by a line where a store erases what is derived.
 */
import { hashMessage } from '../../message/hash.ts';
import type { Message } from '../../message/message.ts';
import type { MessageChange } from '../../store.ts';
import type { RewriteOptions } from './rewriting.ts';

const derivedKinds = ['message'] as const;
export type DerivedKind = (typeof derivedKinds)[number];

/** `key` names the record among those of its kind: of a message, its id. */
export type Derivation = { sourceId: string; kind: DerivedKind; key: string };

export function derivationsOf(messages: readonly Pick<Message, 'id' | 'origin'>[]): Derivation[] {
  return messages.flatMap(({ id, origin }) =>
    [...new Set(origin?.sources ?? [])].map((sourceId) => ({ sourceId, kind: 'message' as const, key: id })),
  );
}

/** Ids of the messages whose content a rewrite removes, and how. */
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

/** The rewrite with everything that was written from what it removes; the added changes come last. */
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

/** What Everthread writes from messages is never sent to a model, so it counts no tokens, empty or not. */
function removalOf({ seq, role, hash }: Message, kind: 'forget' | 'delete'): MessageChange {
  return { kind, seq, tokens: 0, hash: kind === 'delete' ? hash : hashMessage({ role, parts: [] }) };
}
