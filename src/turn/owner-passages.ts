/**
 * Finds a few exact passages for the newest message in the owner's other threads, if that is configured. They
 * are searched anew for every request and shown last, like resources of the caller. So nothing of another thread is
 * kept in this one. If a passage is forgotten there, or that thread gets another owner, the next request no longer
 * shows it.
 */
import type { Resource } from '../context/context.ts';
import type { Redaction } from '../engine/redaction.ts';
import { type Message, textOf } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { isoTime } from '../runtime.ts';
import { needsRecall } from '../search/intent.ts';
import { findPassages } from '../search/recall.ts';
import type { RecallPort } from '../search-index.ts';
import type { Store } from '../store.ts';

/** Only the threads used last are searched. `search({ owner })` searches all of them. */
const mostThreads = 100;
const mostPassages = 4;
const foundAtMost = 40;
const passageCharacters = 800;
const askedCharacters = 4_000;
/** Scores are log odds. Hits this far below the best one are not worth their tokens. */
const spread = 4;
const newestMessages = 12;

export type OwnerPassagePorts = {
  store: Pick<Store, 'listThreads' | 'readMessages'>;
  recallPort: RecallPort;
  redaction: Pick<Redaction, 'excerpt' | 'told'>;
};

export async function ownerPassages(options: {
  ports: OwnerPassagePorts;
  state: ThreadState;
  /** The search text, if it is not the newest message of the user. */
  query: string | undefined;
  /** Number of the newest message of the turn. */
  at: number;
  now: number;
}): Promise<Resource[]> {
  const { ports, state, query, at, now } = options;
  const { owner } = state;
  if (owner === undefined) return [];
  const question = (query ?? (await newestQuestion(ports, state, at)))
    ?.slice(0, askedCharacters)
    .toWellFormed();
  if (question === undefined || !needsRecall(question)) return [];
  const listed = await ports.store.listThreads({ owner, order: 'updated', limit: mostThreads + 1 });
  const others = new Map(listed.filter(({ id }) => id !== state.id).map((thread) => [thread.id, thread]));
  if (others.size === 0) return [];
  const hits = await findPassages(ports.recallPort, {
    query: question,
    scope: { threadIds: [...others.keys()], before: isoTime(now) },
    now,
    limit: foundAtMost,
  });
  const least = (hits[0]?.score ?? 0) - spread;
  return hits
    .filter((hit) => hit.score >= least && hit.isDirect())
    .slice(0, mostPassages)
    .map(({ message }) => resourceOf(ports, message, others.get(message.threadId)!));
}

async function newestQuestion(
  { store }: OwnerPassagePorts,
  { id }: ThreadState,
  at: number,
): Promise<string | undefined> {
  const newest = await store.readMessages({
    threadId: id,
    to: at,
    limit: newestMessages,
    newestFirst: true,
  });
  const message = newest.find((message) => message.role === 'user' && !isAside(message));
  return message && textOf(message.parts);
}

function resourceOf({ redaction }: OwnerPassagePorts, message: Message, thread: ThreadState): Resource {
  const { seq, role, createdAt, parts } = message;
  const threadName = redaction.told(thread.title ?? thread.id);
  return {
    id: `message ${seq} of ${redaction.told(thread.id)}`,
    name: `Said by the ${role} on ${createdAt.slice(0, 10)} in another thread of this user, "${threadName}"`,
    text: redaction.excerpt(textOf(parts), passageCharacters),
  };
}
