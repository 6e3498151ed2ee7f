/** Plays a recorded session through a wrapped AI SDK model: the provider package writes the requests. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { withEverthread } from '../src/ai-sdk.ts';
import { createEverthread, type EverthreadOptions } from '../src/index.ts';
import type { Prompt } from '../src/integrations/ai-sdk/model-types.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { type Block, blocksOf, type Policy, responseTokens, sizeOf } from './cost-billing.ts';
import { replayClock } from './cost-pace.ts';

export type Answer = { content: string | object[] };
/** `at`: time of the request. */
export type RecordedStep = { prompt: Prompt; answer: Answer; at: number };
export type Body = Parameters<typeof blocksOf>[0];
export type Talking = ReturnType<ReturnType<typeof createAnthropic>>;

export const modelId = 'claude-sonnet-4-5';

export async function sentByModel(steps: readonly RecordedStep[], tokens: number): Promise<Policy> {
  const sent = await converse(steps, { tokens });
  return { requests: sent.map(({ blocks }) => blocks), times: sent.map(({ at }) => at), calls: 0 };
}

/** A response in the provider's format. */
export function answered({
  content,
  model,
  blocks,
}: Answer & { model: string; blocks: readonly Block[] }): Response {
  return Response.json({
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    model,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: sizeOf(blocks), output_tokens: 1 },
  });
}

/** Returns all requests. They get the answer of `answerTo`, or else that of the recorded step. */
export async function converse(
  steps: readonly RecordedStep[],
  options: {
    tokens: number;
    everthread?: (model: Talking) => Partial<EverthreadOptions>;
    answerTo?: (body: Body, blocks: readonly Block[]) => Answer | undefined;
    watch?: (everthread: ReturnType<typeof createEverthread>) => void;
  },
): Promise<{ blocks: Block[]; at: number }[]> {
  const { tokens, answerTo = () => undefined } = options;
  const clock = replayClock();
  const requests: { blocks: Block[]; at: number }[] = [];
  let answer: Answer = { content: [] };
  const recorded = async (_url: unknown, init?: { body?: unknown }) => {
    const body = JSON.parse(String(init?.body)) as Body;
    const blocks = blocksOf(body);
    requests.push({ blocks, at: clock.runtime.now() });
    return answered({ ...(answerTo(body, blocks) ?? answer), model: modelId, blocks });
  };
  const model = createAnthropic({ apiKey: 'none', fetch: recorded as typeof fetch })(modelId);
  const everthread = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    runtime: clock.runtime,
    budget: { tokens, responseTokens },
    ...options.everthread?.(model),
  });
  options.watch?.(everthread);
  const wrapped = withEverthread({ model, everthread, threadId: 'session' });
  for (const step of steps) {
    answer = step.answer;
    clock.moveTo(step.at);
    await wrapped.doGenerate({ prompt: step.prompt, maxOutputTokens: responseTokens });
    await everthread.idle();
  }
  await everthread.close();
  return requests;
}
