/**
 * Checks the host name and origin of a request. Without these checks any web page could read the archive: by requesting
 * it directly, or by pointing its own host name at this machine (DNS rebinding).
 */
import { problemResponse } from '../problem.ts';

export type OriginRules = {
  /** Host names the server answers to, without ports. Undefined: any name, because a key is required. */
  hosts: readonly string[] | undefined;
  /** Other origins whose pages may send requests: `https://app.example.com`. */
  origins: readonly string[];
};

/** The parts of a request that are checked before it is admitted. */
export type RequestHead = { method: string; url: string; headers: Pick<Headers, 'get'> };

/** Headers that a page may send if its browser does not name those that it wants to. */
const usualHeaders =
  'authorization, content-type, last-event-id, x-api-key, x-everthread-key, x-everthread-mode, x-everthread-thread';

/**
 * What an allowed page may send. All headers that it asks for: the proxy passes those of providers' clients on, and each
 * provider and each client has others. Keys still decide what it may read.
 */
function preflightHeaders(request: RequestHead): { [name: string]: string } {
  return {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? usualHeaders,
    'access-control-max-age': '600',
  };
}

/** Returns a refusal, the answer to a preflight request, or undefined to go on. */
export function checkOrigin(request: RequestHead, { hosts, origins }: OriginRules): Response | undefined {
  const host = hostOf(request);
  if (hosts !== undefined && !hosts.includes(nameOf(host)))
    return forbidden('host', 'This server does not answer to that host name.');
  const origin = request.headers.get('origin');
  if (origin === null) {
    // Images, scripts and links of other pages send no Origin header, but browsers mark them with sec-fetch-site.
    const isForeign = request.headers.get('sec-fetch-site') === 'cross-site';
    const isVisit = request.headers.get('sec-fetch-mode') === 'navigate' && request.method === 'GET';
    return isForeign && !isVisit ? forbidden('origin', foreignPage) : undefined;
  }
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  if (!isOwn && !origins.includes(origin)) return forbidden('origin', foreignPage);
  if (request.method !== 'OPTIONS') return undefined;
  return new Response(null, {
    status: 204,
    headers: { ...preflightHeaders(request), ...allowedOrigin(origin) },
  });
}

/** CORS headers for pages of other origins that are allowed. */
export function originHeaders(request: RequestHead, { origins }: OriginRules): { [name: string]: string } {
  const origin = request.headers.get('origin');
  return origin !== null && origins.includes(origin) ? allowedOrigin(origin) : {};
}

const foreignPage = 'Requests from that page are not accepted.';

function allowedOrigin(origin: string): { [name: string]: string } {
  // All headers of an answer may be read: those of the proxy, and request ids and limits of any provider.
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*',
    vary: 'Origin',
  };
}

/** Prefers the Host header: adapters build the request's URL from their own knowledge. */
function hostOf(request: RequestHead): string {
  return (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/u, '');
}

function forbidden(field: string, message: string): Response {
  return problemResponse(403, { code: 'forbidden', field, message });
}
