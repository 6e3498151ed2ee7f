/** Tokens and cost over all threads. */

import { useMemo } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { AllStats } from '../api/types.ts';
import { Figures } from '../parts/figures.tsx';
import { count, money, percent, plural, short } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { Plot } from '../parts/plot.tsx';
import { safeText } from '../parts/safe-text.ts';
import { sentSeries } from '../parts/sent-series.ts';
import { Table } from '../parts/table.tsx';
import { link } from '../router.ts';

export function AllCostView() {
  const loaded = useLoaded((signal) => api.allStats({ signal }), []);
  return (
    <div class="stack">
      <h1>Cost over all threads</h1>
      <Shown loaded={loaded}>{(stats) => <Totals stats={stats} />}</Shown>
    </div>
  );
}

function Totals({ stats: { sent, spend, days, threads } }: { stats: AllStats }) {
  const along = useMemo(() => ({ label: 'day', values: days.map((_, index) => index + 1) }), [days]);
  const series = useMemo(() => sentSeries(days), [days]);
  const saved = sent.historyTokens - sent.tokens;
  return (
    <>
      <section class="panel stack" aria-label="Totals">
        <Figures
          list={[
            ['requests', count(sent.requests)],
            ['tokens sent', count(sent.tokens)],
            [
              saved >= 0 ? 'fewer than the whole history' : 'more than the whole history',
              `${count(Math.abs(saved))}${sent.historyTokens > 0 ? ` (${percent(Math.abs(saved) / sent.historyTokens)})` : ''}`,
            ],
            [
              'summarizing',
              `${plural(spend.calls, 'call')}, ${count(spend.inputTokens + spend.outputTokens)} tokens, ${money(spend.costUsd)}`,
            ],
          ]}
        />
        {days.length > 1 && (
          <Plot
            title={`Tokens a day, ${days[0]!.day} to ${days.at(-1)!.day}`}
            along={along}
            series={series}
            format={short}
          />
        )}
      </section>
      <section class="panel stack" aria-label="Threads used last">
        <h2>Threads used last</h2>
        <Table
          label="Threads"
          rows={threads}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Thread',
              cell: ({ id, title }) => <a href={link(['threads', id, 'cost'])}>{safeText(title ?? id)}</a>,
            },
            { title: 'Messages', class: 'number', cell: ({ messages }) => count(messages) },
            { title: 'Tokens', class: 'number', cell: ({ tokens }) => count(tokens) },
          ]}
        />
        {threads.length === 0 && <p class="soft">No threads yet.</p>}
      </section>
    </>
  );
}
