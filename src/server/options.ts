/** Options of the server, and their checks. */

import { invalidOption } from '../errors.ts';
import type { Everthread } from '../everthread.ts';
import { refuseUnknown } from '../input/member-checks.ts';
import { loopbackNames } from '../integrations/http/address.ts';
import type { Telemetry } from '../integrations/telemetry.ts';
import type { Logger } from '../options.ts';
import type { Features } from './features.ts';
import type { EverthreadProxy, ProxyCaller } from './proxy/create-proxy.ts';
import type { KeyRing } from './security/keys.ts';

export type ServerLimits = {
  /** Largest request body in bytes. Default: 64 MiB. */
  bodyBytes?: number;
  /** Requests of one key, or of one address if there are no keys. Default: 6,000 with keys, no limit without. */
  requestsPerMinute?: number;
  /** Time limit for an answer of the API; streams may take longer. Default: 300,000. */
  timeMs?: number;
  /** Interval of the keep-alive lines in event streams. Default: 15,000. */
  heartbeatMs?: number;
  /** An unused tenant is closed after this time. Default: 300,000. */
  tenantIdleMs?: number;
};

/** Answers requests below /v1: the result of `createProxy()`, or a function of your own. */
export type ProxyHandler = ((request: Request, caller: ProxyCaller) => Promise<Response>) &
  Partial<Pick<EverthreadProxy, 'answer' | 'settled'>>;

export type ServerOptions = {
  /**
   * The instance to serve, or a function that opens one for each tenant by name. Those opened by name are closed by the
   * server.
   */
  everthread: Everthread | ((tenant: string) => Promise<Everthread>);
  /** Where keys are looked up. Without it no key is needed, and the server only answers to names of this machine. */
  keys?: KeyRing;
  /**
   * Host names the server answers to, without ports. Default: those of the loopback interface, or any name if there are
   * keys.
   */
  hosts?: readonly string[];
  /** Other origins whose pages may send requests, such as `https://app.example.com`. */
  origins?: readonly string[];
  limits?: ServerLimits;
  features?: Features;
  proxy?: ProxyHandler;
  /** Folder with the inspector's files. */
  pageFolder?: string;
  /** Gets a line for every request: method, route, status, time. Never message text. */
  logger?: Logger;
  /** Spans and metrics for a collector: the result of `createTelemetry()` from `everthread/opentelemetry`. */
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
  refuseUnknown('', options, names);
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
  refuseUnknown('limits.', limits, limitNames);
  for (const [name, value] of Object.entries(limits)) {
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
