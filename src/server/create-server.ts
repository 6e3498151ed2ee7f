/**
 * The server as a fetch handler. The gate checks each request; its path then decides who answers it: the REST API, the
 * proxy or the page. Works in any runtime that answers a `Request`.
 */
import { withFigures } from '../engine/logging.ts';
import { whenOver } from '../integrations/http/when-over.ts';
import { systemRuntime } from '../runtime.ts';
import { createMetrics } from './metrics.ts';
import { readServerOptions, type ServerOptions } from './options.ts';
import { createPage } from './page.ts';
import { problemOf, problemResponse } from './problem.ts';
import type { EverthreadProxy } from './proxy/create-proxy.ts';
import { type AskedRequest, type GivenAnswer, readUntilOver, type Send } from './proxy/exchange.ts';
import { createRest } from './rest/create-rest.ts';
import { limitBody } from './security/body-limit.ts';
import { type Admitted, createGate } from './security/gate.ts';
import { originHeaders, type RequestHead } from './security/origin.ts';
import { createTenants, defaultTenant } from './tenants.ts';

export type EverthreadServer = {
  /** Answers a request; never rejects. `address` is the caller's network address, if the runtime knows it. */
  fetch(request: Request, info?: { address?: string }): Promise<Response>;
  /**
   * Answers proxied requests for an edge that has its own kind of request, such as Node. Never rejects. Undefined if
   * the proxy has no `answer`, or if telemetry needs a span for each request.
   */
  proxied?: (request: ProxiedRequest, info: { address?: string; send: Send }) => Promise<ProxiedAnswer>;
  /** Opens the default tenant. Rejects if its database cannot be read. */
  ready(): Promise<void>;
  /** Ends event streams, which have no end of their own. Their readers reconnect. */
  endStreams(): void;
  /** Refuses new requests, ends streams of events, hands background work back, closes what the server opened. */
  close(): Promise<void>;
};

export type ProxiedRequest = Omit<AskedRequest, 'bytes'> & { bytes(mostBytes: number): Promise<Uint8Array> };
/** A refused request gets a `Response`. */
export type ProxiedAnswer = Response | GivenAnswer;

/** Headers against content sniffing, leaked referrers and embedding by other sites. */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

export function createServer(rawOptions: ServerOptions): EverthreadServer {
  const options = readServerOptions(rawOptions);
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

  /** Serves everything that needs a tenant's threads. */
  const serveTenant = async (request: Request, path: string, { tenant }: Admitted): Promise<Response> => {
    const { release, ...opened } = await tenants.borrow(tenant);
    try {
      const limited = limitBody(request, limits.bodyBytes);
      const response =
        path.startsWith('/v1/') && proxy !== undefined
          ? await proxy(limited, { everthread: opened.everthread, tenant })
          : await rest.handle(limited, { tenant, features, ...opened });
      // The default tenant is never closed for being idle, so nobody has to report when one of its streams ends.
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

  const admit = (request: RequestHead, path: string, address: string | undefined) => {
    const isOpen =
      openPaths.has(path) || (page !== undefined && !/^\/(?:api|v1|metrics)(?:\/|$)/u.test(path));
    return gate.admit(request, { address, open: isOpen });
  };

  /** Admits a request, has it answered, and counts and logs it. */
  const answerAdmitted = async <Answer extends { status: number }>(options: {
    request: RequestHead;
    path: string;
    route: string;
    address: string | undefined;
    answer(admitted: Admitted): Promise<Answer>;
  }): Promise<Answer | Response> => {
    const { request, path, route, address, answer } = options;
    const { method } = request;
    const end = metrics.begin();
    const started = performance.now();
    let keyId: string | null = null;
    let response: Answer | Response;
    try {
      const admitted = await admit(request, path, address);
      if (admitted instanceof Response) response = admitted;
      else {
        keyId = admitted.keyId;
        response = await answer(admitted);
      }
    } catch (error) {
      response = problemOf(error, unexpected);
    }
    const { status } = response;
    end({ method: knownMethods.has(method) ? method : 'other', route, status });
    const ms = Math.round(performance.now() - started);
    logger?.info(withFigures('request', { method, route, status, ms, key: keyId }));
    return response;
  };

  const handle = async (request: Request, address: string | undefined) => {
    const path = new URL(request.url).pathname;
    const route = rest.routeOf(path) ?? (path.startsWith('/v1/') && proxy ? proxyRoute : 'other');
    const response = await answerAdmitted({
      ...{ request, path, route, address },
      answer: (admitted) => serve(request, path, admitted),
    });
    // An answer of a provider keeps its own headers.
    const own = route === proxyRoute ? {} : commonHeaders;
    return { response: withHeaders(response, { ...own, ...originHeaders(request, origin) }), route };
  };

  const handleProxied = async (
    answer: EverthreadProxy['answer'],
    { bytes, ...request }: ProxiedRequest,
    { address, send }: { address?: string; send: Send },
  ): Promise<ProxiedAnswer> => {
    const { method, headers, path } = request;
    const head: RequestHead = { method, headers, url: `http://${headers.get('host') ?? ''}${path}` };
    const admitted = await answerAdmitted<GivenAnswer>({
      ...{ request: head, path, route: proxyRoute, address },
      async answer({ tenant }) {
        const { release, everthread } = await tenants.borrow(tenant);
        try {
          const mostBytes = limits.bodyBytes;
          const proxiedRequest = { ...request, mostBytes, bytes: () => bytes(mostBytes) };
          const response = await answer(proxiedRequest, { everthread, tenant, send });
          if (tenant !== defaultTenant && response.body !== null && !(response.body instanceof Uint8Array))
            return { ...response, body: readUntilOver(response.body, release) };
          release();
          return response;
        } catch (error) {
          release();
          throw error;
        }
      },
    });
    const added = originHeaders(head, origin);
    if (admitted instanceof Response) return withHeaders(admitted, added);
    return { ...admitted, headers: [...admitted.headers, ...Object.entries(added)] };
  };
  const proxyAnswer = telemetry === undefined ? proxy?.answer : undefined;

  return {
    async fetch(request, { address } = {}) {
      const respond = () => handle(request, address);
      return telemetry ? telemetry.request(request, respond) : (await respond()).response;
    },
    ...(proxyAnswer && { proxied: (request, info) => handleProxied(proxyAnswer, request, info) }),
    ready,
    endStreams() {
      isClosing = true;
      tenants.endStreams();
    },
    async close() {
      isClosing = true;
      await proxy?.settled?.();
      await tenants.close();
    },
  };
}

/** Name and place of an error. Its message is left out because it may quote a conversation. */
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
    // Headers of a response that came from `fetch` are immutable.
    const copy = new Response(response.body, response);
    for (const [name, value] of Object.entries(headers))
      if (!copy.headers.has(name)) copy.headers.set(name, value);
    return copy;
  }
}
