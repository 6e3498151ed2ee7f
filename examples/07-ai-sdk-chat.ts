/**
 * A chat with the AI SDK that never outgrows its window. The thread keeps the conversation; each turn passes only the
 * thread's id and the newest message, and streams the answer.
 *
 * Run it with `node examples/07-ai-sdk-chat.ts` after `make build`. In a terminal you type; otherwise, and for tests, it
 * plays a short conversation and ends. With ANTHROPIC_API_KEY or OPENAI_API_KEY set it asks a real model
 * (`npm install @ai-sdk/anthropic` or `@ai-sdk/openai`); without a key it asks a scripted one, which knows only its
 * prompt.
 */
import { createInterface } from 'node:readline/promises';
import { isStepCount, streamText, tool } from 'ai';
import { createEverthread } from 'everthread';
import { type WrappableModel, withEverthread } from 'everthread/ai-sdk';
import { scriptedModel } from 'everthread/testing';
import { z } from 'zod';

const threadId = 'journey';
const ever = createEverthread({ budget: { tokens: 1500 } });
const model = withEverthread({ model: await chooseModel(), everthread: ever, threadId, mode: 'append' });

const tools = {
  departures: tool({
    description: 'Night trains from a station.',
    inputSchema: z.object({ station: z.string() }),
    execute: async ({ station }) => ({ station, trains: ['NJ 421 at 20:12', 'EN 40467 at 22:44'] }),
  }),
};

async function answer(message: string, { quiet = false } = {}): Promise<void> {
  const { textStream } = streamText({
    model,
    tools,
    stopWhen: isStepCount(5),
    instructions: 'You help a traveller with night trains. Be brief.',
    prompt: message,
  });
  const write = (text: string) => quiet || process.stdout.write(text);
  write('assistant: ');
  for await (const text of textStream) write(text);
  write('\n');
}

if (process.stdin.isTTY) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  console.log('Ask about night trains; an empty line ends.');
  for (;;) {
    const message = await terminal.question('you: ');
    if (message.trim() === '') break;
    await answer(message);
  }
  terminal.close();
} else {
  await say('My booking code is INN-4711, coach 21.');
  for (let night = 1; night <= 40; night += 1) {
    await answer(`Night ${night}: how was the train through the Alps, and was it late?`, { quiet: true });
  }
  console.log('… forty nights later …');
  await say('What is my booking code?');
}

async function say(message: string): Promise<void> {
  console.log(`you: ${message}`);
  await answer(message);
}

await ever.idle();
const thread = await ever.thread(threadId);
const { messages, tokens } = await thread.state();
const context = await thread.context();
console.log(`\n${messages} messages of ${tokens} tokens are in the thread.`);
console.log(`The next call would send ${context.tokens} tokens:`);
for (const [section, items] of Map.groupBy(context.items, (item) => item.section)) {
  console.log(`- ${section}: ${items.length}`);
}
await ever.close();

async function chooseModel(): Promise<WrappableModel> {
  if (process.env.ANTHROPIC_API_KEY) {
    const { anthropic } = await import('@ai-sdk/anthropic');
    return anthropic('claude-haiku-4-5');
  }
  if (process.env.OPENAI_API_KEY) {
    const { openai } = await import('@ai-sdk/openai');
    return openai('gpt-5-mini');
  }
  return scriptedModel({
    answers: ({ prompt }) => {
      if (prompt.includes('What is my booking code?')) {
        return `Your booking code is ${/INN-\d+/.exec(prompt)?.[0] ?? 'not in what I was given'}.`;
      }
      return /Night \d+:/.test(prompt)
        ? 'It came over the pass in snow and was four minutes late at the border, as it often is in winter.'
        : 'Noted. Have a good journey.';
    },
  });
}
