/** Tokens and cost over all threads. */

import { useMemo } from 'preact/hooks';
import { api } from '../api/api.ts';
import type { AllStats } from '../api/types.ts';
import { count, money, percent, plural, short } from '../parts/format.ts';
import { Shown, useLoaded } from '../parts/loaded.tsx';
import { Plot } from '../parts/plot.tsx';
import { safeText } from '../parts/safe-text.ts';
import { ScrollBox } from '../parts/scroll-box.tsx';
import { link } from '../router.ts';

export function AllCostView() {
  const loaded = useLoaded((signal) => api.allStats({ signal }), []);
  return (
    <div class="stack">
      <h1>Cost over all threads</h1>
      <Shown loaded={loaded}>{(stats) => <Figures stats={stats} />}</Shown>
    </div>
  );
}

function Figures({ stats: { sent, spend, days, threads } }: { stats: AllStats }) {
  const along = useMemo(() => ({ label: 'day', values: days.map((_, index) => index + 1) }), [days]);
  const series = useMemo(
    () => [
      { label: 'sent', colour: '--accent', values: days.map(({ tokens }) => tokens) },
      {
        label: 'the whole history',
        colour: '--amber',
        dashed: true,
        values: days.map(({ historyTokens }) => historyTokens),
      },
    ],
    [days],
  );
  const saved = sent.historyTokens - sent.tokens;
  return (
    <>
      <section class="panel stack" aria-label="Totals">
        <dl class="figures">
          <div>
            <dt>requests</dt>
            <dd>{count(sent.requests)}</dd>
          </div>
          <div>
            <dt>tokens sent</dt>
            <dd>{count(sent.tokens)}</dd>
          </div>
          <div>
            <dt>{saved >= 0 ? 'fewer than the whole history' : 'more than the whole history'}</dt>
            <dd>
              {count(Math.abs(saved))}
              {sent.historyTokens > 0 && ` (${percent(Math.abs(saved) / sent.historyTokens)})`}
            </dd>
          </div>
          <div>
            <dt>summarizing</dt>
            <dd>
              {plural(spend.calls, 'call')}, {count(spend.inputTokens + spend.outputTokens)} tokens,{' '}
              {money(spend.costUsd)}
            </dd>
          </div>
        </dl>
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
        <ScrollBox label="Threads">
          <table>
            <thead>
              <tr>
                <th scope="col">Thread</th>
                <th scope="col" class="number">
                  Messages
                </th>
                <th scope="col" class="number">
                  Tokens
                </th>
              </tr>
            </thead>
            <tbody>
              {threads.map(({ id, title, messages, tokens }) => (
                <tr key={id}>
                  <td>
                    <a href={link(['threads', id, 'cost'])}>{safeText(title ?? id)}</a>
                  </td>
                  <td class="number">{count(messages)}</td>
                  <td class="number">{count(tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
        {threads.length === 0 && <p class="soft">No threads yet.</p>}
      </section>
    </>
  );
}
