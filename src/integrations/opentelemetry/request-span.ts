/**
 * The span of a request to the server. It is a child of the caller's trace if the request names one, and stays open
 * until the body ends.
 */

import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { fromHeaderText } from '../http/header-text.ts';
import { whenOver } from '../http/when-over.ts';
import type { Answer } from '../telemetry.ts';
import type { Instruments } from './instruments.ts';

const tokenHeaders = { before: 'x-everthread-tokens-before', after: 'x-everthread-tokens-after' };

export async function traceRequest(options: {
  tracer: Tracer;
  instruments: Pick<Instruments, 'requestEnded'>;
  request: Request;
  answer: Answer;
}): Promise<Response> {
  const { tracer, instruments, request, answer } = options;
  const started = performance.now();
  const headers = { get: (from: Headers, key: string) => from.get(key) ?? undefined, keys: headerNames };
  const caller = propagation.extract(context.active(), request.headers, headers);
  const common = { 'http.request.method': request.method };
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes: common }, caller);
  const end = (attributes: Attributes): void => {
    span.end();
    instruments.requestEnded((performance.now() - started) / 1_000, { ...common, ...attributes });
  };
  try {
    const { response, route } = await context.with(trace.setSpan(caller, span), answer);
    const outcome = { 'http.route': route, 'http.response.status_code': response.status };
    span.updateName(`${request.method} ${route}`);
    describe(span, response, outcome);
    return whenOver(response, () => end(outcome));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    end({ 'error.type': error instanceof Error ? error.name : typeof error });
    throw error;
  }
}

function describe(span: Span, { status, headers }: Response, outcome: Attributes): void {
  span.setAttributes(outcome);
  const threadId = headers.get('x-everthread-thread');
  if (threadId !== null) span.setAttribute('gen_ai.conversation.id', fromHeaderText(threadId));
  for (const [name, header] of Object.entries(tokenHeaders)) {
    const value = headers.get(header);
    if (value !== null) span.setAttribute(`everthread.tokens.${name}`, Number(value));
  }
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function headerNames(from: Headers): string[] {
  return [...from.keys()];
}
