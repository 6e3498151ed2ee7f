/** Converts rows of messages to and from the types of the store contract. */
import type { Message, MessageContent, MessageMeta, Part } from '../../message/message.ts';
import { type MessageRecord, messageRecordHash } from '../../records/record-hash.ts';
import { encodeJson } from '../rules/checks.ts';
import { decodeJson, isContent, isOrigin, parsedAs } from './decoding.ts';
import type { MessagesTable } from './schema.ts';

export const metaColumns = [
  'seq',
  'id',
  'role',
  'created_at',
  'tokens',
  'hash',
  'unit_start',
  'tokens_before',
  'removed',
] as const;

export const messageColumns = [...metaColumns, 'edited_at', 'content', 'origin'] as const;

type MetaRow = Pick<MessagesTable, (typeof metaColumns)[number]>;

export type MessageRow = Pick<MessagesTable, (typeof messageColumns)[number]>;

export function toMeta(row: MetaRow): MessageMeta {
  const meta: MessageMeta = {
    seq: row.seq,
    id: row.id,
    role: row.role,
    tokens: row.tokens,
    hash: row.hash,
    createdAt: row.created_at,
    unitStart: row.unit_start,
    tokensBefore: row.tokens_before,
  };
  if (row.removed) meta.removed = row.removed;
  return meta;
}

/** `source` is the message that the row was just made from, if known: plain text need not be parsed from the row again. */
export function toMessage(threadId: string, row: MessageRow, source?: MessageContent): Message {
  const message = toMessageRecord(row, threadId) as Message;
  const { parts, name, extra } = (source && plainTextContent(source)) ?? contentOf(threadId, row);
  message.threadId = threadId;
  message.parts = parts;
  if (name !== undefined) message.name = name;
  if (extra !== undefined) message.extra = extra;
  return message;
}

function plainTextContent({ parts, name, extra }: MessageContent): Omit<MessageContent, 'role'> | undefined {
  if (name !== undefined || extra !== undefined) return undefined;
  const words: Part[] = [];
  for (const part of parts) {
    if (part.type !== 'text') return undefined;
    for (const member in part) if (member !== 'type' && member !== 'text') return undefined;
    words.push({ ...part });
  }
  return { parts: words };
}

function contentOf(threadId: string, row: Pick<MessageRow, 'seq' | 'content'>) {
  try {
    const content = parsedAs(row.content, isContent);
    if (content !== undefined) return content;
  } catch {
    // Reported below, with its place.
  }
  return decodeJson({ text: row.content, is: isContent, ...inMessage(threadId, row) });
}

const inMessage = (threadId: string, { seq }: { seq: number }) => ({
  what: () => `message ${seq} of thread ${JSON.stringify(threadId)}`,
  details: { threadId, seq },
});

/** Everything but the content. */
export function toMessageRecord(row: Omit<MessageRow, 'content'>, threadId = ''): MessageRecord {
  const record: MessageRecord = toMeta(row);
  if (row.edited_at) record.editedAt = row.edited_at;
  if (row.origin !== null)
    record.origin = decodeJson({ text: row.origin, is: isOrigin, ...inMessage(threadId, row) });
  return record;
}

export function messageRow(threadKey: number, message: Message): MessagesTable {
  const { parts, name, extra } = message;
  const row = {
    thread_key: threadKey,
    seq: message.seq,
    id: message.id,
    role: message.role,
    created_at: message.createdAt,
    tokens: message.tokens,
    hash: message.hash,
    unit_start: message.unitStart,
    tokens_before: message.tokensBefore,
    edited_at: message.editedAt ?? null,
    removed: message.removed ?? null,
    content: encodeJson(`message ${message.id}`, { parts, name, extra }),
    origin: message.origin === undefined ? null : encodeJson(`message ${message.id}`, message.origin),
  };
  return { ...row, record_hash: messageRecordHash(toMessageRecord(row)) };
}
