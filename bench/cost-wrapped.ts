/** A recorded session through a wrapped AI SDK model: the provider package writes the requests, the recording answers. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { withEverthread } from '../src/ai-sdk.ts';
import { createEverthread } from '../src/index.ts';
import type { Prompt } from '../src/integrations/ai-sdk/model-types.ts';
import { sqliteStore } from '../src/sqlite.ts';
import { type Block, blocksOf, type Policy, responseTokens, sizeOf } from './cost-billing.ts';

export type Answer = { content: string | object[] };
export type RecordedStep = { prompt: Prompt; answer: Answer };

const modelId = 'claude-sonnet-4-5';

export async function sentByModel(steps: readonly RecordedStep[], tokens: number): Promise<Policy> {
  const requests: Block[][] = [];
  let answer: Answer = { content: [] };
  const recorded = async (_url: unknown, init?: { body?: unknown }) => {
    const blocks = blocksOf(JSON.parse(String(init?.body)) as Parameters<typeof blocksOf>[0]);
    requests.push(blocks);
    const { content } = answer;
    return Response.json({
      type: 'message',
      id: `msg_${requests.length}`,
      role: 'assistant',
      model: modelId,
      content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: sizeOf(blocks), output_tokens: 1 },
    });
  };
  const model = createAnthropic({ apiKey: 'none', fetch: recorded as typeof fetch })(modelId);
  const everthread = createEverthread({
    store: sqliteStore({ path: ':memory:' }),
    budget: { tokens, responseTokens },
  });
  const wrapped = withEverthread({ model, everthread, threadId: 'session' });
  for (const step of steps) {
    answer = step.answer;
    await wrapped.doGenerate({ prompt: step.prompt, maxOutputTokens: responseTokens });
    await everthread.idle();
  }
  await everthread.close();
  return { requests, calls: 0 };
}
