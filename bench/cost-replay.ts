/** Replays recorded conversations request by request, with a clock that follows their times. */
import { createEverthread, type EverthreadOptions } from '../src/index.ts';
import { toPromptMessage } from '../src/integrations/ai-sdk/prompt-messages.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { Thread } from '../src/thread.ts';
import { type Block, blocksOf, chatBlocksOf, type Policy, responseTokens } from './cost-billing.ts';
import { type ReplayClock, replayClock, type Times } from './cost-pace.ts';
import type { BilledSession } from './cost-sessions.ts';
import type { Answer, RecordedStep } from './cost-wrapped.ts';

/** `openai`: a model of OpenAI that requests are made for and sent to; without it they are Anthropic's. */
type Target = { openai?: string };

function blocksFor({ openai }: Target, context: Awaited<ReturnType<Thread['context']>>): Block[] {
  return openai === undefined ? blocksOf(context.toAnthropic()) : chatBlocksOf(context.toOpenAI());
}

type Paced = Pick<BilledSession, 'log' | 'system'> & { times: Times };

/** `ended` is called with the thread at the end of the conversation, before it is closed. */
export async function sentByContext(
  session: Paced,
  { tokens, ended, ...target }: Target & { tokens: number; ended?: (thread: Thread) => Promise<void> },
): Promise<Policy> {
  const clock = replayClock();
  const requests: Block[][] = [];
  const times: number[] = [];
  await replay(session, {
    clock,
    options: { budget: { tokens, responseTokens }, ...(target.openai && { model: target.openai }) },
    before: async (_answer, thread) => {
      times.push(clock.runtime.now());
      requests.push(blocksFor(target, await thread.context({ system: session.system })));
    },
    ...(ended && { ended }),
  });
  return { requests, times, calls: 0 };
}

/** Requests with the full history, as blocks and as prompts of an AI SDK client. */
export async function sentWhole(
  session: Paced,
  target: Target = {},
): Promise<Policy & { steps: RecordedStep[] }> {
  const clock = replayClock();
  const requests: Block[][] = [];
  const steps: RecordedStep[] = [];
  await replay(session, {
    clock,
    options: { budget: { tokens: 20_000_000, responseTokens }, automatic: false, recall: false },
    before: async (answer, thread) => {
      const context = await thread.context({ system: session.system });
      const { instructions = [], messages } = context.toAiSdk();
      requests.push(blocksFor(target, context));
      const prompt = [...instructions, ...messages].map(toPromptMessage);
      steps.push({ prompt, answer, at: clock.runtime.now() });
    },
  });
  return { requests, times: steps.map(({ at }) => at), steps, calls: 0 };
}

/** Calls `before` for every answer that ends a request, before that answer is appended. */
async function replay(
  { log, times }: Paced,
  replayOptions: {
    clock: ReplayClock;
    options: EverthreadOptions;
    before: (answer: Answer, thread: Thread) => Promise<void>;
    ended?: (thread: Thread) => Promise<void>;
  },
): Promise<void> {
  const { clock, options, before, ended } = replayOptions;
  const ever = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    runtime: clock.runtime,
    ...options,
  });
  const thread = await ever.thread('session');
  let hasUnansweredMessage = false;
  for (const [index, message] of log.entries()) {
    const isAnswer = (message as { role: string }).role === 'assistant';
    // The request is made at the time of the message before the answer.
    if (isAnswer && hasUnansweredMessage) await before(message as Answer, thread);
    clock.moveTo(times[index]!);
    hasUnansweredMessage = !isAnswer;
    await thread.append(message);
    if (isAnswer) await ever.idle();
  }
  await ended?.(thread);
  await ever.close();
}
