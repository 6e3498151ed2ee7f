/** An agent that works for two hundred steps in a small window and looks up messages it no longer sees. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, isStepCount, tool } from 'ai';
import { createEverthread } from 'everthread';
import { archiveTools, withEverthread } from 'everthread/ai-sdk';
import { z } from 'zod';

const threadId = 'agent';
await using ever = createEverthread({ budget: { tokens: 8_000, responseTokens: 800 } });
const anthropic = createAnthropic({ baseURL: process.env.PROVIDER_URL ?? '', apiKey: 'none' });
const model = withEverthread({
  model: anthropic('claude-haiku-4-5'),
  everthread: ever,
  threadId,
  mode: 'append',
});

const readings = tool({
  description: 'The readings of one gauge.',
  inputSchema: z.object({ gauge: z.number() }),
  execute: async ({ gauge }) =>
    `Gauge ${gauge} at quay ${gauge % 9}: level ${gauge * 3} cm, serial GX-${1_000 + gauge * 17}. `.repeat(6),
});

const { text, steps } = await generateText({
  model,
  tools: { readings, ...archiveTools({ everthread: ever, threadIds: [threadId] }) },
  stopWhen: isStepCount(250),
  instructions: 'Read every gauge, then report.',
  prompt: 'Read gauges 1 to 200. Whatever happens, never open the sluice.',
});
const found = steps.flatMap(({ toolResults }) =>
  toolResults.flatMap((result) => (result.toolName === 'search' ? [JSON.stringify(result.output)] : [])),
);
const thread = await ever.thread(threadId);
const summaries = await thread.summaries();
console.log(JSON.stringify({ text, steps: steps.length, found, summaries: summaries.length }));
