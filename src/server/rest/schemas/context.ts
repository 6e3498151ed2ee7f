import { z } from '@hono/zod-openapi';
import { count, querySeq, seq, time } from './common.ts';
import { part, role } from './message.ts';

const itemKinds = ['verbatim', 'summary', 'shortened', 'stand-in', 'fixed', 'recalled', 'left-out'] as const;
const fates = ['verbatim', 'summarized', 'shortened', 'stood in for', 'left out'] as const;

export const shapes = ['content', 'ai-sdk', 'openai-chat', 'openai-responses', 'anthropic', 'text'] as const;

export const item = z
  .object({
    section: z.string(),
    kind: z.enum(itemKinds),
    reason: z.string(),
    messageIds: z.array(z.string()),
    summaryId: z.string().nullable(),
    from: seq.nullable(),
    to: seq.nullable(),
    tokens: count,
  })
  .openapi('ContextItem');

export const request = z
  .object({
    number: count,
    at: time,
    seq: count,
    model: z.string().nullable(),
    tokens: count,
    historyTokens: count.openapi({ description: 'Tokens that the whole history would have taken.' }),
    summaryIds: z.array(z.string()),
    cache: z
      .object({
        readTokens: count,
        writtenTokens: count,
        newTokens: count,
        historyReadTokens: count,
        historyWrittenTokens: count,
      })
      .nullable()
      .openapi({ description: 'Expected use of the provider’s prompt cache, by its rules.' }),
    costUsd: z.object({ sent: z.number(), history: z.number() }).nullable().openapi({
      description:
        'Cost of the input, and what the whole history would have cost. Null if no price is known.',
    }),
    reported: z
      .object({
        inputTokens: count,
        cachedTokens: count.nullable(),
        cacheWriteTokens: count.nullable(),
        outputTokens: count.nullable(),
      })
      .nullable()
      .openapi({ description: 'Usage reported by the provider.' }),
  })
  .openapi('Request');

export const requestPage = z
  .object({ requests: z.array(request), next: count.nullable() })
  .openapi('RequestPage');

export const context = z
  .object({
    threadId: z.string(),
    /** Number of the newest message at that turn. */
    at: count,
    tokens: count,
    budget: z.object({ tokens: count, responseTokens: count, requestTokens: count.optional() }),
    sections: z.array(z.object({ name: z.string(), tokens: count, budget: count })),
    items: z.array(item),
    content: z.array(z.object({ role, name: z.string().optional(), parts: z.array(part), tokens: count })),
    stable: count.openapi({
      description:
        'Number of messages at the start of `content` that are the same as in the previous request.',
    }),
    forced: z.boolean().openapi({ description: 'Something had to be shortened to fit.' }),
    request: request
      .nullable()
      .openapi({ description: 'The context handed out at that turn, if there was one.' }),
    prompt: z.any().optional().openapi({ description: 'The context in the requested shape.' }),
  })
  .openapi('Context');

export const contextQuery = z.strictObject({
  budget: querySeq.optional().openapi({ description: 'Tokens, answer included.' }),
  model: z.string().min(1).optional(),
  query: z.string().optional().openapi({ description: 'Text to recall old passages for.' }),
  at: z.coerce
    .number<string>()
    .int()
    .min(0)
    .optional()
    .openapi({ description: 'Number of the newest message of a past turn.' }),
  shape: z.enum(shapes).default('content'),
});

export const contextBody = z.strictObject({
  budget: z
    .union([
      seq,
      z.strictObject({ tokens: seq, responseTokens: count.optional() }),
      z.strictObject({
        model: z.string(),
        fraction: z.number().optional(),
        responseTokens: count.optional(),
      }),
    ])
    .optional(),
  model: z.string().min(1).optional(),
  system: z.string().optional(),
  profile: z.union([z.string(), z.literal(true)]).optional(),
  pinned: z.array(z.string()).optional(),
  resources: z.array(z.strictObject({ id: z.string(), name: z.string(), text: z.string() })).optional(),
  query: z.string().optional(),
  recall: z.boolean().optional(),
  reserve: z.strictObject({ responseTokens: count.optional(), requestTokens: count.optional() }).optional(),
  preview: z
    .boolean()
    .default(false)
    .openapi({ description: 'Only a preview, which is not counted as sent.' }),
  shape: z.enum(shapes).default('content'),
});

export const explanation = z
  .object({
    at: count,
    ranges: z.array(
      z.object({
        from: seq,
        to: seq,
        fate: z.enum(fates),
        reason: z.string(),
        summary: z
          .object({
            id: z.string(),
            level: z.string(),
            strategy: z.string(),
            model: z.string(),
            rung: z.string(),
            promptVersion: z.string(),
            createdAt: time,
            survival: z.number(),
            fidelity: z.number(),
            rewrites: count,
          })
          .optional(),
      }),
    ),
    context,
  })
  .openapi('Explanation');
