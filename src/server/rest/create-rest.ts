/** The API, made from its endpoints: a router below /api and the OpenAPI document. */
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { version } from '../../version.ts';
import type { Caller } from '../caller.ts';
import { problemOf, problemResponse } from '../problem.ts';
import type { Endpoint } from './endpoint.ts';
import { eventStream } from './event-stream.ts';
import { checked, readBody } from './read-input.ts';
import { contextEndpoints } from './routes/context.ts';
import { figureEndpoints } from './routes/figures.ts';
import { liveEndpoints } from './routes/live.ts';
import { lookUpEndpoints } from './routes/look-up.ts';
import { messageEndpoints } from './routes/messages.ts';
import { ownerEndpoints } from './routes/owners.ts';
import { summaryEndpoints } from './routes/summaries.ts';
import { threadEndpoints } from './routes/threads.ts';
import { transferEndpoints } from './routes/transfer.ts';
import { problem } from './schemas/problem.ts';

export type Rest = {
  handle(request: Request, caller: Caller): Promise<Response>;
  /**
   * The path pattern of the endpoint at that address, which contains no names of threads or owners. Undefined if there
   * is none.
   */
  routeOf(path: string): string | undefined;
  /** OpenAPI 3.1. */
  document(): object;
};

export const endpoints: readonly Endpoint[] = [
  ...threadEndpoints,
  ...messageEndpoints,
  ...summaryEndpoints,
  ...contextEndpoints,
  ...lookUpEndpoints,
  ...ownerEndpoints,
  ...figureEndpoints,
  ...liveEndpoints,
  ...transferEndpoints,
];

export function createRest(options: {
  /** Time limit for an answer; streams may take longer. */
  timeMs: number;
  unexpected(error: unknown): void;
}): Rest {
  const { timeMs, unexpected } = options;
  const app = new OpenAPIHono<{ Bindings: { caller: Caller } }>();
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`.replaceAll(/\{(\w+)\}/gu, ':$1');
    app.on(endpoint.method.toUpperCase(), path, async ({ req, env: { caller } }) => {
      const { params, query, body, takesText = false } = endpoint;
      const ends = new AbortController();
      // `AbortSignal.timeout` would keep its timer until the limit, long after the answer.
      const limit = 'stream' in endpoint ? undefined : setTimeout(() => ends.abort(tookTooLong()), timeMs);
      try {
        const endpointInput = {
          caller,
          params: params && checked('params', params, req.param()),
          query: checked('query', query ?? z.strictObject({}), req.query()),
          body: body && checked('body', body, await readBody(req.raw, { takesText })),
          lastEventId: req.header('last-event-id'),
          signal: AbortSignal.any([req.raw.signal, ends.signal]),
        };
        if ('stream' in endpoint)
          return await eventStream(endpoint.stream(endpointInput as never), {
            disconnected: ends,
            failed: unexpected,
          });
        return Response.json(await endpoint.run(endpointInput as never), { status: endpoint.status ?? 200 });
      } finally {
        clearTimeout(limit);
      }
    });
  }
  app.onError((error) => problemOf(error, unexpected));
  app.notFound(({ req }) => {
    const others = endpointsAt(req.path).map(({ method }) => method.toUpperCase());
    return others.length === 0
      ? problemResponse(404, {
          code: 'not_found',
          message: 'There is nothing at this address: see /openapi.json.',
        })
      : problemResponse(
          405,
          { code: 'method_not_allowed', message: `This address takes ${others.join(', ')}.` },
          { allow: others.join(', ') },
        );
  });
  let document: object | undefined;
  return {
    handle: async (request, caller) => app.fetch(request, { caller }),
    routeOf(path) {
      const [found] = endpointsAt(path);
      return found && `/api${found.path}`;
    },
    document: () => (document ??= documentOf(app)),
  };
}

function tookTooLong(): DOMException {
  return new DOMException('The time limit was reached.', 'TimeoutError');
}

function endpointsAt(path: string): Endpoint[] {
  if (!path.startsWith('/api/')) return [];
  const parts = path.slice('/api'.length).split('/');
  return endpoints.filter((endpoint) => {
    const own = endpoint.path.split('/');
    return own.length === parts.length && own.every((part, at) => part.startsWith('{') || part === parts[at]);
  });
}

function documentOf(app: OpenAPIHono<{ Bindings: { caller: Caller } }>): object {
  const { openAPIRegistry: registry } = app;
  registry.registerComponent('securitySchemes', 'key', { type: 'http', scheme: 'bearer' });
  for (const endpoint of endpoints) {
    const { method, path, summary, tag, params, query, body, takesText, status = 200 } = endpoint;
    const content =
      'stream' in endpoint
        ? { 'text/event-stream': { schema: endpoint.events } }
        : { 'application/json': { schema: endpoint.response } };
    registry.registerPath({
      method,
      path: `/api${path}`,
      summary,
      tags: [tag],
      operationId: operationOf(method, path),
      security: [{ key: [] }],
      request: {
        ...(params && { params: params as z.ZodObject }),
        ...(query && { query: query as z.ZodObject }),
        ...(body && {
          body: {
            required: true,
            content: {
              'application/json': { schema: body },
              ...(takesText && { 'text/plain': { schema: z.string() } }),
            },
          },
        }),
      },
      responses: {
        [status]: { description: summary, content },
        default: { description: 'What went wrong.', content: { 'application/json': { schema: problem } } },
      },
    });
  }
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Everthread', version, description: 'Threads, their messages, summaries and contexts.' },
  });
}

/** Operation id of an endpoint: `get /threads/{threadId}/messages` → `getThreadsByThreadIdMessages`. */
function operationOf(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('{') ? `By-${part.slice(1, -1)}` : part));
  const named = words.join('-').replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
  return `${method}${named[0]!.toUpperCase()}${named.slice(1)}`;
}
