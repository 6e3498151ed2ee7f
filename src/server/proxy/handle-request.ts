/** Handles one understood request: finds its thread, makes it fit, forwards it, and stores the answer. */
import { isEverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import { headerText } from '../../integrations/http/header-text.ts';
import type { PromptMode } from '../../integrations/resent/align-thread.ts';
import type { Interruption } from '../../integrations/resent/interrupted.ts';
import type { RequestCounter } from '../../integrations/resent/request-tokens.ts';
import { parseObject } from '../../message/provider-fields.ts';
import type { Runtime } from '../../runtime.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { contextWindow, usableFraction } from '../../tokens/windows.ts';
import type { Dialect, ProxyRequest, Reply, RequestBody } from './dialects/dialect.ts';
import { stringOf } from './dialects/fields.ts';
import { problemAnswer } from './error-responses.ts';
import { type AskedRequest, type GivenAnswer, headerIn, readWhole, type Send } from './exchange.ts';
import { type Fitted, fitRequest, inputTokens, surelyFits } from './fit.ts';
import {
  defaultWaitMs,
  defaultWindowTokens,
  type ProxyOptions,
  type ProxyRoute,
  type Upstream,
} from './options.ts';
import type { RecordedRequest, Recorder } from './recorder.ts';
import { readBody } from './request-body.ts';
import { requestCounts } from './request-counts.ts';
import { readReply, storeReply, watchReply } from './store-reply.ts';
import { readThreadHeaders } from './thread-headers.ts';
import { callUpstream, upstreamFor } from './upstream.ts';

export type ProxyPorts = {
  everthread: Everthread;
  counter: TokenCounter;
  requestTokens: RequestCounter;
  runtime: Runtime;
  record: Recorder;
  send: Send;
  /** Registers work in the background, which never fails, so that `settled` can wait for it. */
  keep(work: Promise<void>): void;
};

type Asked = {
  ports: ProxyPorts;
  options: ProxyOptions;
  request: AskedRequest;
  route: ProxyRoute;
  dialect: Dialect;
  tenant: string;
};

const decoder = new TextDecoder();

export async function handleRequest(asked: Asked): Promise<GivenAnswer> {
  const { ports, options, request, route, dialect, tenant } = asked;
  const { everthread, send } = ports;
  const { sent: bytes, plain } = await readBody(request);
  const text = decoder.decode(plain);
  const body = parseObject(text);
  const model = stringOf(body?.model);
  const upstream = upstreamFor({ options, request, route, tenant, model });
  const forward = (sent: Uint8Array | string) =>
    callUpstream({ request, route, model, upstream, path: route, send, body: sent });
  const read = body && readRequest(dialect, body);
  if (body === undefined || read === undefined) return forward(bytes);

  let named: { named: string | undefined; mode: PromptMode };
  try {
    named = readThreadHeaders(request.headers);
  } catch (error) {
    return refusal(route, error);
  }
  const problem = (error: unknown, consequence: string, threadId?: string) =>
    options.onProblem?.({ tenant, threadId, error, consequence });

  let recorded: RecordedRequest;
  try {
    const windowTokens = windowOf(read.model, upstream, options);
    recorded = await ports.record({ ...named, request: read, windowTokens });
  } catch (error) {
    if (named.mode === 'append') return refusal(route, error);
    problem(error, 'The request was forwarded unchanged, and not stored.');
    return forward(bytes);
  }

  const counts = requestCounts({ ports, read, recorded });
  const isNew = recorded.thread === undefined;
  let fitted: Fitted | undefined;
  let isStored = false;
  const settle: Settle = (reply, broken) => {
    const tokens = isNew && !isStored ? 'uncounted' : fitted?.after;
    return storeReply({ everthread, read, recorded, counts, reply, broken, tokens, problem });
  };

  try {
    const windowTokens = recorded.budgetTokens;
    const sendsAll = named.mode === 'history' && read.previousId === undefined;
    const fits = sendsAll && surelyFits(plain?.length ?? bytes.length, text, inputTokens(read, windowTokens));
    if (recorded.isWhole && !fits) {
      isStored = true;
      const thread = await recorded.store();
      const { waitMs = defaultWaitMs } = options;
      const { signal } = request;
      fitted = await fitRequest({ ports, thread, request: read, sendsAll, windowTokens, waitMs, signal });
    }
  } catch (error) {
    await settle();
    if (named.mode === 'append' || isEverthreadError(error, 'context_overflow')) return refusal(route, error);
    problem(error, 'The request was forwarded unchanged.', recorded.threadId);
  }

  const replacement = fitted?.replacement;
  const given = await forward(
    replacement === undefined ? bytes : JSON.stringify(dialect.write(body, replacement)),
  ).catch(async (error: unknown) => {
    await settle();
    throw error;
  });

  fitted ??= await counts.unchanged({ sent: isOk(given) });
  return returnAnswer(asked, withFigures(given, recorded.threadId, fitted), settle);
}

function withFigures(given: GivenAnswer, threadId: string, { before, after }: Fitted): GivenAnswer {
  const headers: GivenAnswer['headers'] = [
    ...given.headers,
    ['x-everthread-thread', headerText(threadId)],
    ['x-everthread-tokens-before', String(before)],
    ['x-everthread-tokens-after', String(after)],
  ];
  return { ...given, headers };
}

type Settle = (reply?: Reply, broken?: Interruption) => Promise<void>;

/** Returns the answer unchanged, and has it stored as soon as it was read. */
async function returnAnswer(
  { ports, request, route, dialect }: Asked,
  given: GivenAnswer,
  settle: Settle,
): Promise<GivenAnswer> {
  const { headers, body } = given;
  const { signal } = request;
  if (!isOk(given) || body === null || body instanceof Uint8Array) {
    await settle();
    return given;
  }
  if (/^text\/event-stream\b/iu.test(headerIn(headers, 'content-type') ?? '')) {
    return { ...given, body: watchReply({ stream: body, dialect, signal, settle, keep: ports.keep }) };
  }
  const whole = await readWhole(body).catch(async (error: unknown) => {
    await settle();
    if (signal.aborted) throw error;
  });
  if (whole === undefined)
    return problemAnswer(route, 502, 'upstream_broke_off', 'The provider’s answer broke off.');
  const parsed = parseObject(decoder.decode(whole));
  ports.keep(settle(parsed && readReply(() => dialect.readReply(parsed))));
  return { ...given, body: whole };
}

function isOk({ status }: GivenAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A body that cannot be read is forwarded, so that the provider refuses it. */
function readRequest(dialect: Dialect, body: RequestBody): ProxyRequest | undefined {
  try {
    const read = dialect.read(body);
    if (read === undefined || read.conversation.length === 0) return undefined;
    // Converting the last message shows whether it can be read at all.
    read.conversation.keyAt(read.conversation.length - 1);
    return read;
  } catch {
    return undefined;
  }
}

function refusal(route: ProxyRoute, error: unknown): GivenAnswer {
  if (!isEverthreadError(error)) throw error;
  const status = error.code === 'store_failed' || error.code === 'closed' ? 503 : 400;
  return problemAnswer(route, status, error.code, error.message, error.field);
}

function windowOf(model: string, upstream: Upstream | undefined, options: ProxyOptions): number {
  const window =
    upstream?.windowTokens ?? contextWindow(model) ?? options.windowTokens ?? defaultWindowTokens;
  return Math.floor(window * usableFraction(model));
}
