/** Metrics for Prometheus: only counts and sums, never text or thread ids. */
import type { Everthread } from '../everthread.ts';

export type Metrics = {
  /** Counts a request on arrival. The returned function records the result when the answer begins. */
  begin(): (result: { method: string; route: string; status: number }) => void;
  /** Counts the events of a tenant's threads. */
  watch(everthread: Pick<Everthread, 'on'>): void;
  /** Metrics in the Prometheus text format. */
  text(gauges: { tenants: number }): string;
};

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Family = { help: string; values: Map<string, number> };

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const durations = new Map<string, { counts: number[]; sum: number; count: number }>();
  let running = 0;

  const count = (name: string, help: string, labels: { [name: string]: string | number }, by = 1): void => {
    const family = families.get(name) ?? { help, values: new Map() };
    families.set(name, family);
    const key = labelled(labels);
    family.values.set(key, (family.values.get(key) ?? 0) + by);
  };
  const measure = (route: string, seconds: number): void => {
    const key = labelled({ route });
    const series = durations.get(key) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    durations.set(key, series);
    for (const [index, most] of buckets.entries()) if (seconds <= most) series.counts[index]! += 1;
    series.sum += seconds;
    series.count += 1;
  };

  return {
    begin() {
      const started = performance.now();
      running += 1;
      return ({ method, route, status }) => {
        running -= 1;
        count('everthread_http_requests_total', 'Requests by route and status.', { method, route, status });
        measure(route, (performance.now() - started) / 1_000);
      };
    },
    watch(everthread) {
      everthread.on('compaction-ended', ({ outcome }) =>
        count('everthread_compactions_total', 'Compactions by outcome.', { outcome }),
      );
      everthread.on('summarizer-call', ({ outcome, rung, inputTokens, outputTokens, costUsd }) => {
        count('everthread_summarizer_calls_total', 'Calls to summarizers.', { outcome, rung });
        const tokens = 'Tokens of calls to summarizers.';
        count('everthread_summarizer_tokens_total', tokens, { direction: 'input' }, inputTokens);
        count('everthread_summarizer_tokens_total', tokens, { direction: 'output' }, outputTokens);
        count('everthread_summarizer_cost_usd_total', 'Cost of calls whose price is known.', {}, costUsd);
      });
      everthread.on('context', ({ tokens, historyTokens }) => {
        count('everthread_contexts_total', 'Contexts handed out to be sent.', {});
        count('everthread_context_tokens_total', 'Tokens of these contexts.', {}, tokens);
        count(
          'everthread_history_tokens_total',
          'What the whole history would have taken.',
          {},
          historyTokens,
        );
      });
      everthread.on('change', ({ kind }) =>
        count('everthread_changes_total', 'Changes of threads.', { kind }),
      );
      everthread.on('diagnostic', ({ code }) =>
        count('everthread_diagnostics_total', 'What went wrong and did not reach the chat.', { code }),
      );
    },
    text({ tenants }) {
      const gauges: [name: string, help: string, value: number][] = [
        ['everthread_http_requests_running', 'Requests whose answer has not begun.', running],
        ['everthread_tenants_open', 'Tenants whose database is open.', tenants],
        ['process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()],
        ['process_uptime_seconds', 'Seconds since the process began.', process.uptime()],
      ];
      const lines = gauges.flatMap(([name, help, value]) => [
        ...head(name, help, 'gauge'),
        `${name} ${value}`,
      ]);
      for (const [name, { help, values }] of families) {
        lines.push(...head(name, help, 'counter'));
        for (const [labels, value] of values) lines.push(`${name}${labels} ${value}`);
      }
      return `${[...lines, ...histogram(durations)].join('\n')}\n`;
    },
  };
}

function histogram(series: ReadonlyMap<string, { counts: number[]; sum: number; count: number }>): string[] {
  const name = 'everthread_http_request_duration_seconds';
  if (series.size === 0) return [];
  const lines = head(name, 'Seconds until an answer begins.', 'histogram');
  for (const [labels, { counts, sum, count }] of series) {
    const inner = labels.slice(1, -1);
    for (const [index, most] of buckets.entries())
      lines.push(`${name}_bucket{${inner},le="${most}"} ${counts[index]}`);
    lines.push(`${name}_bucket{${inner},le="+Inf"} ${count}`);
    lines.push(`${name}_sum${labels} ${sum}`, `${name}_count${labels} ${count}`);
  }
  return lines;
}

function head(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelled(labels: { [name: string]: string | number }): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll(/[\\"\n]/gu, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
