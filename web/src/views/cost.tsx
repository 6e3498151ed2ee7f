/** Compares a thread's cost with sending its whole history each time; lists compactions and changes by people. */

import { useMemo } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { AuditEntry, Receipt, SentRequest, Stats, Thread } from '../api/types.ts';
import { Figures } from '../parts/figures.tsx';
import { count, money, percent, plural, short, time } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { Plot } from '../parts/plot.tsx';
import { safeText } from '../parts/safe-text.ts';
import { sentSeries } from '../parts/sent-series.ts';
import { type Column, Table } from '../parts/table.tsx';
import { link } from '../router.ts';
import { useReloadOnEvents } from './thread-list.tsx';

export function CostView({ thread }: { thread: Thread }) {
  const { id } = thread;
  const loaded = useLoaded(
    async (signal) => {
      const [stats, { requests }, { receipts }, { entries }] = await Promise.all([
        api.stats(id, { signal }),
        api.requests(id, { limit: 200 }, { signal }),
        api.receipts(id, { signal }),
        api.audit(id, { signal }),
      ]);
      return { stats, requests: requests.toReversed(), receipts, entries };
    },
    [id],
  );
  useReloadOnEvents(loaded.reload, id);
  return (
    <Shown loaded={loaded}>
      {({ stats, requests, receipts, entries }) => (
        <div class="stack">
          <Totals stats={stats} />
          <Spending requests={requests} />
          <Receipts receipts={receipts} />
          <Audit threadId={id} entries={entries} />
        </div>
      )}
    </Shown>
  );
}

function Totals({ stats }: { stats: Stats }) {
  const { sent, cost, spend, points } = stats;
  const along = useMemo(() => ({ label: 'message', values: points.map(({ seq }) => seq) }), [points]);
  const series = useMemo(() => sentSeries(points), [points]);
  const side = cost?.cached ?? cost?.uncached;
  const total = side && side.sentUsd + (cost?.summarizerUsd ?? 0);
  return (
    <section class="panel stack" aria-label="Totals">
      <Figures
        list={[
          ['requests', count(sent.requests)],
          ['tokens sent', count(sent.tokens)],
          ['with all of the history', count(sent.historyTokens)],
          ['summarizing', `${plural(spend.calls, 'call')}, ${money(spend.costUsd)}`],
          side &&
            total !== undefined && [
              `cost${cost?.cached ? ', prompt cache included' : ''}`,
              `${money(total)} beside ${money(side.historyUsd)}`,
            ],
        ]}
      />
      {side && total !== undefined && total > side.historyUsd && (
        <p class="notice bad">
          So far this cost more than sending the whole history each time: {money(total)} beside{' '}
          {money(side.historyUsd)}.
        </p>
      )}
      {points.length > 1 ? (
        <Plot title="Tokens of each request" along={along} series={series} format={short} />
      ) : (
        <p class="soft">There is no chart yet, because no context was made.</p>
      )}
    </section>
  );
}

/** The total cost up to each request. Requests to models without a known price are left out. */
function Spending({ requests }: { requests: readonly SentRequest[] }) {
  const { along, series } = useMemo(() => {
    const priced = requests.flatMap(({ number, costUsd }) => (costUsd ? [{ number, ...costUsd }] : []));
    let sent = 0;
    let history = 0;
    const sums = priced.map((request) => {
      sent += request.sent;
      history += request.history;
      return { sent, history };
    });
    return {
      along: { label: 'request', values: priced.map(({ number }) => number) },
      series: [
        { label: 'paid', colour: '--accent', values: sums.map((sum) => sum.sent) },
        {
          label: 'for the whole history',
          colour: '--amber',
          dashed: true,
          values: sums.map((sum) => sum.history),
        },
      ],
    };
  }, [requests]);
  if (along.values.length < 2) return null;
  return (
    <section class="panel stack" aria-label="Spending">
      <Plot
        title="Paid for input so far, prompt cache included"
        along={along}
        series={series}
        format={money}
      />
    </section>
  );
}

const receiptColumns: readonly Column<Receipt>[] = [
  { title: 'When', cell: ({ createdAt }) => time(createdAt) },
  {
    title: 'Why',
    cell: ({ reason, trigger }) => (
      <>
        {safeText(reason)} <span class="soft">({trigger})</span>
      </>
    ),
  },
  { title: 'Messages', class: 'number', cell: ({ from, to }) => `${count(from)}–${count(to)}` },
  {
    title: 'Tokens',
    class: 'number',
    cell: ({ tokensBefore, tokensAfter }) => `${count(tokensBefore)} → ${count(tokensAfter)}`,
  },
  {
    title: 'By',
    cell: ({ models, rungs }) => (
      <>
        {models.length === 0 ? 'made ahead' : safeText(models.join(', '))}{' '}
        {rungs.includes('truncation') && <span class="chip bad">truncation</span>}
      </>
    ),
  },
  { title: 'Facts kept', class: 'number', cell: ({ survival }) => percent(survival) },
  {
    title: 'Took',
    class: 'number',
    cell: ({ milliseconds }) => `${(milliseconds / 1_000).toFixed(1)} s`,
  },
  { title: 'Cost', class: 'number', cell: ({ costUsd }) => money(costUsd) },
];

function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  return (
    <section class="panel stack" aria-label="Receipts">
      <h2>Compactions</h2>
      {receipts.length === 0 ? (
        <p class="soft">None yet.</p>
      ) : (
        <Table
          label="Receipts of compactions"
          rows={receipts}
          keyOf={({ id }) => id}
          columns={receiptColumns}
        />
      )}
    </section>
  );
}

function Audit({ threadId, entries }: { threadId: string; entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section class="panel stack" aria-label="Audit">
      <h2>What people did to the past</h2>
      <ul class="small">
        {entries.map(({ id, at, action, from, note }) => (
          <li key={id}>
            {time(at)}: {safeText(action)}
            {from > 0 && (
              <>
                {' '}
                at <a href={link(['threads', threadId], { message: from })}>#{from}</a>
              </>
            )}
            {note && `, ${safeText(note)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
