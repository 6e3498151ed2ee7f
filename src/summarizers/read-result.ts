/** Validates what a summarizer resolved to before it is used, because a summarizer may be anybody's code. */
import { z } from 'zod';
import { structuredRecordShape } from '../records/structured-record-shape.ts';
import { SummarizerFailure, type SummaryResult } from '../summarizer.ts';

/** A summarizer may not claim the rung of a person. */
const ladderRungs = ['model', 'extractive', 'truncation'] as const;

const figure = z.number().nonnegative();

const callSchema = z.object({
  model: z.string(),
  rung: z.enum(ladderRungs),
  inputTokens: figure,
  outputTokens: figure,
  costUsd: figure,
  milliseconds: figure,
  outcome: z.enum(['ok', 'rejected', 'failed']),
  detail: z.string().optional(),
  reason: z.string().optional(),
});

const resultSchema = z.object({
  text: z.string(),
  record: structuredRecordShape.nullable(),
  model: z.string(),
  rung: z.enum(ladderRungs),
  promptVersion: z.string(),
  anyLanguage: z.boolean().optional(),
  calls: z.array(callSchema),
  raw: z.string().optional(),
});

/** Throws a `malformed` failure that names the field. */
export function readSummaryResult(name: string, given: unknown): SummaryResult {
  let place: string;
  try {
    const read = resultSchema.safeParse(given);
    if (read.success) return read.data;
    place = read.error.issues[0]!.path.join('.');
  } catch {
    place = '';
  }
  const fault = place === '' ? 'the result' : `${place} in the result`;
  throw new SummarizerFailure({
    kind: 'malformed',
    message: `${name} gave no summary: ${fault} of summarize() does not match the type SummaryResult.`,
  });
}
