/** Shows the figures of a thread, with plots. Each heading says whether its figures are measured or estimated. */
import type { CostBeside, Stats, Tally } from '../../stats/stats.ts';
import { bar } from '../terminal/bars.ts';
import { counted, dollars, duration, figure, percent, stretch } from '../terminal/figures.ts';
import { sanitizeLine } from '../terminal/sanitize.ts';
import { padEnd, padStart, wrap } from '../terminal/width.ts';
import { areaPlot } from './area-plot.ts';
import { createPage, type Page, type View } from './view.ts';

/** `priceHint` says how to give prices on this surface; shown if there are none. */
export function statsView(stats: Stats, view: View, { priceHint }: { priceHint?: string } = {}): string {
  const page = createPage(view);
  const blocks = [
    title(stats, page),
    ...(stats.messages === 0
      ? []
      : [
          plot(stats, page),
          sent(stats, page),
          cached(stats, page),
          cost(stats, priceHint, page),
          compactions(stats, page),
          survival(stats, page),
          spend(stats, page),
        ]),
  ].filter((block) => block.length > 0);
  return page.render(blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block])));
}

function title(stats: Stats, page: Page): string[] {
  const { threadId, messages, tokens, since, until, strategy, budgetTokens } = stats;
  const when = since === null || until === null ? '' : stretch(since, until, page);
  const facts = [
    counted(messages, 'message'),
    counted(tokens, 'token'),
    `${sanitizeLine(strategy)}, budget ${figure(budgetTokens)}`,
    ...(when === '' ? [] : [when]),
  ];
  return [
    ...wrap(`Thread ${sanitizeLine(threadId)}`, page.columns).map(page.style.bold),
    ...wrap(facts.join(' · '), page.columns).map(page.style.dim),
  ];
}

const plotRows = 8;

function plot({ points, since, until }: Stats, page: Page): string[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const { style, columns } = page;
  const days: [string, string][] =
    since === null || until === null
      ? []
      : [[stretch(first.at, first.at, page).slice(0, 10), stretch(last.at, last.at, page).slice(0, 10)]];
  return [
    heading('Tokens per request', 'measured', page),
    ...areaPlot(
      {
        points: points.map(({ historyTokens, tokens }) => ({ back: historyTokens, front: tokens })),
        rows: plotRows,
        labels: [[`#${figure(first.seq)}`, `#${figure(last.seq)}`], ...days],
      },
      page,
    ),
    ...wrapMarked(`${style.dim('░░')} whole history`, `${style.green('██')} sent by Everthread`, columns),
  ];
}

function wrapMarked(left: string, right: string, columns: number): string[] {
  return columns < 60 ? [left, right] : [`${left}   ${right}`];
}

function sent({ sent: totals }: Stats, page: Page): string[] {
  const { style, columns } = page;
  const { requests, tokens, historyTokens, since, reported } = totals;
  if (requests === 0) {
    return [
      heading('Tokens sent', '', page),
      ...wrap('No context was made to be sent so far.', columns).map(style.dim),
    ];
  }
  const labels = 15;
  const figures = Math.max(...[historyTokens, tokens].map((count) => figure(count).length));
  const width = Math.max(4, columns - labels - figures - 1);
  const full = Math.max(historyTokens, tokens);
  const row = (name: string, count: number, paint: (text: string) => string) =>
    `${padEnd(name, labels)}${padStart(figure(count), figures)} ${paint(bar(count, full, width))}`;
  const saved = historyTokens - tokens;
  const share = percent(Math.abs(saved) / Math.max(1, historyTokens));
  const verdict =
    saved > 0
      ? [`${padEnd('saved', labels)}${style.bold(padStart(figure(saved), figures))} ${style.bold(share)}`]
      : wrap(
          saved === 0
            ? 'Nothing saved: the whole history was sent.'
            : `Nothing saved: ${figure(-saved)} tokens (${share}) more than the whole history, for recalled passages, facts and headings.`,
          columns,
        ).map(style.dim);
  const fromProviders =
    reported.requests === 0
      ? ''
      : `Providers reported ${figure(reported.inputTokens)} input tokens for ${counted(reported.requests, 'request')}, ${figure(reported.cachedTokens)} of them from their caches.`;
  const countedSince = since === null ? '' : `Counted since ${stretch(since, since, page)}.`;
  return [
    heading(`Tokens sent in ${counted(requests, 'request')}`, 'measured', page),
    row('whole history', historyTokens, style.dim),
    row('Everthread', tokens, style.green),
    ...verdict,
    ...wrap([countedSince, fromProviders].filter((text) => text !== '').join(' '), columns).map(style.dim),
  ];
}

/** Tokens as billed with a prompt cache, which is how most providers bill. */
function cached({ cached: billed }: Stats, page: Page): string[] {
  if (billed === null) return [];
  const { columns, style } = page;
  const { requests, tokens, historyTokens, read, write } = billed;
  const saved = historyTokens - tokens;
  const rows: [string, number][] = [
    ['whole history', historyTokens],
    ['Everthread', tokens],
    [saved >= 0 ? 'saved' : 'more', Math.abs(saved)],
  ];
  const figures = Math.max(...rows.map(([, count]) => figure(count).length));
  const share = percent(Math.abs(saved) / Math.max(1, historyTokens));
  const times = (price: number) => `${Number(price.toFixed(3))} ×`;
  const more = saved < 0 ? 'With the cache Everthread cost more than the whole history would have. ' : '';
  const how = `${more}In tokens of uncached input, where reading from the cache costs ${times(read)} and writing into it ${times(write)} as much; ${counted(requests, 'request')}.`;
  return [
    heading('Billed with a prompt cache', 'expected', page),
    ...rows.map(([name, count], index) => {
      const line = `${padEnd(name, 15)}${padStart(figure(count), figures)}`;
      return index === rows.length - 1 ? style.bold(`${line} ${share}`) : line;
    }),
    ...wrap(how, columns).map(style.dim),
  ];
}

function cost({ cost, sent: totals, spend }: Stats, priceHint: string | undefined, page: Page): string[] {
  const { columns, style } = page;
  if (totals.requests === 0) return [];
  if (cost === null) {
    return priceHint === undefined
      ? []
      : [heading('Cost', '', page), ...wrap(priceHint, columns).map(style.dim)];
  }
  const { prices, uncached, cached: withCache, summarizerUsd } = cost;
  const sides = withCache === null ? [uncached] : [uncached, withCache];
  const summarizing = summarizerUsd === null ? 'unknown' : dollars(summarizerUsd);
  const verdict = ({ savedUsd, historyUsd }: CostBeside) =>
    `${savedUsd < 0 ? '+' : ''}${dollars(Math.abs(savedUsd))} ${percent(Math.abs(savedUsd) / Math.max(Number.EPSILON, historyUsd))}`;
  const rows: [string, string[]][] = [
    ...(withCache === null ? [] : ([['', ['no cache', 'cached']]] as [string, string[]][])),
    ['whole history', sides.map(({ historyUsd }) => dollars(historyUsd))],
    ['Everthread', sides.map(({ sentUsd }) => dollars(sentUsd))],
    ['summarizing', sides.map(() => summarizing)],
    [sides.every(({ savedUsd }) => savedUsd < 0) ? 'more' : 'saved', sides.map(verdict)],
  ];
  const figures = Math.max(...rows.flatMap(([, texts]) => texts.map((text) => text.length)));
  const dearer = [
    ...(uncached.savedUsd < 0 ? ['without a cache'] : []),
    ...(withCache !== null && withCache.savedUsd < 0 ? ['with the cache'] : []),
  ];
  const plainly =
    dearer.length === 0
      ? ''
      : `Everthread cost more than the whole history would have ${dearer.join(' and ')}. `;
  const unpriced =
    summarizerUsd === null
      ? ` Without the ${figure(spend.unpricedTokens)} tokens of summarizing whose price is unknown.`
      : '';
  const caching =
    withCache === null
      ? 'no prompt cache is assumed'
      : `${dollars(prices.cacheReadUsdPerMillion)} read from the cache, ${dollars(prices.cacheWriteUsdPerMillion)} written into it, as its rules let expect`;
  const assumed = `${plainly}At ${dollars(prices.inputUsdPerMillion)} per million input tokens, ${caching}; answers cost the same either way.${unpriced}`;
  return [
    heading('Cost', 'estimated', page),
    ...rows.map(([name, texts], index) => {
      const line = `${padEnd(name, 15)}${texts.map((text) => padStart(text, figures)).join('  ')}`;
      return index === rows.length - 1 ? style.bold(line) : line;
    }),
    ...wrap(assumed, columns).map(style.dim),
  ];
}

function compactions({ compactions: done }: Stats, page: Page): string[] {
  const { columns, style } = page;
  if (done.count === 0) {
    return [heading('Compactions', '', page), style.dim('None so far.')];
  }
  const rows: [string, string][] = [
    [
      'worked on',
      `${counted(done.messages, 'message')} in ${counted(done.count, 'compaction')}, ${duration(done.milliseconds)}`,
    ],
    [
      'each',
      `${figure(done.tokensBefore / Math.max(1, done.read))} → ${figure(done.tokensAfter / Math.max(1, done.read))} tokens of context, on average`,
    ],
    ['trigger', tallyText(done.byTrigger)],
    ['strategy', tallyText(done.byStrategy)],
    ['made by', tallyText(done.byModel)],
    // Without a model there is only one rung, which the line above already names.
    ['rung', isSame(done.byRung, done.byModel) ? '' : tallyText(done.byRung)],
  ];
  const labels = 15;
  const older = done.count - done.read;
  return [
    heading('Compactions', 'measured', page),
    ...rows
      .filter(([, text]) => text !== '')
      .flatMap(([name, text]) =>
        wrap(text, columns - labels).map((line, index) => padEnd(index === 0 ? name : '', labels) + line),
      ),
    ...(older > 0 ? [style.dim(`Figures of the newest ${figure(done.read)}.`)] : []),
  ];
}

function tallyText(tallies: readonly Tally[]): string {
  const shown = tallies.slice(0, 5).map(({ name, count }) => `${sanitizeLine(name)} ${figure(count)}`);
  return [...shown, ...(tallies.length > 5 ? [`${tallies.length - 5} others`] : [])].join(', ');
}

function isSame(some: readonly Tally[], others: readonly Tally[]): boolean {
  return some.length === others.length && some.every(({ name }, index) => name === others[index]!.name);
}

function survival({ summaries }: Stats, page: Page): string[] {
  if (summaries === null) return [];
  const { columns, style } = page;
  const rows = [
    { name: 'survival', ...summaries.survival },
    { name: 'fidelity', ...summaries.fidelity },
  ];
  const labels = 15;
  const text = ({ mean, least }: { mean: number; least: number }) =>
    `${padStart(percent(mean), 5)} mean, ${padStart(percent(least), 5)} least`;
  const kept = `${counted(summaries.live, 'summary', 'summaries')} shown: ${figure(summaries.sourceTokens)} → ${figure(summaries.tokens)} tokens`;
  return [
    heading('Exact facts', 'measured', page),
    ...rows.map(
      (row) => `${padEnd(row.name, labels)}${columns < 60 ? '' : `${gauge(row.mean, page)}  `}${text(row)}`,
    ),
    ...wrap(kept, columns).map(style.dim),
  ];
}

const gaugeColumns = 20;

function gauge(share: number, { style }: Page): string {
  const filled = Math.min(gaugeColumns, Math.floor(share * gaugeColumns));
  return style.green('█'.repeat(filled)) + style.dim('░'.repeat(gaugeColumns - filled));
}

function spend({ spend }: Stats, page: Page): string[] {
  const { columns } = page;
  if (spend.calls === 0) return [];
  const paid = spend.costUsd > 0 ? `, ${dollars(spend.costUsd)}` : '';
  const unknown =
    spend.unpricedTokens > 0 ? `, ${figure(spend.unpricedTokens)} tokens at a price that is unknown` : '';
  const text =
    spend.inputTokens + spend.outputTokens === 0
      ? `${counted(spend.calls, 'call')}, no model tokens: nothing to pay.`
      : `${counted(spend.calls, 'call')}, ${figure(spend.inputTokens)} tokens in, ${figure(spend.outputTokens)} out${paid}${unknown}`;
  return [heading('Summarizer', 'measured', page), ...wrap(text, columns)];
}

function heading(text: string, label: string, { style }: Page): string {
  return label === '' ? style.bold(text) : `${style.bold(text)}  ${style.dim(label)}`;
}
