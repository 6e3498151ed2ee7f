/** A support bot on the plain clients of three APIs, each with its own thread. */
import Anthropic from '@anthropic-ai/sdk';
import { createEverthread, type MessageInput, type Thread } from 'everthread';
import OpenAI from 'openai';

const url = process.env.PROVIDER_URL ?? '';
await using ever = createEverthread({ budget: { tokens: 5_000, responseTokens: 500 } });
const anthropic = new Anthropic({ baseURL: url, apiKey: 'none' });
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
const system = 'You help customers of a shipping line. Be brief.';
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Results of the support desk's tools. */
function lookUp(name: string, input: string): string {
  return `${name} knows of ${input}: the parcel is at quay ${input.length % 9}, booking SHIP-${input.length * 31}.`;
}

async function askAnthropic(thread: Thread): Promise<void> {
  const model = 'claude-sonnet-4-6';
  for (;;) {
    const context = await thread.context({ system, model });
    const message = await anthropic.messages.create({
      model,
      max_tokens: 500,
      thinking: { type: 'enabled', budget_tokens: 200 },
      ...context.toAnthropic(),
    });
    await thread.append(message);
    const { input_tokens: reportedTokens, output_tokens: outputTokens } = message.usage;
    await ever.observeUsage({
      model,
      threadId: thread.id,
      contextTokens: context.tokens,
      reportedTokens,
      outputTokens,
    });
    const results: Anthropic.ToolResultBlockParam[] = message.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [
            {
              type: 'tool_result',
              tool_use_id: block.id,
              content: lookUp(block.name, JSON.stringify(block.input)),
            },
          ]
        : [],
    );
    if (results.length === 0) return;
    await thread.append({ role: 'user', content: results });
  }
}

async function askChat(thread: Thread): Promise<void> {
  for (;;) {
    const context = await thread.context({ system });
    const { choices } = await openai.chat.completions.create({
      model: 'gpt-5',
      messages: context.toOpenAI(),
    });
    const message = choices[0]?.message;
    if (message === undefined) return;
    await thread.append(message);
    const calls = message.tool_calls ?? [];
    if (calls.length === 0) return;
    for (const call of calls) {
      if (call.type !== 'function') continue;
      const content = lookUp(call.function.name, call.function.arguments);
      await thread.append({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}

async function askResponses(thread: Thread): Promise<void> {
  for (;;) {
    const context = await thread.context({ system });
    const { output } = await openai.responses.create({ model: 'gpt-5', ...context.toOpenAIResponses() });
    await thread.append(output);
    const calls = output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    if (calls.length === 0) return;
    for (const call of calls) {
      const answer = lookUp(call.name, call.arguments);
      await thread.append({ type: 'function_call_output', call_id: call.call_id, output: answer });
    }
  }
}

const anthropicPicture: Anthropic.MessageParam = {
  role: 'user',
  content: [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
    { type: 'text', text: 'This is my parcel.', cache_control: { type: 'ephemeral' } },
  ],
};
const chatPicture: OpenAI.ChatCompletionUserMessageParam = {
  role: 'user',
  content: [
    { type: 'text', text: 'This is my parcel.' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
  ],
};
const bots: [name: string, ask: (thread: Thread) => Promise<void>, shown: MessageInput][] = [
  ['anthropic', askAnthropic, anthropicPicture],
  ['chat', askChat, chatPicture],
  ['responses', askResponses, chatPicture],
];

const told: { [bot: string]: object } = {};
for (const [name, ask, shown] of bots) {
  const thread = await ever.thread(name);
  await thread.append(shown);
  await ask(thread);
  for (let turn = 1; turn <= 30; turn += 1) {
    const question =
      `Question ${turn}: where is parcel P-${turn * 113} of the order from week ${turn}? `.repeat(4);
    await thread.append({ role: 'user', content: question });
    await ask(thread);
  }
  await ever.idle();
  const { messages } = await thread.state();
  told[name] = { messages, summaries: (await thread.summaries()).length };
}
console.log(JSON.stringify(told));
