/**
 * By which name and from which page a request comes. Without these checks any web page could read the archive: by
 * asking for it directly, or by pointing its own name at this machine (DNS rebinding).
 */
import { problemResponse } from '../problem.ts';

export type OriginRules = {
  /** Names the server is reached by, without ports; undefined: any, because a key keeps strangers out. */
  hosts: readonly string[] | undefined;
  /** Pages of other origins that may ask: `https://app.example.com`. */
  origins: readonly string[];
};

/** What is looked at of a request before it is let in. */
export type Knock = { method: string; url: string; headers: Pick<Headers, 'get'> };

const corsHeaders = {
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, last-event-id, x-api-key, x-everthread-key, x-everthread-thread',
  'access-control-max-age': '600',
};

/** A refusal, the answer to a preflight, or undefined: go on. */
export function checkOrigin(request: Knock, { hosts, origins }: OriginRules): Response | undefined {
  const host = hostOf(request);
  if (hosts !== undefined && !hosts.includes(nameOf(host)))
    return forbidden('host', 'This server is not reached by that name.');
  const origin = request.headers.get('origin');
  if (origin === null) {
    // Pictures, scripts and links of other pages send no Origin; browsers mark them.
    const isForeign = request.headers.get('sec-fetch-site') === 'cross-site';
    const isVisit = request.headers.get('sec-fetch-mode') === 'navigate' && request.method === 'GET';
    return isForeign && !isVisit ? forbidden('origin', foreignPage) : undefined;
  }
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  if (!isOwn && !origins.includes(origin)) return forbidden('origin', foreignPage);
  if (request.method !== 'OPTIONS') return undefined;
  return new Response(null, { status: 204, headers: { ...corsHeaders, ...allowedOrigin(origin) } });
}

/** For answers to pages of other origins that may ask. */
export function originHeaders(request: Knock, { origins }: OriginRules): { [name: string]: string } {
  const origin = request.headers.get('origin');
  return origin !== null && origins.includes(origin) ? allowedOrigin(origin) : {};
}

const foreignPage = 'Requests from that page are not accepted.';

function allowedOrigin(origin: string): { [name: string]: string } {
  return { 'access-control-allow-origin': origin, vary: 'Origin' };
}

/** The header, where there is one: adapters make the address of a request from what they know. */
function hostOf(request: Knock): string {
  return (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/u, '');
}

function forbidden(field: string, message: string): Response {
  return problemResponse(403, { code: 'forbidden', field, message });
}
