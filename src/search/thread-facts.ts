/** Exact facts of a whole thread: what its summaries keep, what the messages after them say, and what was put right. */
import type { Redaction } from '../engine/redaction.ts';
import { allKnownFacts, type KnownFact } from '../facts/corrections.ts';
import { mergeFacts } from '../facts/merge.ts';
import type { Message } from '../message/message.ts';
import { isAside } from '../message/origin.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type Redacted, sizeOf } from '../redaction/redact-content.ts';
import type { Store } from '../store.ts';
import type { Workers } from '../workers/workers.ts';

/** Newest messages that are read for facts: more than any context shows. */
const factMessages = 500;
/** From this size on, it does not matter how long they are. */
const longText = 128 * 1024;

export async function threadFacts(options: {
  ports: { store: Store; redaction: Redaction; workers: Pick<Workers, 'run'> };
  state: ThreadState;
}): Promise<KnownFact[]> {
  const { ports, state } = options;
  const { store, redaction, workers } = ports;
  const threadId = state.id;
  const [summaries, tail] = await Promise.all([
    store.readSummaries({ threadId, statuses: ['live'] }),
    store.readMessages({ threadId, from: state.coveredTo + 1, limit: factMessages, newestFirst: true }),
  ]);
  const views: Redacted<Message>[] = [];
  for (const message of tail.toReversed()) if (!isAside(message)) views.push(await redaction.view(message));
  const sources = views.map(({ seq, role, name, createdAt, parts }) => ({
    seq,
    role,
    name,
    at: createdAt,
    text: '',
    parts,
  }));
  const recent = await workers.run('threadFacts', { sources }, { characters: sizeOf(sources, longText) });
  const facts = mergeFacts([...summaries.flatMap((summary) => summary.facts), ...recent]);
  const sorted = facts.sort((a, b) => b.importance - a.importance || b.seq - a.seq);
  return allKnownFacts(sorted, state.pins);
}
