/**
 * The same conversations sent to models of OpenAI, whose cache needs no marks: it stores the beginnings of all requests
 * . Reading costs a tenth of the input price with one of them and half with the other; writing costs nothing extra.
 */
import { pricesFor } from '../src/cost/model-prices.ts';
import { appendsOf, billed, fold, highestRelativeCost } from './cost-billing.ts';
import { steadyTimes } from './cost-pace.ts';
import { sentByContext, sentWhole } from './cost-replay.ts';
import type { BilledSession } from './cost-sessions.ts';
import { table } from './measure.ts';

const models = ['gpt-5', 'gpt-4o'];

export async function byPrefixCache(sessions: readonly BilledSession[]): Promise<string> {
  const rows: string[][] = [];
  for (const session of sessions) {
    const timed = { ...session, times: steadyTimes(session.log) };
    for (const openai of models) {
      const prices = pricesFor(openai);
      const whole = await sentWhole(timed, { openai });
      const full = billed(whole, prices);
      for (const tokens of session.budgets) {
        const sent = await sentByContext(timed, { tokens, openai });
        rows.push([
          `${session.name}, ${session.log.length}`,
          openai,
          String(tokens),
          ...[fold(whole, tokens), sent].map((policy) => (billed(policy, prices) / full).toFixed(2)),
          highestRelativeCost(sent, whole, prices).toFixed(3),
          `${Math.round(100 * appendsOf(sent.requests))} %`,
        ]);
        console.error(`  ${rows.at(-1)!.join('  ')}`);
      }
    }
  }
  const columns = [
    'conversation, messages',
    'model',
    'budget',
    'fold at 80 %',
    '`context()`',
    'dearest beginning',
    'only appends',
  ];
  return `### A cache without marks\n\nThe same conversations, sent by \`toOpenAI()\` without pauses to models whose provider caches what requests begin with, in steps of 128 tokens: reading costs a tenth of the input price with gpt-5 and half with gpt-4o, and writing costs nothing extra. Relative to the full history with this cache.\n\n${table(columns, rows)}`;
}
