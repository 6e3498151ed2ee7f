/** Types of the clients' messages, used without casts. This file is only compiled. */
import type Anthropic from '@anthropic-ai/sdk';
import {
  convertToModelMessages,
  generateText,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type UIMessage,
} from 'ai';
import {
  createEverthread,
  embeddingModel,
  languageModel,
  type Message,
  toAiSdk,
  toAnthropic,
  toOpenAI,
  toOpenAIResponses,
  toUIMessages,
} from 'everthread';
import type OpenAI from 'openai';

export async function clients(
  openai: OpenAI,
  anthropic: Anthropic,
  model: Exclude<LanguageModel, string>,
  shown: UIMessage[],
  items: OpenAI.Responses.ResponseInputItem[],
): Promise<void> {
  await using ever = createEverthread({
    summarizer: languageModel({ models: [model, { model, name: 'again', reasoning: 'low' }] }),
    embedder: embeddingModel({ model: 'openai/text-embedding-3-small' }),
  });
  const thread = await ever.thread('types');
  const context = await thread.context({ system: 'Be brief.', signal: AbortSignal.timeout(1_000) });
  const system: Anthropic.TextBlockParam[] = [
    { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
  ];
  await thread.context({ system });
  const history: Message[] = [];
  for await (const message of thread.history()) history.push(message);

  const chat = await openai.chat.completions.create({ model: 'gpt-5', messages: context.toOpenAI() });
  await openai.chat.completions.create({ model: 'gpt-5', messages: toOpenAI(history, { alternate: true }) });
  for (const { message } of chat.choices) await thread.append(message);
  const params: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello.' }];
  await thread.append(params);

  const response = await openai.responses.create({ model: 'gpt-5', ...context.toOpenAIResponses() });
  await openai.responses.create({ model: 'gpt-5', ...toOpenAIResponses(history) });
  await thread.append(response.output, { signal: AbortSignal.timeout(1_000) });
  for (const item of response.output) await thread.append(item);
  await thread.append(items);

  const request = { model: 'claude-haiku-4-5', max_tokens: 500 };
  const message = await anthropic.messages.create({ ...request, ...context.toAnthropic() });
  await anthropic.messages.create({ ...request, ...toAnthropic(history) });
  await thread.append(message);
  await thread.append({ role: message.role, content: message.content });
  await thread.append(
    await anthropic.messages.stream({ ...request, ...context.toAnthropic() }).finalMessage(),
  );
  await thread.append(await anthropic.beta.messages.create({ ...request, ...context.toAnthropic() }));
  const given: Anthropic.MessageParam[] = [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }];
  await thread.append(given);

  const generated = await generateText({ model, ...context.toAiSdk() });
  await generateText({ model, ...toAiSdk(history) });
  await thread.append(generated.responseMessages);
  await thread.append(await streamText({ model, ...context.toAiSdk() }).responseMessages);
  await thread.append(generated.finalStep.response.messages);
  const messages: ModelMessage[] = context.messages;
  await thread.append(messages);
  await thread.append(shown);
  const again: UIMessage[] = toUIMessages(history);
  await thread.append(await convertToModelMessages(again));
}
