/**
 * Where a request goes and with which headers. The client chooses among what was configured, by route, model and key;
 * it can name no address of its own. What stands between two hops stays between them.
 */
import { problemResponse } from './error-responses.ts';
import { type ProxyOptions, type ProxyRoute, type Upstream, usualUpstreams } from './options.ts';

/** Of one connection, not of the request; and what the next hop has to work out for itself. */
const hopHeaders = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'accept-encoding',
];
/** What a browser says of its user is nobody's business upstream. */
const privateHeaders = ['cookie', 'origin', 'referer', 'forwarded'];
const keyHeaders = ['authorization', 'x-api-key', 'api-key'];
const ownPrefix = 'x-everthread-';
/** Keys to this server begin so, and never leave it. */
const ownKey = /^(?:bearer\s+)?et_/iu;

function clientKey(headers: Headers): string | undefined {
  const bearer = /^bearer\s+(.+)$/iu.exec(headers.get('authorization') ?? '')?.[1];
  const keys = [bearer?.trim(), headers.get('x-api-key'), headers.get('api-key')];
  return keys.find((key) => typeof key === 'string' && !ownKey.test(key)) ?? undefined;
}

function chooseUpstream(
  upstreams: readonly Upstream[],
  asked: { route: ProxyRoute; model: string | undefined; key: string | undefined; tenant: string },
): Upstream | undefined {
  const { route, model, key, tenant } = asked;
  return upstreams.find(
    ({ routes, models, keys, tenants }) =>
      (routes === undefined || routes.includes(route)) &&
      (tenants === undefined || tenants.includes(tenant)) &&
      (models === undefined || model === undefined || models.some((pattern) => fits(pattern, model))) &&
      (keys === undefined || (key !== undefined && keys.some((pattern) => fits(pattern, key)))),
  );
}

function fits(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  const last = rest.pop()!;
  if (!text.startsWith(first)) return false;
  let place = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, place);
    if (found === -1) return false;
    place = found + piece.length;
  }
  return text.length - last.length >= place && text.endsWith(last);
}

/** Addresses are often given with their `/v1`. */
function upstreamUrl({ url }: Upstream, request: URL, route: string): string {
  return `${url.replace(/(?:\/v1)?\/*$/u, '')}${route}${request.search}`;
}

function requestHeaders(given: Headers, { key, headers = {} }: Upstream, route: ProxyRoute): Headers {
  const sent = new Headers();
  const named = connectionHeaders(given);
  for (const [name, value] of given) {
    const stays =
      hopHeaders.includes(name) ||
      privateHeaders.includes(name) ||
      named.includes(name) ||
      name.startsWith(ownPrefix) ||
      name.startsWith('sec-') ||
      name.startsWith('x-forwarded-') ||
      (keyHeaders.includes(name) && (key !== undefined || ownKey.test(value)));
    if (!stays) sent.append(name, value);
  }
  // Bytes are passed on as they come, and read on the way.
  sent.set('accept-encoding', 'identity');
  if (key !== undefined) {
    // In the header the client has its own in.
    const name = keyHeaders.find((header) => given.has(header)) ?? usualKeyHeader(route);
    sent.set(name, name === 'authorization' ? `Bearer ${key}` : key);
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);
  return sent;
}

function usualKeyHeader(route: ProxyRoute): string {
  return route.startsWith('/v1/messages') ? 'x-api-key' : 'authorization';
}

/** As they came, but for those of the connection; a body that the platform decoded is no longer encoded. */
function responseHeaders(given: Headers): Headers {
  const passed = new Headers();
  const named = connectionHeaders(given);
  const decoded = (given.get('content-encoding') ?? 'identity') !== 'identity';
  for (const [name, value] of given) {
    const isLength = name === 'content-length' && !decoded;
    const stays = (hopHeaders.includes(name) && !isLength) || named.includes(name);
    if (!stays && name !== 'content-encoding') passed.append(name, value);
  }
  return passed;
}

function connectionHeaders(headers: Headers): string[] {
  return (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());
}

/**
 * The same bytes, read from now on: Node cancels the body of a response that nobody reads yet and whose `Response` is
 * collected as garbage meanwhile.
 */
export function held(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

type Call = {
  options: ProxyOptions;
  request: Request;
  route: ProxyRoute;
  tenant: string;
  model: string | undefined;
};

export function upstreamFor({ options, request, route, tenant, model }: Call): Upstream | undefined {
  const key = clientKey(request.headers);
  return chooseUpstream(options.upstreams ?? usualUpstreams, { route, model, key, tenant });
}

/** What a provider said: `headers` are those for the client, `response` is as it came. */
export type UpstreamAnswer = { response: Response; headers: Headers };

/** As it is to be given to the client. */
export function passedOn({ response, headers }: UpstreamAnswer): Response {
  const { status, statusText } = response;
  return new Response(response.body && held(response.body), { status, statusText, headers });
}

/** Never rejects but where the client itself has gone. */
export async function callUpstream(
  call: Call & { path: string; body: Uint8Array | string | undefined },
): Promise<UpstreamAnswer> {
  const { options, request, route, path, model, body } = call;
  const upstream = upstreamFor(call);
  if (upstream === undefined) {
    const of = model === undefined ? '' : ` of model ${JSON.stringify(model)}`;
    const message = `No upstream is configured for ${route}${of}. Add one to upstreams.`;
    return ownAnswer(problemResponse(route, 404, 'no_upstream', message, 'model'));
  }
  const send = options.fetch ?? fetch;
  try {
    const response = await send(upstreamUrl(upstream, new URL(request.url), path), {
      method: request.method,
      headers: requestHeaders(request.headers, upstream, route),
      ...(body !== undefined && { body: body as string }),
      redirect: 'manual',
      signal: request.signal,
    });
    return { response, headers: responseHeaders(response.headers) };
  } catch (error) {
    if (request.signal.aborted) throw error;
    const message = 'The provider could not be reached.';
    return ownAnswer(problemResponse(route, 502, 'upstream_unreachable', message));
  }
}

function ownAnswer(response: Response): UpstreamAnswer {
  return { response, headers: new Headers(response.headers) };
}
