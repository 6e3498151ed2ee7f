/**
 * Chooses the upstream of a request and its headers. The client chooses among configured upstreams by route, model and
 * key; it cannot name an address of its own. Headers of a single connection are not passed on.
 */
import { problemAnswer } from './error-responses.ts';
import type {
  AskedRequest,
  GivenAnswer,
  HeaderList,
  HeaderReader,
  Send,
  UpstreamResponse,
} from './exchange.ts';
import { type ProxyOptions, type ProxyRoute, type Upstream, usualUpstreams } from './options.ts';

/** Headers of one connection, and those that the next hop has to set itself. */
const hopHeaders: ReadonlySet<string> = new Set([
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
]);
/** Headers that browsers send about their user; they are not sent upstream. */
const privateHeaders: ReadonlySet<string> = new Set(['cookie', 'origin', 'referer', 'forwarded']);
const keyHeaders = ['authorization', 'x-api-key', 'api-key'];
const ownPrefix = 'x-everthread-';
/** Keys of this server begin like this; they are never sent upstream. */
const ownKey = /^(?:bearer\s+)?et_/iu;

function clientKey(headers: HeaderReader): string | undefined {
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

const bases = new WeakMap<Upstream, string>();

/** Configured addresses often end with `/v1`. */
function upstreamUrl(upstream: Upstream, route: string, search: string): string {
  const base = bases.get(upstream) ?? upstream.url.replace(/(?:\/v1)?\/*$/u, '');
  bases.set(upstream, base);
  return `${base}${route}${search}`;
}

function requestHeaders(
  clientHeaders: HeaderReader,
  { key, headers = {} }: Upstream,
  { route, isRewritten }: { route: ProxyRoute; isRewritten: boolean },
): HeaderList {
  // The upstream's key goes into the same header that the client used.
  const keyName =
    key === undefined
      ? undefined
      : (keyHeaders.find((name) => clientHeaders.get(name) !== null) ?? usualKeyHeader(route));
  const set: HeaderList = [
    // Uncompressed, because bytes are passed on as they arrive and are also read here.
    ['accept-encoding', 'identity'],
    ...(keyName === undefined ? [] : [headerOfKey(keyName, key!)]),
    ...Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]),
  ];
  const replaced = new Set(set.map(([name]) => name));
  const named = connectionHeaders(clientHeaders);
  const sent: HeaderList = [];
  for (const [name, value] of clientHeaders) {
    const isPassedOn =
      hopHeaders.has(name) ||
      privateHeaders.has(name) ||
      replaced.has(name) ||
      named.includes(name) ||
      name.startsWith(ownPrefix) ||
      // A body that was written anew is not compressed.
      (isRewritten && name === 'content-encoding') ||
      name.startsWith('sec-') ||
      name.startsWith('x-forwarded-') ||
      (keyHeaders.includes(name) && (key !== undefined || ownKey.test(value)));
    if (!isPassedOn) sent.push([name, value]);
  }
  // If a header is set twice, the later one counts.
  return [...sent, ...new Map(set)];
}

function headerOfKey(name: string, key: string): [string, string] {
  return [name, name === 'authorization' ? `Bearer ${key}` : key];
}

function usualKeyHeader(route: ProxyRoute): string {
  return route.startsWith('/v1/messages') ? 'x-api-key' : 'authorization';
}

/** Passes headers on except those of the connection, and the encoding of a body that was decoded. */
function responseHeaders({ headers, decoded }: UpstreamResponse): HeaderList {
  const passed: HeaderList = [];
  const named = connectionHeaders(headers);
  for (const [name, value] of headers) {
    const isLength = name === 'content-length' && !decoded;
    const isPassedOn = (hopHeaders.has(name) && !isLength) || named.includes(name);
    if (!isPassedOn && name !== 'content-encoding') passed.push([name, value]);
  }
  return passed;
}

function connectionHeaders(headers: HeaderReader): string[] {
  const named = headers.get('connection');
  return named === null ? [] : named.split(',').map((name) => name.trim().toLowerCase());
}

type Asked = {
  options: ProxyOptions;
  request: AskedRequest;
  route: ProxyRoute;
  tenant: string;
  model: string | undefined;
};

export function upstreamFor({ options, request, route, tenant, model }: Asked): Upstream | undefined {
  const key = clientKey(request.headers);
  return chooseUpstream(options.upstreams ?? usualUpstreams, { route, model, key, tenant });
}

/** The provider's answer, with headers for the client. Rejects only if the client itself disconnected. */
export async function callUpstream(
  call: Pick<Asked, 'request' | 'route' | 'model'> & {
    /** Result of `upstreamFor`. */
    upstream: Upstream | undefined;
    send: Send;
    path: string;
    /** Bytes as they came, or a text that was written anew. */
    body: Uint8Array | string | undefined;
  },
): Promise<GivenAnswer> {
  const { request, route, path, model, body, send, upstream } = call;
  if (upstream === undefined) {
    const of = model === undefined ? '' : ` of model ${JSON.stringify(model)}`;
    const message = `No upstream is configured for ${route}${of}. Add one to upstreams.`;
    return problemAnswer(route, 404, 'no_upstream', message, 'model');
  }
  const { method, signal } = request;
  const isRewritten = typeof body === 'string';
  try {
    const response = await send({
      url: upstreamUrl(upstream, path, request.search),
      ...{ method, signal, body },
      headers: requestHeaders(request.headers, upstream, { route, isRewritten }),
    });
    const { status, statusText } = response;
    return { status, statusText, headers: responseHeaders(response), body: response.body };
  } catch (error) {
    if (signal.aborted) throw error;
    return problemAnswer(route, 502, 'upstream_unreachable', 'The provider could not be reached.');
  }
}
