/** Schemas of search, brief, facts, rules, audit trail and owners. */
import { z } from '@hono/zod-openapi';
import { entryKinds } from '../../../records/profile.ts';
import { summaryDetails } from '../../../records/summary.ts';
import { count, note, queryLimit, queryList, queryNumber, seq, time } from './common.ts';
import { message, role } from './message.ts';
import { knownFact, receipt } from './summary.ts';

const searchFields = {
  query: z.string().min(1),
  roles: queryList.pipe(z.array(role)).optional().openapi({ type: 'string', example: 'user,assistant' }),
  tools: queryList.optional().openapi({ type: 'string' }),
  after: z.iso.datetime({ offset: true }).optional(),
  before: z.iso.datetime({ offset: true }).optional(),
  neighbours: queryNumber.pipe(z.number().max(5)).optional(),
  limit: queryLimit(100, 10),
  cursor: z.string().optional().openapi({ description: '`next` of the page before.' }),
};

export const searchQuery = z.strictObject(searchFields);
export const searchAllQuery = z.strictObject({ ...searchFields, owner: z.string().min(1).optional() });

export const searchPage = z
  .object({
    hits: z.array(
      z.object({
        threadId: z.string(),
        message,
        before: z.array(message),
        after: z.array(message),
        score: z.number(),
        reasons: z.array(z.string()),
        foundBy: z.array(z.string()),
      }),
    ),
    next: z.string().nullable(),
  })
  .openapi('SearchPage');

export const briefQuery = z.strictObject({
  tokens: z.coerce.number<string>().int().min(1).optional(),
  focus: z.string().min(1).optional(),
  detail: z
    .enum(summaryDetails)
    .optional()
    .openapi({ description: 'Instead of tokens: 600, 1,500 or 4,000.' }),
  title: z.string().min(1).optional(),
});

export const brief = z
  .object({ text: z.string(), tokens: count, kind: z.enum(['work', 'chat']), from: count, to: count })
  .openapi('Brief');

export const factList = z.object({ facts: z.array(knownFact) }).openapi('FactList');
export const factParams = z.object({ threadId: z.string().min(1), factId: z.string().min(1) });
export const factCorrection = z.strictObject({
  value: z
    .string()
    .min(1)
    .nullable()
    .openapi({ description: 'The right value. Null removes the correction.' }),
  note,
});

export const rule = z
  .object({
    id: z.string(),
    text: z.string(),
    seq,
    at: time,
    subject: z.string(),
    revokedBy: count.optional().openapi({ description: 'The message that ended it; absent while it holds.' }),
    ended: z.enum(['removed', 'limit']).optional(),
    since: count.optional().openapi({
      description: 'For what is left of a rule: the message that took back the other part of its sentence.',
    }),
  })
  .openapi('Rule');
export const ruleList = z.object({ rules: z.array(rule) }).openapi('RuleList');
export const ruleParams = z.object({ threadId: z.string().min(1), ruleId: z.string().min(1) });
export const noteQuery = z.strictObject({ note });

export const pageQuery = z.strictObject({
  limit: queryLimit(200, 50),
  before: z.string().optional().openapi({ description: '`next` of the page before.' }),
});
export const receiptPage = z
  .object({ receipts: z.array(receipt), next: z.string().nullable() })
  .openapi('ReceiptPage');

export const auditPage = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        threadId: z.string(),
        at: time,
        action: z.string(),
        from: count,
        to: count,
        summaryId: z.string().nullable(),
        note: z.string(),
        before: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  })
  .openapi('AuditPage');

export const ownerParams = z.object({ owner: z.string().min(1) });
export const ownerQuery = z.strictObject({ after: z.string().optional(), limit: queryLimit(500, 100) });
export const ownerPage = z
  .object({ owners: z.array(z.object({ owner: z.string(), threads: count })), next: z.string().nullable() })
  .openapi('OwnerPage');

const source = z.object({ threadId: z.string(), seq, at: time });
const value = z.object({ text: z.string(), at: time, addedAt: time, sources: z.array(source) });
export const profileEntry = z
  .object({
    id: z.string(),
    kind: z.enum(entryKinds),
    subject: z.string(),
    value,
    earlier: z.array(value),
    weight: z.number(),
  })
  .openapi('ProfileEntry');
export const profile = z
  .object({
    entries: z.array(profileEntry),
    themes: z.array(
      z.object({
        topic: z.string(),
        addedAt: time,
        threads: count,
        since: time,
        until: time,
        sources: z.array(source),
      }),
    ),
  })
  .openapi('Profile');
export const profileParams = ownerParams.extend({ entryId: z.string().min(1) });
export const profileCorrection = z.strictObject({ text: z.string().min(1).nullable() });
export const ownerErasure = z
  .object({ owner: z.string(), threads: count, messages: count, at: time, vacuumed: z.boolean() })
  .openapi('OwnerErasure');
