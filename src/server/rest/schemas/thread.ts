import { z } from '@hono/zod-openapi';
import { threadOrders } from '../../../records/thread-list.ts';
import { count, queryLimit, time } from './common.ts';

export const strategy = z.looseObject({ name: z.string() });

export const thread = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    owner: z.string().nullable(),
    labels: z.array(z.string()),
    createdAt: time,
    updatedAt: time,
    messages: count,
    tokens: count.openapi({ description: 'Tokens of the whole log.' }),
    coveredTo: count.openapi({
      description: 'Summaries cover messages 1 to this one; the tail is the rest.',
    }),
    summaries: count,
    summaryTokens: count,
    tailTokens: count,
    contextTokens: count.openapi({ description: 'Tokens that a context takes now.' }),
    compactions: count,
    revision: count,
    budgetTokens: count
      .nullable()
      .openapi({ description: 'Set for this thread; null where the default applies.' }),
    strategy: strategy
      .nullable()
      .openapi({ description: 'Set for this thread; null where the default applies.' }),
    metadata: z.record(z.string(), z.unknown()).nullable(),
  })
  .openapi('Thread');

export const threadPage = z
  .object({ threads: z.array(thread), next: z.string().nullable() })
  .openapi('ThreadPage');

export const threadQuery = z.strictObject({
  owner: z.string().min(1).optional(),
  label: z.string().min(1).optional(),
  title: z.string().min(1).optional().openapi({ description: 'Part of the title, in upper or lower case.' }),
  query: z.string().min(1).optional().openapi({ description: 'Only threads that contain this, best first.' }),
  updatedAfter: z.iso.datetime({ offset: true }).optional(),
  updatedBefore: z.iso.datetime({ offset: true }).optional(),
  order: z.enum(threadOrders).default('updated'),
  limit: queryLimit(500, 50),
  cursor: z.string().optional().openapi({ description: '`next` of the page before.' }),
});

export const newThread = z.strictObject({
  id: z.string().min(1).optional(),
  title: z.string().optional(),
  owner: z.string().optional(),
  labels: z.array(z.string()).optional(),
});

export const threadChange = z.strictObject({
  title: z.string().nullable().optional(),
  owner: z.string().nullable().optional(),
  labels: z.array(z.string()).optional(),
  budgetTokens: count.nullable().optional(),
  strategy: strategy.nullable().optional(),
  metadata: z.record(z.string(), z.unknown()).nullable().optional(),
});

export const deletedThread = z
  .object({ threadId: z.string(), deleted: z.literal(true), messages: count, summaries: count, at: time })
  .openapi('DeletedThread');
