import { z } from '@hono/zod-openapi';
import { factKinds } from '../../../records/fact.ts';
import { recordShapes, summaryDetails, summaryRungs, summaryStatuses } from '../../../records/summary.ts';
import { planStates } from '../../../records/work-record.ts';
import { count, note, queryList, queryNumber, querySwitch, seq, share, time } from './common.ts';
import { message } from './message.ts';

export const fact = z
  .object({
    kind: z.enum(factKinds),
    value: z.string(),
    seq,
    role: z.string(),
    at: time,
    importance: z.number(),
    subject: z.string().optional(),
    context: z.string().optional(),
    mentions: count.optional(),
    valueHistory: z.array(z.object({ value: z.string(), seq, at: time })).optional(),
    inProse: z.boolean().optional(),
  })
  .openapi('Fact');

export const knownFact = fact
  .extend({
    id: z.string(),
    corrected: z
      .object({ value: z.string(), at: time })
      .optional()
      .openapi({ description: 'The value before a person corrected it, and the time of the correction.' }),
  })
  .openapi('KnownFact');

/** The members of a summary that lists show. */
const brief = {
  id: z.string(),
  level: z.string(),
  tier: count,
  from: seq,
  to: seq,
  tokens: count,
  sourceTokens: count,
  model: z.string(),
  rung: z.enum(summaryRungs),
  survival: share,
  fidelity: share,
  createdAt: time,
};

export const stratum = z
  .object({
    ...brief,
    messages: count,
    facts: count,
    stale: z.boolean(),
    edited: z.boolean(),
    pinned: z.boolean(),
  })
  .openapi('Stratum');

export const strata = z
  .object({
    threadId: z.string(),
    messages: count,
    tokens: count,
    summaries: z.array(stratum),
    prepared: z.array(stratum),
    tail: z.object({ from: count, to: count, messages: count, tokens: count }),
    marks: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('commit'), seq, text: z.string() }),
        z.object({ kind: z.literal('plan'), seq, text: z.string(), state: z.enum(planStates) }),
      ]),
    ),
  })
  .openapi('Strata');

export const summary = z
  .object({
    ...brief,
    threadId: z.string(),
    status: z.enum(summaryStatuses),
    messages: count,
    depth: count,
    parentId: z.string().nullable(),
    sourceIds: z.array(z.string()),
    sourceHash: z.string(),
    shape: z.enum(recordShapes),
    text: z.string(),
    factCount: count,
    rewrites: count,
    strategy: z.string(),
    promptVersion: z.string(),
    stale: z.boolean(),
    pinned: z.boolean(),
    edited: z.object({ at: time, version: count }).nullable(),
  })
  .openapi('Summary');

export const summaryList = z.object({ summaries: z.array(summary) }).openapi('SummaryList');

export const wholeSummary = summary
  .extend({
    facts: z.array(
      knownFact.extend({
        survivesIn: z.enum(['prose', 'ledger']).openapi({
          description: 'Where a context shows it: in the text, or in the list of facts beside it.',
        }),
      }),
    ),
    versions: z
      .array(z.object({ at: time, action: z.string(), note: z.string(), before: z.string().nullable() }))
      .openapi({ description: 'Changes by people, newest first. `before` is the text before the change.' }),
    record: z.any().nullable(),
    segment: z.any().nullable(),
    wishes: z.object({ focus: z.string().optional(), detail: z.enum(summaryDetails).optional() }),
  })
  .openapi('WholeSummary');

export const summaryQuery = z.strictObject({
  statuses: queryList
    .pipe(z.array(z.enum(summaryStatuses)).min(1))
    .optional()
    .openapi({
      type: 'string',
      description: `Several by commas: ${summaryStatuses.join(', ')}.`,
      example: 'live',
    }),
});

export const summaryChange = z
  .strictObject({ text: z.string().min(1).optional(), pinned: z.boolean().optional(), note })
  .refine(({ text, pinned }) => text !== undefined || pinned !== undefined, {
    message: 'a text or pinned',
    path: ['text'],
  });

export const expansionQuery = z.strictObject({
  after: queryNumber.optional(),
  limit: z.coerce.number<string>().int().min(1).max(200).default(50),
  redacted: querySwitch.optional(),
});

export const expansion = z
  .object({ summaryId: z.string(), messages: z.array(message), next: seq.nullable() })
  .openapi('Expansion');

export const segment = z.object({
  keyDecisions: z.array(z.string()),
  filesModified: z.array(z.string()),
  toolsUsed: z.array(z.object({ name: z.string(), count, notable: z.array(z.string()) })),
  commandsRun: count,
  topics: z.array(z.string()),
});

export const receipt = z
  .object({
    id: z.string(),
    threadId: z.string(),
    createdAt: time,
    strategy: z.string(),
    trigger: z.string(),
    reason: z.string(),
    summaryIds: z.array(z.string()),
    replacedIds: z.array(z.string()),
    from: count,
    to: count,
    messagesCompressed: count,
    tokensBefore: count,
    tokensAfter: count,
    messagesBefore: count,
    messagesAfter: count,
    calls: count,
    inputTokens: count,
    outputTokens: count,
    costUsd: z.number(),
    milliseconds: z.number(),
    models: z.array(z.string()),
    rungs: z.array(z.enum(summaryRungs)),
    depth: count,
    factsKept: count,
    survival: share,
    fidelity: share,
    segment: segment.nullable(),
  })
  .openapi('Receipt');

export const compactBody = z.strictObject({
  refresh: z.boolean().optional(),
  focus: z.string().optional(),
  detail: z.enum(summaryDetails).optional(),
});

export const compactResult = z
  .union([
    z.object({ compacted: z.literal(true), receipt, receipts: z.array(receipt) }),
    z.object({ compacted: z.literal(false), reason: z.string() }),
  ])
  .openapi('CompactResult');
