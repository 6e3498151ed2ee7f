/** Handles one understood request: finds its thread, makes it fit, forwards it, and stores the answer. */
import { isEverthreadError } from '../../errors.ts';
import type { Everthread } from '../../everthread.ts';
import type { PromptMode } from '../../integrations/resent/align-thread.ts';
import { interruptedMessage } from '../../integrations/resent/interrupted.ts';
import type { RequestCounter } from '../../integrations/resent/request-tokens.ts';
import { parseObject } from '../../message/provider-fields.ts';
import type { Runtime } from '../../runtime.ts';
import type { Thread } from '../../thread.ts';
import type { TokenCounter } from '../../tokens/counter.ts';
import { findModel } from '../../tokens/models.ts';
import { contextWindow, usableFraction } from '../../tokens/windows.ts';
import type { Dialect, ProxyRequest, Reply, RequestBody } from './dialects/dialect.ts';
import { stringOf } from './dialects/fields.ts';
import { problemAnswer } from './error-responses.ts';
import {
  type AskedRequest,
  type ByteReader,
  type GivenAnswer,
  headerIn,
  readWhole,
  type Send,
} from './exchange.ts';
import { type Fitted, fitRequest, fixedTokens, inputTokens, surelyFits } from './fit.ts';
import {
  defaultWaitMs,
  defaultWindowTokens,
  type ProxyOptions,
  type ProxyRoute,
  type Upstream,
} from './options.ts';
import { passOn } from './pass-on.ts';
import type { RecordedRequest, Recorder } from './recorder.ts';
import { createEventReader } from './server-sent-events.ts';
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
  const { send } = ports;
  const bytes = await request.bytes();
  const text = decoder.decode(bytes);
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

  const sendsAll = named.mode === 'history' && read.previousId === undefined;
  let fitted: Fitted | undefined;
  let counted: number | undefined;
  let stored = false;
  const isNew = recorded.thread === undefined;
  try {
    fitted = await makeFit();
  } catch (error) {
    await settle(undefined, undefined);
    if (named.mode === 'append' || isEverthreadError(error, 'context_overflow')) return refusal(route, error);
    problem(error, 'The request was forwarded unchanged.', recorded.threadId);
  }

  const replacement = fitted?.replacement;
  const response = await forward(
    replacement === undefined ? bytes : JSON.stringify(dialect.write(body, replacement)),
  ).catch(async (error: unknown) => {
    await settle(undefined, undefined);
    throw error;
  });
  return answer(response);

  async function makeFit(): Promise<Fitted | undefined> {
    const { budgetTokens, isWhole } = recorded;
    const available = inputTokens(read!, budgetTokens);
    if (!isWhole || (sendsAll && surelyFits(bytes.length, text, available))) return undefined;
    return fitRequest({
      ports,
      thread: await storeNow(),
      request: read!,
      sendsAll,
      windowTokens: budgetTokens,
      waitMs: options.waitMs ?? defaultWaitMs,
      signal: request.signal,
    });
  }

  async function storeNow(): Promise<Thread> {
    stored = true;
    return recorded.store();
  }

  async function answer(given: GivenAnswer): Promise<GivenAnswer> {
    const ok = given.status >= 200 && given.status < 300;
    fitted ??= await unchangedTokens(ok);
    const { before, after } = fitted;
    const headers: GivenAnswer['headers'] = [
      ...given.headers,
      ['x-everthread-thread', recorded.threadId],
      ['x-everthread-tokens-before', String(before)],
      ['x-everthread-tokens-after', String(after)],
    ];
    const { body } = given;
    if (!ok || body === null || body instanceof Uint8Array) {
      await settle(undefined, undefined);
      return { ...given, headers };
    }
    if (/^text\/event-stream\b/iu.test(headerIn(headers, 'content-type') ?? ''))
      return { ...given, headers, body: watched(body) };
    const whole = await readWhole(body);
    const said = parseObject(decoder.decode(whole));
    ports.keep(settle(said && readReply(() => dialect.readReply(said)), undefined));
    return { ...given, headers, body: whole };
  }

  function watched(stream: ByteReader): ByteReader {
    const collector = dialect.collect();
    const events = createEventReader((data) => collector.add(data));
    let settled: Promise<void> | undefined;
    const end = (how: 'whole' | 'aborted' | 'error') => {
      settled ??= settle(
        readReply(() => collector.reply()),
        how === 'aborted' ? 'aborted' : 'error',
      );
      return settled;
    };
    return passOn(
      stream,
      {
        add(piece) {
          events.add(piece);
          // The answer is complete: store it now, because the client may already send its next message.
          if (collector.isOver()) ports.keep(end('whole'));
        },
        end(how) {
          events.end();
          return end(how);
        },
      },
      request.signal,
    );
  }

  /** Never fails, because the client already has its answer. */
  async function settle(reply: Reply | undefined, broken: 'aborted' | 'error' | undefined): Promise<void> {
    const message =
      reply === undefined || reply.complete || broken === undefined
        ? reply?.message
        : interruptedMessage(reply.text, broken);
    let tokens: number | undefined;
    try {
      await recorded.finish({
        reply: message,
        responseId: reply?.id,
        names: reply?.names ?? [],
        async beforeReply(thread, state) {
          if (!isNew || stored) tokens = fitted?.after;
          else tokens = (await thread.measure({ ...whole(), sent: true, ...(state && { state }) })).tokens;
        },
      });
    } catch (error) {
      problem(error, 'The answer was given, but not stored.', recorded.threadId);
    }
    if (tokens === undefined || reply?.usage === undefined || reply.usage.inputTokens === 0) return;
    const { inputTokens: reportedTokens, ...figures } = reply.usage;
    try {
      await ports.everthread.observeUsage({
        model: read!.model,
        threadId: recorded.threadId,
        contextTokens: tokens,
        reportedTokens,
        ...figures,
        comparable: isComparable(read!),
      });
    } catch (error) {
      problem(error, 'The reported usage was not used to calibrate token counts.', recorded.threadId);
    }
  }

  /** Counts a request that is sent unchanged, and records it with its thread if there is one. */
  async function unchangedTokens(sent: boolean): Promise<{ before: number; after: number }> {
    const { thread, state } = recorded;
    const known = state && (await thread?.measure({ ...whole(), sent, state }).catch(() => undefined));
    const tokens = known?.tokens ?? Math.ceil(whole().besides * (findModel(read!.model)?.ratio ?? 1));
    return { before: tokens, after: tokens };
  }

  function whole() {
    counted ??= addedTokens() + fixedTokens(ports, read!);
    return { model: read!.model, messages: recorded.added().length, besides: counted };
  }

  function addedTokens(): number {
    return recorded.added().reduce((sum, message) => sum + ports.counter.message(message), 0);
  }
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

function readReply(read: () => Reply): Reply | undefined {
  try {
    return read();
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

/**
 * Whether the provider's reported usage is comparable with our count. Built-in tools of a provider add text of their
 * own.
 */
function isComparable({ tools }: ProxyRequest): boolean {
  return tools.every((tool) => {
    const { type } = (tool ?? {}) as { type?: unknown };
    return type === undefined || type === 'function' || type === 'custom';
  });
}
