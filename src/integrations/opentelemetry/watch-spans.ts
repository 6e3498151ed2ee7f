/**
 * Spans for contexts, compactions and summarizer calls. Events arrive at the end of an operation with its duration, so
 * a span gets an earlier start time. Its parent is the span that the application has open.
 */
import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { EverthreadEvents } from '../../events.ts';
import type { Watched } from '../telemetry.ts';
import { conversation, modelCall, wentToModel } from './attributes.ts';

export function watchSpans(everthread: Watched, tracer: Tracer): (() => void)[] {
  const compactions = new Map<string, Span>();

  const callEnded = (call: EverthreadEvents['summarizer-call']): void => {
    if (!wentToModel(call)) return;
    const compaction = call.threadId === null ? undefined : compactions.get(call.threadId);
    const parent = compaction ? trace.setSpan(context.active(), compaction) : context.active();
    const end = Date.now();
    const attributes = {
      ...modelCall(call),
      ...conversation(call.threadId),
      'gen_ai.usage.input_tokens': call.inputTokens,
      'gen_ai.usage.output_tokens': call.outputTokens,
      'everthread.cost_usd': call.costUsd,
      'everthread.summarizer.rung': call.rung,
    };
    const startTime = end - call.milliseconds;
    const span = tracer.startSpan(
      `chat ${call.model}`,
      { kind: SpanKind.CLIENT, startTime, attributes },
      parent,
    );
    if (call.outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(end);
  };

  return [
    everthread.on('context', (made) => {
      const end = Date.now();
      tracer
        .startSpan('everthread.context', {
          startTime: end - made.milliseconds,
          attributes: {
            ...conversation(made.threadId),
            ...(made.model !== null && { 'gen_ai.request.model': made.model }),
            'everthread.context.tokens': made.tokens,
            'everthread.context.budget': made.budget,
            'everthread.context.history_tokens': made.historyTokens,
            'everthread.context.summaries': made.summaries,
            'everthread.context.recalled': made.recalled,
          },
        })
        .end(end);
    }),
    everthread.on('compaction-started', ({ threadId, strategy, reason, from, to }) => {
      compactions.get(threadId)?.end();
      const span = tracer.startSpan('everthread.compaction', {
        attributes: {
          ...conversation(threadId),
          'everthread.strategy': strategy,
          'everthread.compaction.reason': reason,
          'everthread.compaction.from': from,
          'everthread.compaction.to': to,
        },
      });
      compactions.set(threadId, span);
    }),
    everthread.on('summarization', ({ threadId, depth, tokensBefore, tokensAfter }) => {
      compactions.get(threadId)?.setAttributes({
        'everthread.compaction.depth': depth,
        'everthread.compaction.tokens_before': tokensBefore,
        'everthread.compaction.tokens_after': tokensAfter,
      });
    }),
    everthread.on('summarizer-call', callEnded),
    everthread.on('compaction-ended', ({ threadId, outcome }) => {
      const span = compactions.get(threadId);
      compactions.delete(threadId);
      if (outcome === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    }),
    () => {
      for (const span of compactions.values()) span.end();
      compactions.clear();
    },
  ];
}
