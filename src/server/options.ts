/** What a server is made with, checked. */
import { invalidOption } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import { loopbackNames } from '../integrations/http/address.ts';
import type { Telemetry } from '../integrations/telemetry.ts';
import type { Logger } from '../options.ts';
import type { Features } from './features.ts';
import type { EverthreadProxy, ProxyCaller } from './proxy/create-proxy.ts';
import type { KeyRing } from './security/keys.ts';

export type ServerLimits = {
  /** Bytes of a body. Default: 64 MiB. */
  bodyBytes?: number;
  /** Of one key, or of one address where there are no keys. Default: 6,000 with keys, none without. */
  requestsPerMinute?: number;
  /** Until an answer of the API has to be there; streams may take longer. Default: 300,000. */
  timeMs?: number;
  /** Between signs of life in a stream of events. Default: 15,000. */
  heartbeatMs?: number;
  /** After which an unused tenant is closed. Default: 300,000. */
  tenantIdleMs?: number;
};

/** Answers what is below /v1: what `createProxy()` returns, or a function of your own. */
export type ProxyHandler = ((request: Request, caller: ProxyCaller) => Promise<Response>) &
  Partial<Pick<EverthreadProxy, 'answer' | 'settled'>>;

export type ServerOptions = {
  /** Whose threads are served: one instance, or one for each tenant, opened by its name and closed by the server. */
  everthread: Everthread | ((tenant: string) => Promise<Everthread>);
  /** Where keys are looked up. Without, nobody needs one, and only names of this machine reach the server. */
  keys?: KeyRing;
  /** Names the server is reached by, without ports. Default: those of the loopback interface; any where there are keys. */
  hosts?: readonly string[];
  /** Other origins whose pages may ask, such as `https://app.example.com`. */
  origins?: readonly string[];
  limits?: ServerLimits;
  features?: Features;
  proxy?: ProxyHandler;
  /** A folder with the inspector's files. */
  pageFolder?: string;
  /** Gets a line for every request: method, route, status, time. Never text of a message. */
  logger?: Logger;
  /** Spans and metrics for a collector: what `createTelemetry()` of `everthread/opentelemetry` returns. */
  telemetry?: Telemetry;
};

export type ReadServerOptions = Omit<ServerOptions, 'limits' | 'hosts' | 'origins'> & {
  hosts: readonly string[] | undefined;
  origins: readonly string[];
  limits: Required<Omit<ServerLimits, 'requestsPerMinute'>> & { requestsPerMinute: number | undefined };
};

const names = [
  'everthread',
  'keys',
  'hosts',
  'origins',
  'limits',
  'features',
  'proxy',
  'pageFolder',
  'logger',
  'telemetry',
];
const limitNames = ['bodyBytes', 'requestsPerMinute', 'timeMs', 'heartbeatMs', 'tenantIdleMs'] as const;

export function readServerOptions(options: ServerOptions): ReadServerOptions {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', 'an object', options);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidOption(unknown, `one of ${names.join(', ')}`, 'an unknown name');
  const { everthread, keys, hosts, origins = [], limits = {}, ...rest } = options;
  if (typeof everthread !== 'function' && typeof everthread?.findThread !== 'function')
    throw invalidOption(
      'everthread',
      'what createEverthread() returns, or a function of a tenant',
      everthread,
    );
  if (keys !== undefined && (Array.isArray(keys) || typeof keys?.find !== 'function'))
    throw invalidOption('keys', 'an object with find(id)', keys);
  if (rest.telemetry !== undefined && typeof rest.telemetry?.request !== 'function')
    throw invalidOption(
      'telemetry',
      'what createTelemetry() of everthread/opentelemetry returns',
      rest.telemetry,
    );
  checkNames('hosts', hosts);
  checkNames('origins', origins);
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw invalidOption('origins', 'origins such as https://app.example.com', origin);
  for (const [name, value] of Object.entries(limits)) {
    if (!limitNames.some((known) => known === name))
      throw invalidOption(`limits.${name}`, `one of ${limitNames.join(', ')}`, 'an unknown name');
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0))
      throw invalidOption(`limits.${name}`, 'a whole number of at least 1', value);
  }
  return {
    ...rest,
    everthread,
    ...(keys && { keys }),
    hosts: hosts?.map((host) => host.toLowerCase()) ?? (keys === undefined ? loopbackNames : undefined),
    origins,
    limits: {
      bodyBytes: limits.bodyBytes ?? 64 * 1024 * 1024,
      requestsPerMinute: limits.requestsPerMinute ?? (keys === undefined ? undefined : 6_000),
      timeMs: limits.timeMs ?? 300_000,
      heartbeatMs: limits.heartbeatMs ?? 15_000,
      tenantIdleMs: limits.tenantIdleMs ?? 300_000,
    },
  };
}

function checkNames(field: string, value: unknown): void {
  if (value === undefined) return;
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string' && name !== ''))
    throw invalidOption(field, 'a list of names', value);
}
