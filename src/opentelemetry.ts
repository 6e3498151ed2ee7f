/** The published entry `everthread/opentelemetry`: spans and metrics, for an application that collects them. */
export { createTelemetry, type TelemetryOptions } from './integrations/opentelemetry/telemetry.ts';
export type { Telemetry } from './integrations/telemetry.ts';
