/**
 * What the input of conversations costs under prompt caching. Everthread, by `context()` and as a wrapped AI SDK model,
 * is compared with the full history, a sliding window and a fold at 80 % that keeps 20 %. The simulated cache of
 * `src/cost` bills all of them, once without pauses and once with the conversation's own pauses. Everthread's summaries
 * are written by code and cost nothing here; the fold pays for the tokens its calls would read.
 */
import { appendsOf, billed, fold, highestRelativeCost, mostAppends, prices, window } from './cost-billing.ts';
import { answerableShare, foldedText, threadText } from './cost-evidence.ts';
import { pausesIn, steadyTimes, type Times } from './cost-pace.ts';
import { byPrefixCache } from './cost-prefix.ts';
import { sentByContext, sentWhole } from './cost-replay.ts';
import { type BilledSession, billedSessions, mostMessages } from './cost-sessions.ts';
import { smallModelId, summarizedByModel, summaryWriters } from './cost-summaries.ts';
import { modelId, sentByModel } from './cost-wrapped.ts';
import { table } from './measure.ts';

export async function cost(): Promise<string> {
  const heading = '## What the input costs';
  const sessions = await billedSessions();
  if (sessions === undefined) return `${heading}\n\nNot measured: the recorded sessions are not there.\n`;
  return [
    heading,
    `Billed input relative to sending the full history with caching, at Anthropic's prices (writing 1.25, reading 0.1), with the default settings and no model for summaries: recorded coding sessions of at most ${mostMessages} messages under a system prompt of 4,700 tokens, customer dialogues with tools in one thread, a generated chat of long answers, and LoCoMo conversations as chats. \`context()\` is sent by \`toAnthropic()\`; of wrapped models the requests that the provider package puts on the wire are billed. The fold makes one summary of all but the newest 20 % when 80 % are full, and has a result that is larger than those summarized before the model sees it; "showing results" keeps what a request brings. "Dearest beginning": the same, had the conversation ended at the request where it is most. "Answered": of the questions about a conversation, written with it or for the recall evaluation, those that could be answered from the last request of the fold, its summary written by the same code as ours, and from \`context({ query })\` when all was said: everything the answer needs stands there word for word. "Only appends": requests that begin with all of the one before; "at most": as many as there could be if a compaction left nothing behind the system prompt but the newest step, whole.`,
    '### Without pauses',
    'A request every 20 seconds: what a cache holds does not lapse.',
    await billedAt(sessions.map((session) => ({ ...session, times: steadyTimes(session.log) }))),
    '### With its pauses',
    `Each conversation at the times it was held (LoCoMo: each session at its date, turns 30 seconds apart; the generated chat: hours between its exchanges, as generated). After ${prices.cache.lifetimeMs / 60_000} minutes without a request a cache holds nothing any more, for nobody. Of the customer dialogues no times are known.`,
    await billedAt(sessions.filter(hasTimes)),
    await byPrefixCache(sessions.filter(({ log }) => log.length >= mostMessages)),
    await byModels(sessions),
    '',
  ].join('\n\n');
}

type TimedSession = BilledSession & { times: Times };

function hasTimes(session: BilledSession): session is TimedSession {
  return session.times !== null;
}

async function billedAt(sessions: readonly TimedSession[]): Promise<string> {
  const rows: string[][] = [];
  for (const session of sessions) {
    const whole = await sentWhole(session);
    const full = billed(whole);
    for (const budget of session.budgets) {
      let held = Number.NaN;
      const plain = await sentByContext(session, {
        tokens: budget,
        ended: async (thread) => {
          held = await answerableShare(session.questions, threadText(thread, session));
        },
      });
      const folded = fold(whole, budget);
      const tail = await foldedText(whole, folded);
      const wrapped = await sentByModel(whole.steps, budget);
      const cells = [window(whole, budget), folded, fold(whole, budget, { showsStep: true }), plain, wrapped];
      rows.push([
        `${session.name}, ${session.log.length}`,
        String(pausesIn(whole.times, prices.cache.lifetimeMs)),
        String(budget),
        ...cells.map((policy) => (billed(policy) / full).toFixed(2)),
        ...[plain, wrapped].map((policy) => highestRelativeCost(policy, whole).toFixed(3)),
        ...[await answerableShare(session.questions, () => tail), held].map((part) =>
          Number.isNaN(part) ? '–' : `${Math.round(100 * part)} % of ${session.questions.length}`,
        ),
        ...[appendsOf(plain.requests), appendsOf(wrapped.requests), mostAppends(whole.requests, budget)].map(
          (part) => `${Math.round(100 * part)} %`,
        ),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const columns = [
    'conversation, messages',
    'pauses',
    'budget',
    'sliding window',
    'fold at 80 %',
    'the same, showing results',
    '`context()`',
    'wrapped model',
    '`context()`, dearest beginning',
    'wrapped, dearest beginning',
    'answered by the fold',
    'by `context()`',
    '`context()` only appends',
    'wrapped only appends',
    'at most',
  ];
  return table(columns, rows);
}

/** Costs if a model writes the summaries: the model of the chat, and the small model of its provider. */
async function byModels(sessions: readonly BilledSession[]): Promise<string> {
  const rows: string[][] = [];
  for (const session of sessions.filter(({ log }) => log.length === mostMessages)) {
    const whole = await sentWhole({ ...session, times: steadyTimes(session.log) });
    const full = billed(whole);
    for (const tokens of session.budgets) {
      for (const writer of summaryWriters) {
        const paid = await summarizedByModel(whole.steps, { tokens, writer });
        rows.push([
          `${session.name}, ${session.log.length}`,
          String(tokens),
          writer === 'talking' ? 'the model that talks' : smallModelId,
          `${paid.calls}, ${paid.afterSent}`,
          ...[paid.ofSummaries, paid.cost].map((one) => (one / full).toFixed(3)),
        ]);
        console.error(`  ${rows.at(-1)!.join('  ')}`);
      }
    }
  }
  const columns = [
    'conversation, messages',
    'budget',
    'summaries by',
    'calls, behind a request',
    'billed for summaries',
    'billed in all',
  ];
  return `### Summaries by a model\n\nThe same wrapped model (${modelId}) with a model for summaries, with the default settings and without pauses: requests and calls for summaries, input only, each at the price of its model, relative to the full history with caching. "Behind a request": calls that were the last request once more, with the task behind it. What a summary says is taken by code from what is given to the model, in the form that is asked for; none was refused.\n\n${table(columns, rows)}`;
}
