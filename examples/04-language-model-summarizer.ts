/**
 * Summaries by a language model. This program uses a scripted model, so that it runs without a key; with a real
 * provider only the models change:
 *
 *   import { anthropic } from '@ai-sdk/anthropic';
 *   import { openai } from '@ai-sdk/openai';
 *   import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
 *   const ollama = createOpenAICompatible({ name: 'ollama', baseURL: 'http://localhost:11434/v1' });
 *
 *   languageModel({ models: [anthropic('claude-haiku-4-5'), openai('gpt-5-mini'), ollama('llama3.2')] })
 *
 * Models are tried in this order. If all fail, the built-in extractive summarizer takes over.
 */
import { createEverthread, languageModel, type MessageInput } from 'everthread';
import { scriptedModel } from 'everthread/testing';

const broken = scriptedModel({ modelId: 'always-busy', answers: new Error('529 overloaded') });
const model = scriptedModel({
  modelId: 'storyteller',
  answers:
    'The user plans a night train to Vienna and wants a window seat. The assistant has noted the tickets.',
});

const ever = createEverthread({
  strategy: 'rolling',
  summarizer: languageModel({
    models: [broken, model],
    retry: { retries: 0 },
    onFallback: ({ from, to }) => console.log(`${from} did not answer, so ${to} was asked`),
  }),
});
ever.on('summarization', ({ receipt }) => {
  console.log(`${receipt.messagesCompressed} messages → 1 summary by ${receipt.models.join(', ')}`);
});

const thread = await ever.thread('journey');
const stops = Array.from({ length: 20 }, (_, index) => index + 1);
await thread.append(
  stops.flatMap((stop): MessageInput[] => [
    {
      role: 'user',
      content: `Stop ${stop}: the night train to Vienna waits for a while. Is the window seat still ours?`,
    },
    {
      role: 'assistant',
      content: `Yes. The tickets for stop ${stop} are noted, and the window seat is ours until Vienna.`,
    },
  ]),
);
await ever.idle();

const [summary] = await thread.summaries();
console.log(`Messages ${summary?.from} to ${summary?.to}: ${summary?.text}`);
console.log(`The prompt (${summary?.promptVersion}) began: ${model.calls[0]?.prompt.trim().split('\n')[0]}`);
await ever.close();
