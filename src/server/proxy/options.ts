/** Options of the proxy: where requests go, and their limits. */

import { invalidOption } from '../../errors.ts';
import { checkOptions } from '../../input/foreign-values.ts';
import { leastBudgetTokens } from '../../tokens/windows.ts';

/** The first three routes are understood, the others are only forwarded. */
export const proxyRoutes = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/models',
  '/v1/embeddings',
] as const;
export type ProxyRoute = (typeof proxyRoutes)[number];

/** A provider that requests are sent to. If several match a request, the first one is used. */
export type Upstream = {
  /** Base address before `/v1/…`, such as `https://api.openai.com`. */
  url: string;
  /** Only for these routes. Default: all. */
  routes?: readonly ProxyRoute[];
  /** Only for these models; `*` matches anything. Default: all. */
  models?: readonly string[];
  /** Only for requests whose own key matches; `*` matches anything. Default: any key, or none. */
  keys?: readonly string[];
  /** Only for these tenants. Default: all. */
  tenants?: readonly string[];
  /** Sent instead of the client's own key. Default: the client's own key is passed on. */
  key?: string;
  /** Headers added to each request; they replace the client's headers of the same name. */
  headers?: { readonly [name: string]: string };
  /** Context window of its models, answer included. Default: the known window of each model. */
  windowTokens?: number;
};

export type ProxyOptions = {
  /** Default: OpenAI and Anthropic, for clients that have a key of their own. */
  upstreams?: readonly Upstream[];
  /** Window of unknown models. Default: 128,000 tokens. */
  windowTokens?: number;
  /** How long a request that would not fit waits for a summary before it gets excerpts. Default: 10,000. */
  waitMs?: number;
  /** Default: a connection pool of its own on Node, else the platform's `fetch`. */
  fetch?: typeof fetch;
  /** Called for failures that do not fail a request. */
  onProblem?: (problem: ProxyProblem) => void;
};

export type ProxyProblem = {
  tenant: string;
  threadId: string | undefined;
  error: unknown;
  /** The consequence of the failure, in words. */
  consequence: string;
};

export const usualUpstreams: readonly Upstream[] = [
  { url: 'https://api.anthropic.com', routes: ['/v1/messages', '/v1/messages/count_tokens'] },
  { url: 'https://api.openai.com' },
];

export const defaultWindowTokens = 128_000;
export const defaultWaitMs = 10_000;

/** A name that nobody knows is refused: without its `models`, an upstream would get the requests of all of them. */
export function checkProxyOptions(options: ProxyOptions): void {
  checkOptions<ProxyOptions>(options, {
    ...{ upstreams: null, windowTokens: null, waitMs: null, fetch: null, onProblem: null },
  });
  const { upstreams = [], windowTokens, waitMs } = options;
  for (const name of ['fetch', 'onProblem'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw invalidOption(name, 'a function', options[name]);
  if (!Array.isArray(upstreams)) throw invalidOption('upstreams', 'a list of upstreams', upstreams);
  upstreams.forEach((upstream: Upstream, index) => {
    const field = `upstreams[${index}]`;
    checkOptions<Upstream>(
      upstream,
      {
        ...{ url: null, routes: null, models: null, keys: null, tenants: null },
        ...{ key: null, headers: null, windowTokens: null },
      },
      `${field}.`,
    );
    for (const name of ['routes', 'models', 'keys', 'tenants'] as const)
      checkTexts(`${field}.${name}`, upstream[name]);
    const { url, routes = [] } = upstream;
    const isUrl = typeof url === 'string' && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
    if (!isUrl) throw invalidOption(`${field}.url`, 'an http or https address', url);
    const unknownRoute = routes.find((route) => !proxyRoutes.includes(route));
    if (unknownRoute !== undefined)
      throw invalidOption(`${field}.routes`, `any of ${proxyRoutes.join(', ')}`, unknownRoute);
    checkWindow(`${field}.windowTokens`, upstream.windowTokens);
  });
  checkWindow('windowTokens', windowTokens);
  if (waitMs !== undefined && !(Number.isSafeInteger(waitMs) && waitMs >= 0))
    throw invalidOption('waitMs', 'a whole number of milliseconds of at least 0', waitMs);
}

function checkTexts(field: string, value: unknown): void {
  if (value === undefined || (Array.isArray(value) && value.every((one) => typeof one === 'string'))) return;
  throw invalidOption(field, 'a list of texts', value);
}

function checkWindow(field: string, tokens: number | undefined): void {
  if (tokens === undefined) return;
  if (!Number.isSafeInteger(tokens) || tokens < leastBudgetTokens)
    throw invalidOption(field, `a whole number of at least ${leastBudgetTokens}`, tokens);
}
