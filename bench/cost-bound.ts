/**
 * The least that a conversation can cost in a window: what any policy pays that compacts at the best moments, known in
 * hindsight, and leaves so many tokens each time. Once freely, and once so that the conversation never costs more than
 * its full history, wherever it ends. A policy that does not know the end cannot be cheaper than the second.
 *
 * Run by `node bench/run.ts bound`. Calls for summaries and recalled passages cost nothing here.
 */
import { relativePrices } from '../src/cost/prices.ts';
import { headOf, mostAppends, prices, responseTokens, sizeOf } from './cost-billing.ts';
import { steadyTimes } from './cost-pace.ts';
import { sentWhole } from './cost-replay.ts';
import { billedSessions, mostMessages } from './cost-sessions.ts';
import { table } from './measure.ts';

const leftSizes = [500, 1_000, 2_000, 4_000];

/** Tokens of the system prompt, and of what each request adds behind it. */
export type Growth = { head: number; added: readonly number[] };

export type Bound = {
  /** Lowest cost relative to the full history; undefined if the window overflows in any case. */
  free: number | undefined;
  /** The same if the conversation must never have cost more than its full history; undefined if that is impossible. */
  neverAbove: number | undefined;
  /**
   * What a rule reaches that knows only the past: it compacts at the cheapest distance, and when the conversation then
   * costs no more than its full history. Undefined if the window overflows before that.
   */
  asPaid: number | undefined;
};

/** Prices as multiples of the price of an input token. */
type Relative = { read: number; write: number };

export function boundOf(
  { head, added }: Growth,
  { room, left, read, write }: Relative & { room: number; left: number },
): Bound {
  const full = runningFull({ head, added }, { read, write });
  const lowest = (isNeverAbove: boolean) => {
    const allowed = (cost: number, at: number) => !isNeverAbove || cost <= full[at]! + 1e-6;
    // The lowest cost with the last compaction at each request. Only its size goes on, so a lower cost is always better.
    const starts = new Map<number, { cost: number; size: number }>();
    let cheapest: number | undefined;
    for (let start = -1; start < added.length; start += 1) {
      const known = start === -1 ? { cost: 0, size: 0 } : starts.get(start);
      if (known === undefined) continue;
      let { cost, size } = known;
      for (let next = start + 1; ; next += 1) {
        if (next === added.length) {
          cheapest = Math.min(cheapest ?? Number.POSITIVE_INFINITY, cost);
          break;
        }
        const isCached = next > 0;
        const compacted = cost + read * head + write * (left + added[next]!);
        if (isCached && size > left && left + added[next]! <= room && allowed(compacted, next)) {
          const before = starts.get(next);
          if (before === undefined || compacted < before.cost)
            starts.set(next, { cost: compacted, size: left + added[next]! });
        }
        cost += isCached ? read * (head + size) + write * added[next]! : write * (head + added[next]!);
        size += added[next]!;
        if (size > room || !allowed(cost, next)) break;
      }
    }
    return cheapest === undefined ? undefined : cheapest / full.at(-1)!;
  };
  return { free: lowest(false), neverAbove: lowest(true), asPaid: costAsPaid() };

  function costAsPaid(): number | undefined {
    let cost = 0;
    let size = 0;
    for (const [index, tokens] of added.entries()) {
      const compacted = cost + read * head + write * (left + tokens);
      const perRequest = size / Math.max(1, index);
      const distance = Math.sqrt((2 * perRequest * (write - read) * left) / read);
      if (index > 0 && size - left >= distance && compacted <= full[index]!) {
        cost = compacted;
        size = left + tokens;
      } else {
        cost += index > 0 ? read * (head + size) + write * tokens : write * (head + tokens);
        size += tokens;
      }
      if (size > room) return undefined;
    }
    return cost / full.at(-1)!;
  }
}

function runningFull({ head, added }: Growth, { read, write }: Relative): number[] {
  let size = 0;
  let sum = 0;
  return added.map((tokens, index) => {
    sum += index === 0 ? write * (head + tokens) : read * (head + size) + write * tokens;
    size += tokens;
    return sum;
  });
}

export async function bound(): Promise<string> {
  const heading = '## The least that a conversation can cost';
  const sessions = await billedSessions();
  if (sessions === undefined) return `${heading}\n\nNot measured: the recorded sessions are not there.\n`;
  const { read, write } = relativePrices(prices);
  const rows: string[][] = [];
  const appends: string[][] = [];
  for (const session of sessions.filter(({ log }) => log.length >= mostMessages)) {
    const { requests } = await sentWhole({ ...session, times: steadyTimes(session.log) });
    const sizes = requests.map(sizeOf);
    const head = sizeOf(requests[0]!.slice(0, headOf(requests[0]!)));
    const added = sizes.map((size, index) => size - (sizes[index - 1] ?? head));
    for (const tokens of session.budgets) {
      const bounds = leftSizes.map((left) =>
        boundOf({ head, added }, { room: tokens - responseTokens - head, left, read, write }),
      );
      const shown = (cost: number | undefined) => (cost === undefined ? '–' : cost.toFixed(2));
      rows.push([
        `${session.name}, ${session.log.length}`,
        String(sizes.at(-1)),
        String(tokens),
        ...bounds.map((one) => [one.free, one.neverAbove, one.asPaid].map(shown).join(', ')),
      ]);
      appends.push([
        ...rows.at(-1)!.slice(0, 3),
        ...leftSizes.map((left) => `${Math.round(100 * mostAppends(requests, tokens, left))} %`),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const columns = [
    'conversation, messages',
    'tokens',
    'budget',
    ...leftSizes.map((left) => `leaving ${left}`),
  ];
  return [
    heading,
    `Billed input relative to the full history with caching (writing ${write}, reading ${read.toFixed(1)}), if every compaction leaves so many tokens behind the system prompt, besides what the request adds. First: every compaction at the best moment, known in hindsight. Second: the same, and at no request has the conversation cost more than its full history. Third: what a rule reaches that knows only the past, and compacts at the cheapest distance as soon as that costs no more than the full history. Summaries and passages cost nothing here. A dash: not possible.`,
    table(columns, rows),
    'The share of requests that can only append to the one before, if a compaction comes when the window is full and leaves so many tokens:',
    table(columns, appends),
    '',
  ].join('\n\n');
}
