/** Schema of the work record of a summary in an Everthread export. */
import { z } from 'zod';
import { commandPurposes, planStates } from '../records/work-record.ts';

const count = z.int().nonnegative();
const note = z.object({
  seq: count,
  text: z.string(),
  shortened: z.literal(true).optional(),
  pasted: z.literal(true).optional(),
  handedOver: z.literal(true).optional(),
});
const paths = z.array(z.string()).nullable();

export const workSchema = z.object({
  from: count,
  to: count,
  turns: z.array(
    z.object({
      request: note.nullable(),
      reply: note.nullable(),
      calls: count,
      interrupted: z.literal(true).optional(),
    }),
  ),
  constraints: z.array(note),
  decisions: z.array(note),
  questions: z.array(note),
  plan: z.array(
    z.object({
      list: z.string(),
      key: z.string(),
      text: z.string(),
      state: z.enum(planStates),
      by: z.string().optional(),
      seq: count,
    }),
  ),
  lists: z.record(z.string(), count),
  files: z.array(
    z.object({
      path: z.string(),
      changes: count,
      reads: count,
      created: count,
      changed: count,
      read: count,
      deleted: count,
      renamedTo: z.string().optional(),
      firstWritten: count.optional(),
    }),
  ),
  commands: z.array(
    z.object({
      purpose: z.enum(commandPurposes),
      line: z.string(),
      runs: count,
      seq: count,
      ok: z.boolean().nullable(),
      figures: z.array(z.string()),
      succeeded: count,
      parts: z.array(z.object({ purpose: z.enum(commandPurposes), line: z.string() })).optional(),
    }),
  ),
  commits: z.array(
    z.object({
      seq: count,
      subject: z.string(),
      hash: z.string().optional(),
      branch: z.string().optional(),
      paths,
      count: count.optional(),
      within: z.string().optional(),
      besides: z.array(z.string()).optional(),
      stagedAt: count.optional(),
      amends: z.literal(true).optional(),
      apart: z.literal(true).optional(),
    }),
  ),
  staged: paths,
  stagedAt: count.optional(),
  undone: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({
          seq: count,
          kind: z.literal('reset'),
          back: count,
          to: z.string().optional(),
          keeps: z.boolean(),
        }),
        z.object({ seq: count, kind: z.enum(['unstage', 'discard', 'stash']), paths }),
        z.object({ seq: count, kind: z.literal('unstash'), drops: z.literal(true).optional() }),
        z.object({ seq: count, kind: z.literal('revert'), targets: z.array(z.string()) }),
      ]),
    )
    .optional(),
  branch: note.nullable(),
  pulls: z.array(note),
  problems: z.array(z.object({ text: z.string(), seq: count, first: count, count, line: z.string() })),
  snippets: z.array(z.object({ path: z.string(), text: z.string(), seq: count })),
  names: z.array(z.object({ text: z.string(), seq: count, weight: z.number() })),
  steps: z.array(note),
  statement: note.nullable(),
  next: note.nullable(),
});
