/**
 * A drop-in proxy for the APIs of OpenAI, Anthropic and compatible providers. A client changes only its base URL;
 * its conversations are then stored and kept within the model's window.
 *
 *   const proxy = createProxy({ upstreams: [{ url: 'https://api.openai.com' }] });
 *   const response = await proxy(request, { everthread, tenant: 'default' });
 *
 * Requests that fit are forwarded byte for byte, and every answer is returned unchanged, including the provider's errors.
 * If a thread cannot be read or written, the request is forwarded unchanged.
 */
import type { Everthread } from '../../everthread.ts';
import { createRequestCounter } from '../../integrations/resent/request-tokens.ts';
import { systemRuntime } from '../../runtime.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import { chatDialect } from './dialects/chat.ts';
import type { Dialect } from './dialects/dialect.ts';
import { messagesDialect } from './dialects/messages.ts';
import { responsesDialect } from './dialects/responses.ts';
import { problemAnswer } from './error-responses.ts';
import type { AskedRequest, GivenAnswer, Send } from './exchange.ts';
import { handleRequest } from './handle-request.ts';
import { checkProxyOptions, type ProxyOptions, type ProxyRoute, proxyRoutes } from './options.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { callUpstream, upstreamFor } from './upstream.ts';
import { askedBy, sendByFetch, toResponse } from './web-exchange.ts';

export type ProxyCaller = { everthread: Everthread; tenant: string };
export type EverthreadProxy = {
  (request: Request, caller: ProxyCaller): Promise<Response>;
  /** The same without `Request` and `Response`. `send` calls the upstream, unless the options contain a `fetch`. */
  answer(request: AskedRequest, caller: ProxyCaller & { send: Send }): Promise<GivenAnswer>;
  /** Resolves when all answers given so far are stored. */
  settled(): Promise<void>;
};

const dialects: { readonly [route in ProxyRoute]?: Dialect } = {
  '/v1/chat/completions': chatDialect,
  '/v1/responses': responsesDialect,
  '/v1/messages': messagesDialect,
};

export function createProxy(options: ProxyOptions): EverthreadProxy {
  checkProxyOptions(options);
  const runtime = systemRuntime;
  const counter = createTokenCounter();
  const requestTokens = createRequestCounter(counter);
  const recorders = new WeakMap<Everthread, Recorder>();
  const recorderOf = (everthread: Everthread): Recorder => {
    const recorder = recorders.get(everthread) ?? createRecorder({ everthread, runtime, counter });
    recorders.set(everthread, recorder);
    return recorder;
  };

  const settling = new Set<Promise<void>>();
  const ownSend = options.fetch && sendByFetch(options.fetch);

  const answer: EverthreadProxy['answer'] = async (request, { everthread, tenant, send: given }) => {
    const { path, method } = request;
    const send = ownSend ?? given;
    const route = routeOf(path);
    if (route === undefined)
      return problemAnswer(
        '/v1/models',
        404,
        'unknown_route',
        `There is no ${path} here. Addresses of the proxy: ${proxyRoutes.join(', ')}.`,
      );
    const dialect = method === 'POST' ? dialects[route] : undefined;
    if (dialect === undefined) {
      const body = method === 'GET' || method === 'HEAD' ? undefined : await request.bytes();
      const model = undefined;
      const upstream = upstreamFor({ options, request, route, tenant, model });
      return callUpstream({ request, route, model, upstream, path, send, body });
    }
    return handleRequest({
      ports: {
        ...{ everthread, counter, requestTokens, runtime, record: recorderOf(everthread), send },
        keep(work) {
          settling.add(work);
          void work.then(() => settling.delete(work));
        },
      },
      options,
      request,
      route,
      dialect,
      tenant,
    });
  };
  const sendByPlatform = sendByFetch((...given) => fetch(...given));
  return Object.assign(
    async (request: Request, caller: ProxyCaller) =>
      toResponse(await answer(askedBy(request), { ...caller, send: sendByPlatform })),
    {
      answer,
      async settled() {
        await Promise.all(settling);
      },
    },
  );
}

/** `/v1/models/…` addresses a single model. */
function routeOf(path: string): ProxyRoute | undefined {
  if (/^\/v1\/models\/[\w.:@-]+$/u.test(path)) return '/v1/models';
  return proxyRoutes.find((route) => route === path);
}
