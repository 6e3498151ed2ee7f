/**
 * A drop-in for the addresses of OpenAI, Anthropic and whoever speaks like them: a client changes its base URL and
 * nothing else, and its conversations are kept, and never too long.
 *
 *   const proxy = createProxy({ upstreams: [{ url: 'https://api.openai.com' }] });
 *   const response = await proxy(request, { everthread, tenant: 'default' });
 *
 * What fits is forwarded byte for byte, and every answer is given back as it came. Errors of the provider reach the
 * client unchanged; where a thread cannot be read or written, the request is made as it came.
 */
import type { Everthread } from '../../everthread.ts';
import { createRequestCounter } from '../../integrations/resent/request-tokens.ts';
import { systemRuntime } from '../../runtime.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { chatDialect } from './dialects/chat.ts';
import type { Dialect } from './dialects/dialect.ts';
import { messagesDialect } from './dialects/messages.ts';
import { responsesDialect } from './dialects/responses.ts';
import { problemResponse } from './error-responses.ts';
import { handleRequest } from './handle-request.ts';
import { checkProxyOptions, type ProxyOptions, type ProxyRoute, proxyRoutes } from './options.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { callUpstream, passedOn } from './upstream.ts';

export type ProxyCaller = { everthread: Everthread; tenant: string };
export type Proxy = (request: Request, caller: ProxyCaller) => Promise<Response>;

const dialects: { readonly [route in ProxyRoute]?: Dialect } = {
  '/v1/chat/completions': chatDialect,
  '/v1/responses': responsesDialect,
  '/v1/messages': messagesDialect,
};

export function createProxy(options: ProxyOptions): Proxy {
  checkProxyOptions(options);
  const runtime = systemRuntime;
  const counter = createTokenCounter();
  const requestTokens = createRequestCounter(counter);
  const recorders = new WeakMap<Everthread, Recorder>();
  const recorderOf = (everthread: Everthread): Recorder => {
    const recorder = recorders.get(everthread) ?? createRecorder(everthread, runtime);
    recorders.set(everthread, recorder);
    return recorder;
  };

  return async (request, { everthread, tenant }) => {
    const url = new URL(request.url);
    const route = routeOf(url.pathname);
    if (route === undefined)
      return problemResponse('/v1/models', 404, 'unknown_route', `There is no ${url.pathname} here.`);
    const dialect = request.method === 'POST' ? dialects[route] : undefined;
    if (dialect === undefined) {
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
      return passedOn(
        await callUpstream({ options, request, route, path: url.pathname, tenant, model: undefined, body }),
      );
    }
    return handleRequest({
      ports: { everthread, counter, requestTokens, runtime, record: recorderOf(everthread) },
      options,
      request,
      route,
      dialect,
      tenant,
    });
  };
}

/** `/v1/models/…` names one of them. */
function routeOf(path: string): ProxyRoute | undefined {
  if (/^\/v1\/models\/[\w.:@-]+$/u.test(path)) return '/v1/models';
  return proxyRoutes.find((route) => route === path);
}
