/**
 * Schemas for the lines of an Everthread file. Files may be damaged or forged, so each line is checked here. Whether the
 * records fit together is checked by the store that restores them.
 */
import { z } from 'zod';
import { EverthreadError } from '../errors.ts';
import type { Source } from '../message/provider-fields.ts';
import { type AuditEntry, auditActions } from '../records/audit-entry.ts';
import { factKinds } from '../records/fact.ts';
import { structuredRecordShape } from '../records/structured-record-shape.ts';
import {
  type Receipt,
  recordShapes,
  type SummaryRecord,
  summaryRungs,
  summaryStatuses,
} from '../records/summary.ts';
import type { ThreadState } from '../records/thread-state.ts';
import { type ArchiveCounts, archiveVersion } from './archive.ts';
import { workSchema } from './work-schema.ts';

const count = z.int().nonnegative();
const seq = z.int().positive();
const share = z.number().min(0).max(1);
const time = z.iso.datetime();
const id = z
  .string()
  .min(1)
  .max(400)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must hold no NUL and no lone surrogates');
const texts = z.array(z.string());

const pin = z.object({
  id: z.string().optional(),
  text: z.string(),
  seq: count,
  at: z.string(),
  subject: z.string(),
  revokedBy: count.optional(),
  ended: z.enum(['removed', 'limit']).optional(),
  since: count.optional(),
  corrects: z
    .object({
      factId: id,
      kind: z.enum(factKinds),
      value: z.string(),
      about: z.string().optional(),
      after: count,
    })
    .optional(),
});

const state = z.object({
  id: z.string().min(1).max(256),
  createdAt: time,
  updatedAt: time,
  title: z.string().max(200).optional(),
  titleFrom: seq.optional(),
  owner: id.optional(),
  labels: z.array(z.string().max(100)).max(50).optional(),
  revision: count,
  messages: count,
  tokens: count,
  coveredTo: count,
  tailTokens: count,
  summaryTokens: count,
  liveSummaries: count,
  checkpoint: count,
  compactions: count,
  tokensAfterCompaction: count,
  fixedTokens: count,
  pins: z.array(pin),
  settings: z.object({
    budgetTokens: count.optional(),
    strategy: z.looseObject({ name: z.string() }).optional(),
    metadata: z.record(z.string(), z.unknown()).optional(),
  }),
});

const header = z.object({ version: z.literal(archiveVersion), thread: state });

const stored = z.object({
  seq,
  hash: z.string().regex(/^[0-9a-f]{64}$/u, 'must be a sha256 in hex'),
  unitStart: seq,
  editedAt: time.optional(),
  removed: z.enum(['forgotten', 'deleted']).optional(),
});

const fact = z.object({
  kind: z.enum(factKinds),
  value: z.string(),
  seq: count,
  role: z.string(),
  at: z.string(),
  importance: z.number(),
  subject: z.string().optional(),
  context: z.string().optional(),
  mentions: count.optional(),
  valueHistory: z.array(z.object({ value: z.string(), seq: count, at: z.string() })).optional(),
  inProse: z.boolean().optional(),
});

const segment = z.object({
  keyDecisions: texts,
  filesModified: texts,
  toolsUsed: z.array(z.object({ name: z.string(), count, notable: texts })),
  commandsRun: count,
  topics: texts,
});

const summary = z.object({
  id,
  status: z.enum(summaryStatuses),
  from: seq,
  to: seq,
  messagesCovered: count,
  startMessageId: z.string(),
  endMessageId: z.string(),
  level: z.string().max(100),
  tier: count,
  depth: count,
  parentId: id.nullable(),
  sourceIds: z.array(id),
  readFrom: seq.nullable(),
  readTo: seq.nullable(),
  sourceHash: z.string().max(200),
  shape: z.enum(recordShapes),
  text: z.string(),
  tokens: count,
  sourceTokens: count,
  record: structuredRecordShape.nullable(),
  originals: z.array(z.object({ id: z.string(), hash: z.string() })),
  segment: segment.nullable(),
  work: workSchema.optional(),
  facts: z.array(fact),
  rewrites: count,
  strategy: z.string().max(100),
  model: z.string().max(400),
  rung: z.enum(summaryRungs),
  promptVersion: z.string().max(400),
  survival: share,
  fidelity: share,
  createdAt: time,
  stale: z.boolean().optional(),
  edited: z.object({ at: z.string(), version: count }).optional(),
  pinned: z.boolean().optional(),
  kept: z
    .array(z.object({ text: z.string(), from: count, to: count, role: z.literal('system').optional() }))
    .optional(),
  limits: z.object({ targetTokens: count, maxWords: count.nullable(), maxOutputTokens: count }).optional(),
  madeAt: count.optional(),
  liveAt: count.optional(),
  replacedAt: count.optional(),
});

const receipt = z.object({
  id,
  createdAt: time,
  strategy: z.string(),
  trigger: z.string(),
  reason: z.string(),
  summaryIds: z.array(id),
  replacedIds: z.array(id),
  from: count,
  to: count,
  messagesCompressed: count,
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  messagesBefore: z.number(),
  messagesAfter: z.number(),
  calls: count,
  inputTokens: count,
  outputTokens: count,
  costUsd: z.number().nonnegative(),
  milliseconds: z.number(),
  models: texts,
  rungs: z.array(z.enum(summaryRungs)),
  depth: count,
  factsKept: count,
  survival: share,
  fidelity: share,
  segment: segment.nullable(),
});

const audit = z.object({
  id,
  at: time,
  action: z.enum(auditActions),
  from: count,
  to: count,
  summaryId: id.nullable(),
  note: z.string(),
  before: z.string().nullable(),
});

const counts = z.object({ messages: count, summaries: count, receipts: count, audit: count });

export const readHeader = reader(header);
export const readStored = reader(stored);
export const readSummary = reader(summary);
export const readReceipt = reader(receipt);
export const readAuditEntry = reader(audit);
export const readCounts = reader(counts);

// Fails to compile if a type changes and its schema does not.
type Same<Read, Expected> = [Read] extends [Expected] ? true : never;
export const schemasFollowTypes: [
  Same<z.infer<typeof header>['thread'], ThreadState>,
  Same<z.infer<typeof summary>, Omit<SummaryRecord, 'threadId'>>,
  Same<z.infer<typeof receipt>, Omit<Receipt, 'threadId'>>,
  Same<z.infer<typeof audit>, Omit<AuditEntry, 'threadId'>>,
  Same<z.infer<typeof counts>, ArchiveCounts>,
] = [true, true, true, true, true];

/** Errors name the wrong member and never repeat its value. */
function reader<Schema extends z.ZodType>(schema: Schema): (value: Source, field: string) => z.infer<Schema> {
  return (value, field) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((step) =>
      typeof step === 'number' ? `[${step}]` : `.${String(step)}`,
    );
    const place = `${field}${path.join('')}`;
    throw new EverthreadError({
      code: 'invalid_input',
      field: place,
      message: `${place} is not what an export of Everthread (version ${archiveVersion}) has there: ${(issue?.message ?? 'invalid').slice(0, 200)}.`,
    });
  };
}
