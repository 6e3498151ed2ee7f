/**
 * Changes a message because the user asked for it, with a receipt. The same transaction marks every summary
 * built on it as stale; a later compaction rebuilds them.
 */
import type { Redaction } from '../engine/redaction.ts';
import { readPins } from '../engine/standing-rules.ts';
import { invalidInput } from '../errors.ts';
import { hashMessage } from '../message/hash.ts';
import { checkLimits } from '../message/limits.ts';
import type { Message } from '../message/message.ts';
import { type MessageInput, normalizeMessage } from '../message/normalize.ts';
import { isAside } from '../message/origin.ts';
import type { Runtime } from '../runtime.ts';
import type { MessageChange, Store } from '../store.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import { auditEntry } from './audit.ts';
import { type MessageSelector, namedMessage } from './named-messages.ts';

export type EditReceipt = { id: string; at: string; message: Message; invalidatedSummaryIds: string[] };

export async function editMessage(options: {
  ports: { store: Store; runtime: Runtime; counter: TokenCounter; redaction: Redaction };
  threadId: string;
  selector: MessageSelector;
  input: MessageInput;
  note: string;
}): Promise<EditReceipt> {
  const { ports, threadId, selector, input, note } = options;
  const { store, runtime, counter, redaction } = ports;
  const message = await namedMessage(store, threadId, selector);
  if (message.removed !== undefined)
    throw invalidInput(
      'message',
      'one whose content is still there',
      `${message.seq}, which is ${message.removed}`,
    );
  const {
    id: _id,
    createdAt: _createdAt,
    origin: _origin,
    ...given
  } = normalizeMessage(input, { field: 'message' });
  checkLimits(given, 'message');
  const content = await redaction.stored(given);
  if (content.role !== message.role)
    throw invalidInput('message.role', `${message.role}, as it was`, content.role);
  const audit = auditEntry(runtime, threadId, {
    action: 'edit-message',
    from: message.seq,
    to: message.seq,
    note,
    // The store fills this in inside the transaction, so that two simultaneous edits keep both earlier versions.
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
    pins: readPins(redaction.redactStart),
    now: runtime.now(),
  });
  return { id: audit.id, at: audit.at, message: messages[0]!, invalidatedSummaryIds: summaryIds };
}
