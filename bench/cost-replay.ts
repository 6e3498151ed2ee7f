/** Recorded conversations sent anew, request by request, with a clock that stands where the conversation is. */
import { createEverthread, type EverthreadOptions } from '../src/index.ts';
import { toPromptMessage } from '../src/integrations/ai-sdk/prompt-messages.ts';
import { sqliteStore } from '../src/sqlite.ts';
import type { Thread } from '../src/thread.ts';
import { type Block, blocksOf, type Policy, responseTokens } from './cost-billing.ts';
import { type ReplayClock, replayClock, type Times } from './cost-pace.ts';
import type { BilledSession } from './cost-sessions.ts';
import type { Answer, RecordedStep } from './cost-wrapped.ts';

type Paced = Pick<BilledSession, 'log' | 'system'> & { times: Times };

/** `ended`: called with the thread when all was said, before it is closed. */
export async function sentByContext(
  session: Paced,
  { tokens, ended }: { tokens: number; ended?: (thread: Thread) => Promise<void> },
): Promise<Policy> {
  const clock = replayClock();
  const requests: Block[][] = [];
  const times: number[] = [];
  await replay(session, {
    clock,
    options: { budget: { tokens, responseTokens } },
    before: async (_answer, thread) => {
      times.push(clock.runtime.now());
      requests.push(blocksOf((await thread.context({ system: session.system })).toAnthropic()));
    },
    ...(ended && { ended }),
  });
  return { requests, times, calls: 0 };
}

/** The full history of every request, as blocks and as the prompt a client of the AI SDK would send. */
export async function sentWhole(session: Paced): Promise<Policy & { steps: RecordedStep[] }> {
  const clock = replayClock();
  const requests: Block[][] = [];
  const steps: RecordedStep[] = [];
  await replay(session, {
    clock,
    options: { budget: { tokens: 20_000_000, responseTokens }, automatic: false, recall: false },
    before: async (answer, thread) => {
      const context = await thread.context({ system: session.system });
      const { instructions = [], messages } = context.toAiSdk();
      requests.push(blocksOf(context.toAnthropic()));
      const prompt = [...instructions, ...messages].map(toPromptMessage);
      steps.push({ prompt, answer, at: clock.runtime.now() });
    },
  });
  return { requests, times: steps.map(({ at }) => at), steps, calls: 0 };
}

/** Calls `before` with every answer that somebody waited for, before it is appended. */
async function replay(
  { log, times }: Paced,
  given: {
    clock: ReplayClock;
    options: EverthreadOptions;
    before: (answer: Answer, thread: Thread) => Promise<void>;
    ended?: (thread: Thread) => Promise<void>;
  },
): Promise<void> {
  const { clock, options, before, ended } = given;
  const ever = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    runtime: clock.runtime,
    ...options,
  });
  const thread = await ever.thread('session');
  let waits = false;
  for (const [index, message] of log.entries()) {
    const isAnswer = (message as { role: string }).role === 'assistant';
    // It is asked for when the message before it was said.
    if (isAnswer && waits) await before(message as Answer, thread);
    clock.moveTo(times[index]!);
    waits = !isAnswer;
    await thread.append(message);
    if (isAnswer) await ever.idle();
  }
  await ended?.(thread);
  await ever.close();
}
