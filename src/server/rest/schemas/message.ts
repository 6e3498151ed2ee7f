import { z } from '@hono/zod-openapi';
import { messageFormats, roles } from '../../../message/message.ts';
import { originKinds } from '../../../message/origin.ts';
import { count, note, queryLimit, queryNumber, querySeq, querySwitch, seq, time } from './common.ts';

export const role = z.enum(roles);
const json = z.any();
const extra = z.partialRecord(z.enum(messageFormats), json).optional();

export const part = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string(), extra }),
    z.object({ type: z.literal('reasoning'), text: z.string(), extra }),
    z.object({ type: z.literal('tool-call'), callId: z.string(), name: z.string(), input: json, extra }),
    z.object({
      type: z.literal('tool-result'),
      callId: z.string(),
      name: z.string().optional(),
      output: json,
      isError: z.boolean().optional(),
      extra,
    }),
    z.object({
      type: z.literal('file'),
      mediaType: z.string(),
      data: z.string().optional(),
      url: z.string().optional(),
      filename: z.string().optional(),
      extra,
    }),
    z.object({
      type: z.literal('resource'),
      id: z.string(),
      name: z.string(),
      note: z.string().optional(),
      extra,
    }),
    z.object({ type: z.literal('opaque'), format: z.enum(messageFormats), value: json }),
  ])
  .openapi('Part');

export const message = z
  .object({
    threadId: z.string(),
    seq,
    id: z.string(),
    role,
    name: z.string().optional(),
    parts: z.array(part),
    createdAt: time,
    tokens: count,
    tokensBefore: count,
    unitStart: seq,
    hash: z.string(),
    extra,
    origin: z
      .object({
        kind: z.enum(originKinds),
        sources: z.array(z.string()),
        calls: z.array(z.string()).optional(),
      })
      .optional(),
    editedAt: time.optional(),
    removed: z.enum(['forgotten', 'deleted']).optional(),
  })
  .openapi('Message');

export const messagePage = z
  .object({
    messages: z.array(message).openapi({ description: 'In order of number.' }),
    total: count,
    before: seq.nullable().openapi({ description: 'For the page before this one; null at the start.' }),
    after: seq.nullable().openapi({ description: 'For the page after this one; null at the end.' }),
  })
  .openapi('MessagePage');

export const messageQuery = z.strictObject({
  after: queryNumber.optional().openapi({ description: 'Messages behind this number, from the oldest.' }),
  before: querySeq.optional().openapi({ description: 'The last messages before this number.' }),
  limit: queryLimit(200, 50),
  redacted: querySwitch.optional().openapi({ description: 'With secrets replaced.' }),
});

/** Checked by the library, which accepts the shapes of all usual clients. */
const anyMessage = z
  .looseObject({})
  .openapi({ description: 'A message as any usual client has it, such as `{"role":"user","content":"…"}`.' });

export const newMessages = z.union([z.strictObject({ messages: z.array(anyMessage) }), anyMessage]);
export const storedMessages = z.object({ messages: z.array(message) }).openapi('StoredMessages');

export const messageEdit = z.strictObject({ message: anyMessage, note });
export const editReceipt = z
  .object({ id: z.string(), at: time, message, invalidatedSummaryIds: z.array(z.string()) })
  .openapi('EditReceipt');

export const forgetQuery = z.strictObject({
  copies: querySwitch.optional().openapi({ description: 'Also messages that repeat it.' }),
  vacuum: querySwitch.optional(),
  note,
});
export const forgetBody = z.strictObject({
  messages: z.array(z.union([seq, z.string().min(1)])).min(1),
  copies: z.boolean().optional(),
  vacuum: z.boolean().optional(),
  note,
});

const place = z.object({ id: z.string(), seq });
export const copy = place.extend({ role });
export const foundCopies = z.object({ copies: z.array(copy), complete: z.boolean() }).openapi('FoundCopies');
export const erasureReceipt = z
  .object({
    id: z.string(),
    at: time,
    messages: z.array(place),
    derived: z.array(place),
    copies: z.array(copy),
    copiesForgotten: z.boolean(),
    copiesComplete: z.boolean(),
    erasedSummaryIds: z.array(z.string()),
    vacuumed: z.boolean(),
  })
  .openapi('ErasureReceipt');
