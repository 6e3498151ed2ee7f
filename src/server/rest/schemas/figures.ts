/** Schemas of statistics, events, settings, imports and the chat. */
import { z } from '@hono/zod-openapi';
import { eventNames } from '../../../events.ts';
import { roles } from '../../../message/message.ts';
import { count, seq, share, time } from './common.ts';

const tally = z.array(z.object({ name: z.string(), count }));
const figures = z.object({ least: share, mean: share });
const caching = {
  readTokens: count,
  writtenTokens: count,
  historyReadTokens: count,
  historyWrittenTokens: count,
};

export const requestTotals = z.object({
  requests: count,
  tokens: count,
  historyTokens: count,
  expected: z.object({ ...caching, requests: count, tokens: count, historyTokens: count }),
  since: time.nullable(),
  reported: z.object({
    requests: count,
    inputTokens: count,
    cachedTokens: count,
    cacheWriteTokens: count,
    outputTokens: count,
  }),
});

const usageTotals = z.object({
  calls: count,
  inputTokens: count,
  outputTokens: count,
  costUsd: z.number(),
  unpricedTokens: count,
});

const point = z.object({ seq: count, at: time, historyTokens: count, tokens: count });
const savings = z.object({ historyUsd: z.number(), sentUsd: z.number(), savedUsd: z.number() });

export const stats = z
  .object({
    threadId: z.string(),
    messages: count,
    tokens: count,
    since: time.nullable(),
    until: time.nullable(),
    strategy: z.string(),
    budgetTokens: count,
    points: z.array(point).openapi({
      description: 'Requests in order, thinned to 200: tokens sent, and tokens of the whole history.',
    }),
    sent: requestTotals,
    cached: z
      .object({ requests: count, tokens: count, historyTokens: count, read: z.number(), write: z.number() })
      .nullable(),
    cost: z
      .object({
        prices: z.object({
          inputUsdPerMillion: z.number(),
          cacheReadUsdPerMillion: z.number(),
          cacheWriteUsdPerMillion: z.number(),
        }),
        uncached: savings,
        cached: savings.nullable(),
        summarizerUsd: z.number().nullable(),
      })
      .nullable(),
    compactions: z.object({
      count,
      read: count,
      messages: count,
      tokensBefore: count,
      tokensAfter: count,
      milliseconds: z.number(),
      byTrigger: tally,
      byStrategy: tally,
      byRung: tally,
      byModel: tally,
    }),
    summaries: z
      .object({
        live: count,
        sourceTokens: count,
        tokens: count,
        survival: figures,
        fidelity: figures,
        each: z.array(z.object({ from: seq, to: seq, survival: share })),
      })
      .nullable(),
    spend: usageTotals,
  })
  .openapi('Stats');

export const statsQuery = z.strictObject({
  model: z
    .string()
    .min(1)
    .optional()
    .openapi({ description: 'Model whose prices are used. Default: the configured model.' }),
});

export const allStats = z
  .object({
    sent: requestTotals,
    spend: usageTotals,
    days: z
      .array(z.object({ day: z.string(), requests: count, tokens: count, historyTokens: count }))
      .openapi({ description: 'Figures by day, from the newest requests of the threads used last.' }),
    threads: z
      .array(z.object({ id: z.string(), title: z.string().nullable(), messages: count, tokens: count }))
      .openapi({ description: 'The threads used last.' }),
  })
  .openapi('AllStats');

export const event = z
  .object({ name: z.enum(eventNames), event: z.looseObject({ threadId: z.string().nullable() }) })
  .openapi('Event');

export const eventQuery = z.strictObject({
  lastEventId: z.string().optional().openapi({ description: 'Same as the header Last-Event-ID.' }),
});

export const settings = z
  .object({
    version: z.string(),
    tenant: z.string(),
    file: z.string().nullable(),
    answers: z.string().openapi({ description: 'Who answers in a chat, in words.' }),
    settings: z.array(
      z.object({
        name: z.string(),
        value: z.any(),
        from: z.string(),
        source: z.string(),
        about: z.string(),
      }),
    ),
    features: z
      .array(z.string())
      .openapi({ description: 'Features of this server beside the library, such as `answer`.' }),
  })
  .openapi('Settings');

export const importBody = z.strictObject({
  text: z.string().min(1).openapi({ description: 'The text of the file.' }),
  name: z.string().optional().openapi({ description: 'Its name, without a folder.' }),
  threadId: z.string().min(1).optional(),
});
export const importQuery = z.strictObject({
  name: z.string().optional(),
  threadId: z.string().min(1).optional(),
});

export const imported = z
  .object({
    threads: z.array(
      z.object({ threadId: z.string(), title: z.string().optional(), added: count, known: count }),
    ),
    skipped: z.record(z.string(), count),
    problems: z.array(z.string()),
  })
  .openapi('Imported');

export const demo = z.object({ threadId: z.string(), messages: count }).openapi('Demo');

export const chatBody = z.strictObject({ text: z.string().min(1) });

const usage = z.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count.optional(),
  writtenTokens: count.optional(),
});
const passage = z.object({
  id: z.string(),
  seq,
  role: z.enum(roles),
  name: z.string().optional(),
  at: time,
  text: z.string(),
});
export const chatEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('message'), thread: z.string(), seq, role: z.enum(roles), id: z.string() }),
    z.object({ type: z.literal('asking'), thread: z.string(), seq, model: z.string() }),
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({
      type: z.literal('reply'),
      thread: z.string(),
      seq: seq.nullable(),
      model: z.string(),
      end: z.enum(['complete', 'cut', 'interrupted', 'failed']),
      text: z.string(),
      usage: usage.nullable(),
      milliseconds: z.number(),
      costUsd: z.number().nullable(),
    }),
    z.object({
      type: z.literal('recall'),
      thread: z.string(),
      seq,
      sources: z.array(passage),
      unmatched: z.array(z.string()),
      corrections: z.array(z.object({ from: z.string(), to: z.string() })),
    }),
    z.object({ type: z.literal('overview'), thread: z.string(), text: z.string(), from: seq, to: seq }),
    z.object({ type: z.literal('noted'), thread: z.string(), seq }),
    z.object({ type: z.literal('problem'), problem: z.string(), next: z.string() }),
    z.object({ type: z.literal('waiting'), reason: z.string(), milliseconds: z.number() }),
    z.object({ type: z.literal('end') }),
  ])
  .openapi('ChatEvent');
