/**
 * What the input of conversations costs under prompt caching: Everthread, by `context()` and as a wrapped AI SDK model,
 * beside full history, a sliding window and a fold at 80 % that keeps 20 %, all billed by the simulated cache of
 * `src/cost`. Summaries are written by code, so that summarizing costs nothing here; the fold pays for its calls by what
 * they read, as it does with a model.
 */
import { createEverthread, type MessageInput } from '../src/index.ts';
import { toPromptMessage } from '../src/integrations/ai-sdk/prompt-messages.ts';
import { sqliteStore } from '../src/sqlite.ts';
import {
  appendsOf,
  type Block,
  billed,
  blocksOf,
  fold,
  mostAppends,
  responseTokens,
  window,
} from './cost-billing.ts';
import { type BilledSession, billedSessions, mostMessages } from './cost-sessions.ts';
import { smallModelId, summarizedByModel, summaryWriters } from './cost-summaries.ts';
import { type Answer, modelId, type RecordedStep, sentByModel } from './cost-wrapped.ts';
import { table } from './measure.ts';

export async function cost(): Promise<string> {
  const heading = '## What the input costs';
  const sessions = await billedSessions();
  if (sessions === undefined) return `${heading}\n\nNot measured: the recorded sessions are not there.\n`;
  const rows: string[][] = [];
  for (const session of sessions) {
    const whole = await sentWhole(session);
    const full = billed({ requests: whole.requests, calls: 0 });
    for (const budget of session.budgets) {
      const plain = await sentByContext(session, { tokens: budget });
      const wrapped = await sentByModel(whole.prompts, budget);
      const cells = [
        window(whole.requests, budget),
        fold(whole.requests, budget),
        fold(whole.requests, budget, { showsStep: true }),
        plain,
        wrapped,
      ];
      rows.push([
        `${session.name}, ${session.log.length}`,
        String(budget),
        ...cells.map((policy) => (billed(policy) / full).toFixed(2)),
        ...[appendsOf(plain.requests), appendsOf(wrapped.requests), mostAppends(whole.requests, budget)].map(
          (part) => `${Math.round(100 * part)} %`,
        ),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const columns = [
    'conversation, messages',
    'budget',
    'sliding window',
    'fold at 80 %',
    'the same, showing results',
    '`context()`',
    'wrapped model',
    '`context()` only appends',
    'wrapped only appends',
    'at most',
  ];
  return `${heading}\n\nBilled input relative to sending the full history with caching, at Anthropic's prices (writing 1.25, reading 0.1), with the default settings and no model for summaries: recorded coding sessions of at most ${mostMessages} messages under a system prompt of 4,700 tokens, customer dialogues with tools in one thread, a generated chat of long answers, and LoCoMo conversations as chats. \`context()\` is sent by \`toAnthropic()\`; of wrapped models the requests that the provider package puts on the wire are billed. The fold makes one summary of all but the newest 20 % when 80 % are full, and has a result that is larger than those summarized before the model sees it; "showing results" keeps what a request brings. "Only appends": requests that begin with all of the one before; "at most": as many as there could be if a compaction left nothing behind the system prompt but the newest step, whole.\n\n${table(columns, rows)}\n\n${await byModels(sessions)}\n`;
}

/** What is paid where a model writes the summaries: the one that talks, and the small one of its provider. */
async function byModels(sessions: readonly BilledSession[]): Promise<string> {
  const rows: string[][] = [];
  for (const session of sessions.filter(({ log }) => log.length === mostMessages)) {
    const whole = await sentWhole(session);
    const full = billed({ requests: whole.requests, calls: 0 });
    for (const tokens of session.budgets) {
      for (const writer of summaryWriters) {
        const paid = await summarizedByModel(whole.prompts, { tokens, writer });
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
  return `### Summaries by a model\n\nThe same wrapped model (${modelId}) with a model for summaries, with the default settings: requests and calls for summaries, input only, each at the price of its model, relative to the full history with caching. "Behind a request": calls that were the last request once more, with the task behind it. What a summary says is taken by code from what is given to the model, in the form that is asked for; none was refused.\n\n${table(columns, rows)}`;
}

function thread(budget: { tokens: number }, options: { automatic?: boolean; recall?: boolean } = {}) {
  return createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    budget: { ...budget, responseTokens },
    ...options,
  });
}

type Steps = { log: readonly MessageInput[]; before: (answer: Answer) => Promise<void> };

/** Calls `before` with every answer that somebody waited for, before it is appended. */
async function replay(ever: ReturnType<typeof thread>, { log, before }: Steps): Promise<void> {
  const session = await ever.thread('session');
  let waits = false;
  for (const message of log) {
    const isAnswer = (message as { role: string }).role === 'assistant';
    if (isAnswer && waits) await before(message as Answer);
    waits = !isAnswer;
    await session.append(message);
    if (isAnswer) await ever.idle();
  }
}

async function sentByContext({ log, system }: BilledSession, budget: { tokens: number }) {
  const ever = thread(budget);
  const requests: Block[][] = [];
  await replay(ever, {
    log,
    before: async () => {
      const context = await (await ever.thread('session')).context({ system });
      requests.push(blocksOf(context.toAnthropic()));
    },
  });
  await ever.close();
  return { requests, calls: 0 };
}

/** The full history of every request, as blocks and as the prompt a client of the AI SDK would send. */
async function sentWhole({ log, system }: BilledSession) {
  const ever = thread({ tokens: 20_000_000 }, { automatic: false, recall: false });
  const requests: Block[][] = [];
  const prompts: RecordedStep[] = [];
  await replay(ever, {
    log,
    before: async (answer) => {
      const context = await (await ever.thread('session')).context({ system });
      const { instructions = [], messages } = context.toAiSdk();
      requests.push(blocksOf(context.toAnthropic()));
      prompts.push({ prompt: [...instructions, ...messages].map(toPromptMessage), answer });
    },
  });
  await ever.close();
  return { requests, prompts };
}
