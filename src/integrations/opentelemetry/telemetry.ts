/**
 * OpenTelemetry spans and metrics, following its conventions for generative models:
 *
 *   const telemetry = createTelemetry();
 *   telemetry.watch(everthread);
 *
 * They are made from the engine's events, which hold figures and ids, never text (I-10).
 */

import {
  metrics as globalMetrics,
  trace as globalTrace,
  type MeterProvider,
  type TracerProvider,
} from '@opentelemetry/api';
import { invalidOption } from '../../errors.ts';
import { checkOptions } from '../../input/foreign-values.ts';
import { version } from '../../version.ts';
import type { Telemetry } from '../telemetry.ts';
import { createInstruments } from './instruments.ts';
import { traceRequest } from './request-span.ts';
import { watchSpans } from './watch-spans.ts';

export type TelemetryOptions = {
  /** Default: the globally registered one. */
  tracerProvider?: TracerProvider;
  /** Default: the globally registered one. */
  meterProvider?: MeterProvider;
};

const scope = 'everthread';

export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  checkOptions<TelemetryOptions>(options, { tracerProvider: null, meterProvider: null });
  const { tracerProvider = globalTrace, meterProvider = globalMetrics } = options;
  if (typeof tracerProvider?.getTracer !== 'function')
    throw invalidOption('tracerProvider', 'a TracerProvider of OpenTelemetry', tracerProvider);
  if (typeof meterProvider?.getMeter !== 'function')
    throw invalidOption('meterProvider', 'a MeterProvider of OpenTelemetry', meterProvider);
  const tracer = tracerProvider.getTracer(scope, version);
  const instruments = createInstruments(meterProvider.getMeter(scope, version));
  return {
    watch(everthread) {
      const ends = [...watchSpans(everthread, tracer), ...instruments.watch(everthread)];
      return () => {
        for (const end of ends) end();
      };
    },
    request: (request, answer) => traceRequest({ tracer, instruments, request, answer }),
  };
}
