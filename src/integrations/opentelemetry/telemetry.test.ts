import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf, talk } from '../../engine/test-engine.suite.ts';
import { createEverthread } from '../../everthread.ts';
import { createServer } from '../../server/create-server.ts';
import type { Summarizer, SummaryResult } from '../../summarizer.ts';
import { createTelemetry } from './telemetry.ts';

const secret = 'The harbour master keeps the lantern key.';

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
afterAll(() => {
  context.disable();
  propagation.disable();
});

function collector() {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const tracerProvider = new TracerProvider({
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  return {
    tracerProvider,
    telemetry: createTelemetry({ tracerProvider, meterProvider }),
    spans: () => spans.getFinishedSpans(),
    async metrics() {
      await meterProvider.forceFlush();
      const collected = metrics
        .getMetrics()
        .at(-1)!
        .scopeMetrics.flatMap(({ metrics: list }) => list);
      return new Map(collected.map((metric) => [metric.descriptor.name, metric.dataPoints]));
    },
  };
}

/** Writes a fixed summary; these tests are about the calls it reports. */
const calling = (calls: SummaryResult['calls']): Summarizer => ({
  name: 'calling',
  maxInputTokens: 8_000,
  summarize: async () =>
    resultOf('Maria wrote letters of the harbour wall, the ferry and the mill.', { calls }),
});

const named = (spans: readonly ReadableSpan[], name: string) => spans.filter((span) => span.name === name);

describe('R-64 OpenTelemetry', () => {
  it('R-64 reports contexts, compactions and calls to models as spans, below the span that the application has open', async () => {
    const { tracerProvider, telemetry, spans, metrics } = collector();
    const call = {
      model: 'small',
      rung: 'model',
      outcome: 'ok',
      inputTokens: 900,
      outputTokens: 60,
    } as const;
    const calls = [{ ...call, costUsd: 0.002, milliseconds: 40 }];
    await using everthread = createEverthread({
      strategy: 'rolling',
      automatic: false,
      summarizer: calling(calls),
    });
    const end = telemetry.watch(everthread);
    const thread = await everthread.thread('harbour');
    await thread.append(talk(40));
    await thread.append({ role: 'user', content: secret });
    const application = tracerProvider.getTracer('application').startSpan('turn');
    await context.with(trace.setSpan(context.active(), application), () =>
      thread.context({ model: 'large' }),
    );
    application.end();
    await thread.compact();

    const [made] = named(spans(), 'everthread.context');
    expect(made!.parentSpanContext?.spanId).toBe(application.spanContext().spanId);
    expect(made!.attributes).toMatchObject({
      'gen_ai.conversation.id': 'harbour',
      'gen_ai.request.model': 'large',
      'everthread.context.tokens': expect.any(Number),
      'everthread.context.history_tokens': expect.any(Number),
    });
    const [compaction] = named(spans(), 'everthread.compaction');
    expect(compaction!.attributes).toMatchObject({
      'gen_ai.conversation.id': 'harbour',
      'everthread.strategy': 'rolling',
      'everthread.compaction.from': 1,
      'everthread.compaction.tokens_after': expect.any(Number),
    });
    const [asked] = named(spans(), 'chat small');
    expect(asked!.parentSpanContext?.spanId).toBe(compaction!.spanContext().spanId);
    expect(asked!.attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'small',
      'gen_ai.conversation.id': 'harbour',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 60,
      'everthread.cost_usd': 0.002,
      'everthread.summarizer.rung': 'model',
    });
    const figures = await metrics();
    expect(figures.get('everthread.compactions')).toMatchObject([
      { value: 1, attributes: { outcome: 'committed' } },
    ]);
    expect(figures.get('everthread.summarizer.cost')).toMatchObject([{ value: 0.002 }]);
    expect(figures.get('gen_ai.client.token.usage')).toMatchObject([
      { value: { sum: 900 }, attributes: { 'gen_ai.token.type': 'input', 'gen_ai.request.model': 'small' } },
      { value: { sum: 60 }, attributes: { 'gen_ai.token.type': 'output' } },
    ]);
    expect(figures.get('gen_ai.client.operation.duration')).toMatchObject([{ value: { sum: 0.04 } }]);

    const before = spans().length;
    end();
    await thread.context();
    expect(spans()).toHaveLength(before);
    expect(
      JSON.stringify(spans().map(({ name, attributes, events }) => [name, attributes, events])),
    ).not.toContain('lantern');
  });

  it('R-64 marks failures', async () => {
    const { telemetry, spans, metrics } = collector();
    const failed = {
      model: 'small',
      rung: 'model',
      outcome: 'failed',
      inputTokens: 10,
      outputTokens: 0,
    } as const;
    const calls = [{ ...failed, costUsd: 0, milliseconds: 5 }];
    await using everthread = createEverthread({
      strategy: 'rolling',
      automatic: false,
      summarizer: calling(calls),
    });
    telemetry.watch(everthread);
    const thread = await everthread.thread('harbour');
    await thread.append(talk(40));
    await thread.compact();
    const [asked] = named(spans(), 'chat small');
    expect(asked!.status.code).toBe(2);
    expect(asked!.attributes).toMatchObject({ 'error.type': 'failed' });
    expect((await metrics()).get('gen_ai.client.operation.duration')).toMatchObject([
      { attributes: { 'error.type': 'failed' } },
    ]);
  });

  it('R-64 spans a request to the server until its body is over, in the trace of its caller', async () => {
    const { telemetry, spans, metrics } = collector();
    await using everthread = createEverthread();
    const parts = ['data: one\n\n', 'data: two\n\n'];
    const server = createServer({
      everthread,
      telemetry,
      async proxy(_request, caller) {
        const thread = await caller.everthread.thread('proxied');
        await thread.append({ role: 'user', content: secret });
        await thread.context();
        const body = new ReadableStream({
          pull(controller) {
            const part = parts.shift();
            if (part === undefined) controller.close();
            else controller.enqueue(new TextEncoder().encode(part));
          },
        });
        const headers = {
          'content-type': 'text/event-stream',
          'x-everthread-thread': 'proxied',
          'x-everthread-tokens-before': '900',
          'x-everthread-tokens-after': '300',
        };
        return new Response(body, { headers });
      },
    });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const answer = await server.fetch(
      new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        body: '{}',
        headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
      }),
    );
    expect(named(spans(), 'POST /v1')).toEqual([]);
    expect(await answer.text()).toBe('data: one\n\ndata: two\n\n');
    const [request] = named(spans(), 'POST /v1');
    expect(request!.spanContext().traceId).toBe(traceId);
    expect(request!.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/v1',
      'http.response.status_code': 200,
      'gen_ai.conversation.id': 'proxied',
      'everthread.tokens.before': 900,
      'everthread.tokens.after': 300,
    });
    const [made] = named(spans(), 'everthread.context');
    expect(made!.parentSpanContext?.spanId).toBe(request!.spanContext().spanId);
    const missing = await server.fetch(new Request('http://localhost/api/threads/nobody'));
    expect(missing.status).toBe(404);
    await missing.text();
    expect(named(spans(), 'GET /api/threads/{threadId}')).toHaveLength(1);
    expect((await metrics()).get('http.server.request.duration')).toHaveLength(2);
    await server.close();
  });

  it('R-64 refuses an object that is no provider', () => {
    expect(() => createTelemetry({ tracerProvider: {} as never })).toThrow(/tracerProvider must be/u);
    expect(() => createTelemetry({ meterProvider: 1 as never })).toThrow(/meterProvider must be/u);
  });
});
