/**
 * What the input of conversations costs under prompt caching: Everthread, by `context()` and as a wrapped AI SDK model,
 * beside full history, a sliding window and a fold at 80 % that keeps 20 %, all billed by the simulated cache of
 * `src/cost`. Summaries are written by code, so that summarizing costs nothing here; the fold pays for its calls by what
 * they read, as it does with a model.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { withEverthread } from '../src/ai-sdk.ts';
import { createEverthread, type MessageInput } from '../src/index.ts';
import type { Prompt } from '../src/integrations/ai-sdk/model-types.ts';
import { toPromptMessage } from '../src/integrations/ai-sdk/prompt-messages.ts';
import { sqliteStore } from '../src/sqlite.ts';
import {
  appendsOf,
  type Block,
  billed,
  blocksOf,
  fold,
  responseTokens,
  sizeOf,
  window,
} from './cost-billing.ts';
import { type BilledSession, billedSessions, mostMessages } from './cost-sessions.ts';
import { table } from './measure.ts';

type Anthropic = Parameters<typeof blocksOf>[0];
type Answer = { content: string | object[] };

export async function cost(): Promise<string> {
  const heading = '## What the input costs';
  const sessions = billedSessions();
  if (sessions === undefined) return `${heading}\n\nNot measured: the recorded sessions are not there.\n`;
  const rows: string[][] = [];
  for (const session of sessions) {
    const whole = await sentWhole(session);
    const full = billed({ requests: whole.requests, calls: 0 });
    for (const budget of session.budgets) {
      const plain = await sentByContext(session, { tokens: budget });
      const wrapped = await sentByModel(whole.prompts, budget);
      const cells = [window(whole.requests, budget), fold(whole.requests, budget), plain, wrapped];
      rows.push([
        `${session.name}, ${session.log.length}`,
        String(budget),
        ...cells.map((policy) => (billed(policy) / full).toFixed(2)),
        ...[plain, wrapped].map(({ requests }) => `${Math.round(100 * appendsOf(requests))} %`),
      ]);
      console.error(`  ${rows.at(-1)!.join('  ')}`);
    }
  }
  const columns = [
    'conversation, messages',
    'budget',
    'sliding window',
    'fold at 80 %',
    '`context()`',
    'wrapped model',
    '`context()` only appends',
    'wrapped only appends',
  ];
  return `${heading}\n\nBilled input relative to sending the full history with caching, at Anthropic's prices (writing 1.25, reading 0.1), with the default settings and no model for summaries: recorded coding sessions of at most ${mostMessages} messages under a system prompt of 4,700 tokens, and LoCoMo conversations as chats. \`context()\` is sent by \`toAnthropic()\`; of wrapped models the requests that the provider package puts on the wire are billed. "Only appends": requests that begin with all of the one before.\n\n${table(columns, rows)}\n`;
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
  const prompts: { prompt: Prompt; answer: Answer }[] = [];
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

/** The provider package writes the requests; nobody but the recording answers them. */
async function sentByModel(prompts: readonly { prompt: Prompt; answer: Answer }[], tokens: number) {
  const requests: Block[][] = [];
  let answer: Answer = { content: [] };
  const recorded = async (_url: unknown, init?: { body?: unknown }) => {
    const blocks = blocksOf(JSON.parse(String(init?.body)) as Anthropic);
    requests.push(blocks);
    const { content } = answer;
    return Response.json({
      type: 'message',
      id: `msg_${requests.length}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: sizeOf(blocks), output_tokens: 1 },
    });
  };
  const provider = createAnthropic({ apiKey: 'none', fetch: recorded as typeof fetch });
  const everthread = thread({ tokens });
  const model = withEverthread({
    model: provider('claude-sonnet-4-5'),
    everthread,
    threadId: 'session',
  });
  for (const step of prompts) {
    answer = step.answer;
    await model.doGenerate({ prompt: step.prompt, maxOutputTokens: responseTokens });
    await everthread.idle();
  }
  await everthread.close();
  return { requests, calls: 0 };
}
