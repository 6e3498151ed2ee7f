import type { Everthread } from '../../../everthread.ts';
import { collectStats } from '../../../stats/collect-stats.ts';
import { defaultBudgetTokens } from '../../../tokens/windows.ts';
import { version } from '../../../version.ts';
import { endpoint } from '../endpoint.ts';
import { knownThread } from '../known-thread.ts';
import { threadParams } from '../schemas/common.ts';
import { allStats, settings, stats, statsQuery } from '../schemas/figures.ts';

const tag = 'Figures';
/** Limits for the figures by day over all threads: number of threads, and of requests of each. */
const mostThreads = 20;
const mostRequests = 500;

export const figureEndpoints = [
  endpoint({
    method: 'get',
    path: '/threads/{threadId}/stats',
    tag,
    summary: 'Tokens and cost of a thread over time, compared with sending the whole history.',
    params: threadParams,
    query: statsQuery,
    response: stats,
    async run({ caller: { everthread, features, ...caller }, params, query }) {
      const thread = await knownThread({ everthread, features, ...caller }, params.threadId);
      const { budgetTokens = defaultBudgetTokens, strategy = 'eternal', pricing } = features.defaults ?? {};
      const model = query.model ?? features.defaults?.model;
      return collectStats({
        everthread,
        thread,
        budgetTokens,
        strategy,
        ...(model !== undefined && { model, priced: true }),
        ...(pricing !== undefined && { pricing }),
      });
    },
  }),
  endpoint({
    method: 'get',
    path: '/stats',
    tag,
    summary: 'Tokens and cost over all threads.',
    response: allStats,
    async run({ caller: { everthread } }) {
      const [sent, spend, recent] = await Promise.all([
        everthread.requests(),
        everthread.usage(),
        everthread.threads({ order: 'updated', limit: mostThreads }),
      ]);
      const ids = recent.map(({ id }) => id);
      return {
        sent,
        spend,
        days: await daysOf(everthread, ids),
        threads: recent.map(({ id, title, messages, tokens }) => ({
          id,
          title: title ?? null,
          messages,
          tokens,
        })),
      };
    },
  }),
  endpoint({
    method: 'get',
    path: '/settings',
    tag,
    summary: 'All settings with their values and sources, but never a key.',
    response: settings,
    async run({ caller: { features, tenant } }) {
      const shownSettings = await features.settings?.();
      return {
        version,
        tenant,
        file: shownSettings?.file ?? null,
        answers: shownSettings?.answers ?? 'Nobody: this server was made without a model.',
        settings: shownSettings?.settings ?? [],
        features: Object.entries(features).flatMap(([name, feature]) =>
          typeof feature === 'function' ? [name] : [],
        ),
      };
    },
  }),
];

async function daysOf(everthread: Everthread, threadIds: readonly string[]) {
  const days = new Map<string, { requests: number; tokens: number; historyTokens: number }>();
  for (const threadId of threadIds) {
    const thread = await everthread.findThread(threadId);
    for (const { at, tokens, historyTokens } of (await thread?.requests({ limit: mostRequests })) ?? []) {
      const day = at.slice(0, 10);
      const sum = days.get(day) ?? { requests: 0, tokens: 0, historyTokens: 0 };
      days.set(day, {
        requests: sum.requests + 1,
        tokens: sum.tokens + tokens,
        historyTokens: sum.historyTokens + historyTokens,
      });
    }
  }
  return [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => (a.day < b.day ? -1 : 1));
}
