import type { z } from '@hono/zod-openapi';
import type { Context } from '../../../context/render.ts';
import { pricesFor } from '../../../cost/model-prices.ts';
import { inputCost } from '../../../cost/prices.ts';
import type { StoredRequest } from '../../../records/request.ts';
import type { Thread } from '../../../thread.ts';
import type { Features } from '../../features.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { threadParams } from '../schemas/common.ts';
import {
  contextBody,
  contextQuery,
  context as contextSchema,
  explanation,
  requestPage,
  type request as requestSchema,
  type shapes,
} from '../schemas/context.ts';
import { pageQuery } from '../schemas/look-up.ts';

type Shape = (typeof shapes)[number];
type ContextRequest = Pick<z.output<typeof contextQuery>, 'budget' | 'model' | 'query'>;

const tag = 'Context';

export const contextEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/context',
    tag,
    summary: 'Shows the context for the next request, or that of a past turn. It is not counted as sent.',
    params: threadParams,
    query: contextQuery,
    response: contextSchema,
    async run({ caller, params, query: { at, shape, ...asked }, signal }) {
      const thread = await knownThread(caller, params.threadId);
      const options = optionsOf(asked);
      const made =
        at === undefined
          ? {
              at: (await thread.state()).messages,
              context: await thread.context({ ...options, preview: true, signal }),
            }
          : await thread.explain({ ...options, at });
      return viewOf({ ...made, thread, shape, features: caller.features });
    },
  }),
  endpoint({
    method: 'post',
    path: '/threads/{threadId}/context',
    tag,
    summary: 'The context to send to a model now, in the shape of its provider.',
    params: threadParams,
    body: contextBody,
    response: contextSchema,
    async run({ caller, params, body: { shape, budget, ...options }, signal }) {
      const thread = await knownThread(caller, params.threadId);
      const tokens = typeof budget === 'number' ? { tokens: budget } : budget;
      const context = await thread.context({ ...options, ...(tokens && { budget: tokens }), signal });
      const { messages: at } = await thread.state();
      return viewOf({ at, context, thread, shape, features: caller.features });
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/explain',
    tag,
    summary: 'Rebuilds the context of a past turn, and says what became of each range of messages.',
    params: threadParams,
    query: contextQuery,
    response: explanation,
    async run({ caller, params, query: { at, shape, ...asked } }) {
      const thread = await knownThread(caller, params.threadId);
      const explained = await thread.explain({ ...optionsOf(asked), ...(at !== undefined && { at }) });
      return {
        at: explained.at,
        ranges: explained.ranges,
        context: await viewOf({ ...explained, thread, shape, features: caller.features }),
      };
    },
  }),
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/requests',
    tag,
    summary: 'Figures of the contexts that were handed out to be sent, newest first.',
    params: threadParams,
    query: pageQuery,
    response: requestPage,
    async run({ caller, params, query: { limit, before } }) {
      const thread = await knownThread(caller, params.threadId);
      const place = before === undefined ? {} : { before: Number(before) };
      const requests = await thread.requests({ limit, ...place });
      return {
        requests: requests.map((request) => requestView(request, caller.features)),
        next: requests.length < limit ? null : (requests.at(-1)?.number ?? null),
      };
    },
  }),
];

function optionsOf({ budget, model, query }: ContextRequest) {
  return {
    ...(budget !== undefined && { budget: { tokens: budget } }),
    ...(model !== undefined && { model }),
    ...(query !== undefined && { query }),
  };
}

async function viewOf(options: {
  at: number;
  context: Context;
  thread: Thread;
  shape: Shape;
  features: Features;
}): Promise<z.input<typeof contextSchema>> {
  const { at, context, thread, shape, features } = options;
  const { tokens, budget, sections, items, content, contentTokens, stable, forced } = context;
  const [request] = at === 0 ? [] : await thread.requests({ seq: at, limit: 1 });
  return {
    threadId: thread.id,
    at,
    tokens,
    budget,
    sections: Object.entries(sections).map(([name, figures]) => ({ name, ...figures })),
    items,
    content: content.map(({ role, name, parts }, index) => ({
      role,
      ...(name !== undefined && { name }),
      parts,
      tokens: contentTokens[index] ?? 0,
    })),
    stable,
    forced,
    request: request === undefined ? null : requestView(request, features),
    ...(shape !== 'content' && { prompt: inShape(context, shape) }),
  };
}

function inShape(context: Context, shape: Exclude<Shape, 'content'>): unknown {
  switch (shape) {
    case 'ai-sdk':
      return context.toAiSdk();
    case 'openai-chat':
      return context.toOpenAI();
    case 'openai-responses':
      return context.toOpenAIResponses();
    case 'anthropic':
      return context.toAnthropic();
    case 'text':
      return context.toText();
  }
}

function requestView(request: StoredRequest, { defaults }: Features): z.input<typeof requestSchema> {
  const { number, at, seq, model, tokens, historyTokens, summaryIds, expected, reported } = request;
  const cache =
    expected === null
      ? null
      : { ...expected, newTokens: Math.max(0, tokens - expected.readTokens - expected.writtenTokens) };
  return {
    ...{ number, at, seq, model, tokens, historyTokens, summaryIds, cache, reported },
    costUsd: costOf(request, defaults),
  };
}

/** Cost of a request. If nothing is known of the cache, all tokens count at the price of plain input. */
function costOf(
  { model, tokens, historyTokens, expected }: StoredRequest,
  defaults: Features['defaults'],
): { sent: number; history: number } | null {
  const prices = pricesFor(model ?? defaults?.model, defaults?.pricing);
  if (!prices.priced) return null;
  const billed = (all: number, readTokens = 0, writtenTokens = 0) =>
    inputCost(
      { readTokens, writtenTokens, plainTokens: Math.max(0, all - readTokens - writtenTokens) },
      prices,
    );
  return {
    sent: billed(tokens, expected?.readTokens, expected?.writtenTokens),
    history: billed(historyTokens, expected?.historyReadTokens, expected?.historyWrittenTokens),
  };
}
