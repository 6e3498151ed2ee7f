/** The server as a fetch handler: the gate, then whoever the path belongs to. Runs wherever requests are answered so. */
import { withFigures } from '../engine/logging.ts';
import { whenOver } from '../integrations/http/when-over.ts';
import { systemRuntime } from '../runtime.ts';
import { createMetrics } from './metrics.ts';
import { readServerOptions, type ServerOptions } from './options.ts';
import { createPage } from './page.ts';
import { problemOf, problemResponse } from './problem.ts';
import { createRest } from './rest/create-rest.ts';
import { limitBody } from './security/body-limit.ts';
import { type Admitted, createGate } from './security/gate.ts';
import { originHeaders } from './security/origin.ts';
import { createTenants, defaultTenant } from './tenants.ts';

export type EverthreadServer = {
  /** Answers a request; never rejects. `address`: who asks, where the runtime tells. */
  fetch(request: Request, info?: { address?: string }): Promise<Response>;
  /** Opens the default tenant; rejects where its database cannot be read. */
  ready(): Promise<void>;
  /** Ends streams of events, which have no end of their own; readers come back. */
  endStreams(): void;
  /** Refuses new requests, ends streams of events, hands background work back, closes what the server opened. */
  close(): Promise<void>;
};

/** What no browser may guess, cache or frame. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

export function createServer(given: ServerOptions): EverthreadServer {
  const options = readServerOptions(given);
  const { keys, hosts, origins, limits, features = {}, proxy, pageFolder, logger, telemetry } = options;
  const origin = { hosts, origins };
  const metrics = createMetrics();
  const tenants = createTenants({
    everthread: options.everthread,
    idleMs: limits.tenantIdleMs,
    heartbeatMs: limits.heartbeatMs,
    onOpen({ everthread }) {
      metrics.watch(everthread);
      telemetry?.watch(everthread);
    },
  });
  const gate = createGate({
    origin,
    keys,
    requestsPerMinute: limits.requestsPerMinute,
    runtime: systemRuntime,
  });
  const unexpected = (error: unknown): void => logger?.error(withFigures('request failed', failureOf(error)));
  const rest = createRest({ unexpected, timeMs: limits.timeMs });
  const page = pageFolder === undefined ? undefined : createPage(pageFolder);
  let isClosing = false;

  /** Everything that needs a tenant's threads. */
  const serveTenant = async (request: Request, path: string, { tenant }: Admitted): Promise<Response> => {
    const { release, ...opened } = await tenants.borrow(tenant);
    try {
      const limited = limitBody(request, limits.bodyBytes);
      const response =
        path.startsWith('/v1/') && proxy !== undefined
          ? await proxy(limited, { everthread: opened.everthread, tenant })
          : await rest.handle(limited, { tenant, features, ...opened });
      // The default tenant stays open: nobody has to say when a stream of its is over.
      if (tenant === defaultTenant || !isStream(response)) {
        release();
        return response;
      }
      return whenOver(response, release);
    } catch (error) {
      release();
      throw error;
    }
  };

  const serve = async (request: Request, path: string, admitted: Admitted): Promise<Response> => {
    if (path.startsWith('/api/') || (path.startsWith('/v1/') && proxy !== undefined))
      return serveTenant(request, path, admitted);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/healthz' && isRead) return Response.json({ status: 'ok' });
    if (path === '/readyz' && isRead) return readiness();
    if (path === '/openapi.json' && isRead) return Response.json(rest.document());
    if (path === '/metrics' && isRead)
      return new Response(metrics.text({ tenants: tenants.open() }), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      });
    const file = await page?.handle(request);
    return file ?? problemResponse(404, { code: 'not_found', message: 'There is nothing at this address.' });
  };

  const ready = async (): Promise<void> => {
    const { everthread, release } = await tenants.borrow(defaultTenant);
    try {
      await everthread.threads({ limit: 1 });
    } finally {
      release();
    }
  };
  const readiness = async (): Promise<Response> => {
    if (isClosing)
      return problemResponse(503, { code: 'unavailable', message: 'The server is being shut down.' });
    await ready();
    return Response.json({ status: 'ready' });
  };

  const answer = async (request: Request, path: string, address: string | undefined) => {
    const isOpen =
      openPaths.has(path) || (page !== undefined && !/^\/(?:api|v1|metrics)(?:\/|$)/u.test(path));
    const admitted = await gate.admit(request, { address, open: isOpen });
    if (admitted instanceof Response) return { response: admitted, keyId: null };
    return { response: await serve(request, path, admitted), keyId: admitted.keyId };
  };

  const handle = async (request: Request, address: string | undefined) => {
    const end = metrics.begin();
    const path = new URL(request.url).pathname;
    const { method } = request;
    const route = rest.routeOf(path) ?? (path.startsWith('/v1/') && proxy ? proxyRoute : 'other');
    const started = performance.now();
    const { response, keyId } = await answer(request, path, address).catch((error: unknown) => ({
      response: problemOf(error, unexpected),
      keyId: null,
    }));
    const { status } = response;
    end({ method: knownMethods.has(method) ? method : 'other', route, status });
    const ms = Math.round(performance.now() - started);
    logger?.info(withFigures('request', { method, route, status, ms, key: keyId }));
    // What a provider answered goes on as it came.
    const own = route === proxyRoute ? {} : commonHeaders;
    return { response: withHeaders(response, { ...own, ...originHeaders(request, origin) }), route };
  };

  return {
    async fetch(request, { address } = {}) {
      const respond = () => handle(request, address);
      return telemetry ? telemetry.request(request, respond) : (await respond()).response;
    },
    ready,
    endStreams() {
      isClosing = true;
      tenants.endStreams();
    },
    async close() {
      isClosing = true;
      await tenants.close();
    },
  };
}

/** What kind and where; its words may hold what somebody said. */
function failureOf(error: unknown): { error: string; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error };
  const [, frame] = /\n\s+at ([^\n]+)/u.exec(error.stack ?? '') ?? [];
  return { error: error.name, ...(frame !== undefined && { at: frame.replace(/^.*\/(?=src|dist)/u, '') }) };
}

const proxyRoute = '/v1';
const openPaths = new Set(['/healthz', '/readyz']);
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT']);

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function withHeaders(response: Response, headers: { [name: string]: string }): Response {
  try {
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value);
    return response;
  } catch {
    // Headers of a response that came from elsewhere cannot be changed.
    const copy = new Response(response.body, response);
    for (const [name, value] of Object.entries(headers))
      if (!copy.headers.has(name)) copy.headers.set(name, value);
    return copy;
  }
}
