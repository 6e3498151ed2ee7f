/** What the proxy is told: where requests go, and what they may take. */
import { invalidOption } from '../../errors.ts';
import { leastBudgetTokens } from '../../tokens/windows.ts';

/** Requests that are understood, and those that are only passed on. */
export const proxyRoutes = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/v1/models',
  '/v1/embeddings',
] as const;
export type ProxyRoute = (typeof proxyRoutes)[number];

/** A provider that requests go to. Of several, the first that everything fits is taken. */
export type Upstream = {
  /** What stands before `/v1/…`, such as `https://api.openai.com`. */
  url: string;
  /** Only for these routes. Default: all. */
  routes?: readonly ProxyRoute[];
  /** Only for these models; `*` stands for anything. Default: all. */
  models?: readonly string[];
  /** Only for requests with such a key of the client's own; `*` stands for anything. Default: any key, or none. */
  keys?: readonly string[];
  /** Only for these tenants. Default: all. */
  tenants?: readonly string[];
  /** Sent instead of the client's own key. Default: the client's own is passed on. */
  key?: string;
  /** Sent besides what the client sends, and in its place. */
  headers?: { readonly [name: string]: string };
  /** What its models take, answer included. Default: their windows, where they are known. */
  windowTokens?: number;
};

export type ProxyOptions = {
  /** Default: those of OpenAI and Anthropic, for clients that have a key of their own. */
  upstreams?: readonly Upstream[];
  /** The window of models nobody knows. Default: 128,000 tokens. */
  windowTokens?: number;
  /** How long a request that would not fit waits for a summary before it gets excerpts. Default: 10,000. */
  waitMs?: number;
  /** Default: the one of the platform. */
  fetch?: typeof fetch;
  /** Hears of what went wrong without failing a request. */
  onProblem?: (problem: ProxyProblem) => void;
};

export type ProxyProblem = {
  tenant: string;
  threadId: string | undefined;
  error: unknown;
  /** What happens because of it, in words. */
  consequence: string;
};

export const usualUpstreams: readonly Upstream[] = [
  { url: 'https://api.anthropic.com', routes: ['/v1/messages', '/v1/messages/count_tokens'] },
  { url: 'https://api.openai.com' },
];

export const defaultWindowTokens = 128_000;
export const defaultWaitMs = 10_000;

export function checkProxyOptions({ upstreams = [], windowTokens, waitMs }: ProxyOptions): void {
  if (!Array.isArray(upstreams)) throw invalidOption('upstreams', 'a list of upstreams', upstreams);
  upstreams.forEach((upstream: Upstream, index) => {
    const field = `upstreams[${index}]`;
    const { url, routes = [] } = upstream;
    const isUrl = typeof url === 'string' && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
    if (!isUrl) throw invalidOption(`${field}.url`, 'an http or https address', url);
    const strange = routes.find((route) => !proxyRoutes.includes(route));
    if (strange !== undefined)
      throw invalidOption(`${field}.routes`, `any of ${proxyRoutes.join(', ')}`, strange);
    checkWindow(`${field}.windowTokens`, upstream.windowTokens);
  });
  checkWindow('windowTokens', windowTokens);
  if (waitMs !== undefined && !(Number.isSafeInteger(waitMs) && waitMs >= 0))
    throw invalidOption('waitMs', 'a whole number of milliseconds of at least 0', waitMs);
}

function checkWindow(field: string, tokens: number | undefined): void {
  if (tokens === undefined) return;
  if (!Number.isSafeInteger(tokens) || tokens < leastBudgetTokens)
    throw invalidOption(field, `a whole number of at least ${leastBudgetTokens}`, tokens);
}
