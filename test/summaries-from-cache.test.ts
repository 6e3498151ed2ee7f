/** Summaries that a wrapped model writes from messages already in its provider's cache. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, jsonSchema, type ModelMessage, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { withEverthread } from '../src/ai-sdk.ts';
import { pricesFor } from '../src/cost/model-prices.ts';
import { createPromptCache, type PromptBlock } from '../src/cost/prompt-cache.ts';
import { createEverthread } from '../src/everthread.ts';
import { languageModel } from '../src/summarizers/language-model/language-model.ts';

type Listed = { type: string; text?: string; cache_control?: unknown }[];
type Body = { system?: Listed; tools?: unknown[]; messages: { role: string; content: Listed }[] };

const modelId = 'claude-sonnet-4-5';
const summary =
  'The user and the assistant spoke about the mill by the river. The keeper looks after its gates with care, and the water stands calm at the weir.';
const said = (turn: number) =>
  `Turn ${turn}: the mill by the river, where the keeper looks after the gates with care. ${'The water stands calm at the weir again. '.repeat(30)}`;
const look = tool({
  description: 'Looks at the gates. '.repeat(20),
  inputSchema: jsonSchema<{ gate: string }>({ type: 'object', properties: { gate: { type: 'string' } } }),
});

/** Blocks in the order in which they are hashed: tools, system prompt, messages. */
function blocksOf({ tools = [], system = [], messages }: Body): PromptBlock[] {
  const block = (role: string, given: object): PromptBlock => {
    const { cache_control: mark, ...bare } = given as { cache_control?: unknown };
    const key = role + JSON.stringify(bare);
    return { key, tokens: Math.ceil(key.length / 4), mark: mark !== undefined };
  };
  return [
    ...tools.map((one) => block('tool', one as object)),
    ...system.map((one) => block('system', one)),
    ...messages.flatMap(({ role, content }) => content.map((one) => block(role, one))),
  ];
}

/** A fake Anthropic API that answers every request and bills by the rules of its cache. */
function provider(write: () => object[] = () => [{ type: 'text', text: summary }]) {
  const { cache } = pricesFor(modelId);
  const held = createPromptCache(cache);
  const asked: { body: Body; readTokens: number; total: number; isSummary: boolean }[] = [];
  const answer = async (_url: unknown, init?: { body?: unknown }) => {
    const body = JSON.parse(String(init?.body)) as Body;
    const blocks = blocksOf(body);
    const { readTokens, writtenTokens, plainTokens } = held.send(blocks, asked.length * 1_000);
    const isSummary = body.messages.at(-1)!.content.at(-1)!.text?.includes('<transcript>') === true;
    asked.push({ body, readTokens, total: readTokens + writtenTokens + plainTokens, isSummary });
    return Response.json({
      ...{ type: 'message', id: `msg_${asked.length}`, role: 'assistant', model: modelId },
      ...{ stop_reason: 'end_turn', stop_sequence: null },
      content: isSummary ? write() : [{ type: 'text', text: 'The gates hold, and the keeper is content.' }],
      usage: {
        input_tokens: plainTokens,
        cache_read_input_tokens: readTokens,
        cache_creation_input_tokens: writtenTokens,
        output_tokens: 20,
      },
    });
  };
  const make = createAnthropic({ apiKey: 'none', fetch: answer as typeof fetch });
  return { make: () => make(modelId), asked, summaries: () => asked.filter(({ isSummary }) => isSummary) };
}

type Talking = ReturnType<ReturnType<typeof provider>['make']>;

async function converse({
  model,
  summarizing = model,
  readsSent = true,
  words = said,
}: {
  model: Talking;
  summarizing?: Talking;
  readsSent?: boolean;
  words?: (turn: number) => string;
}) {
  const everthread = createEverthread({
    budget: { tokens: 9_000, responseTokens: 500 },
    strategy: { name: 'eternal', leafTokens: 4_000 },
    summarizer: languageModel({ models: [summarizing], retry: { retries: 0 }, readsSent }),
  });
  const wrapped = withEverthread({ model, everthread, threadId: 't' });
  const messages: ModelMessage[] = [];
  for (let turn = 0; turn < 34; turn += 1) {
    messages.push({ role: 'user', content: words(turn) });
    await generateText({ model: wrapped, messages, tools: { look }, maxOutputTokens: 500, maxRetries: 0 });
    messages.push({ role: 'assistant', content: 'The gates hold, and the keeper is content.' });
    await everthread.idle();
  }
  const summaries = await (await everthread.thread('t')).summaries();
  await everthread.close();
  return summaries;
}

describe('R-70 summaries of the model that talks', () => {
  it('R-70 read the messages where they lie, in the provider’s cache, and are written all the same', async () => {
    const { make, asked, summaries } = provider();
    const model = make();
    const written = await converse({ model });
    const first = summaries()[0]!;
    const before = asked[asked.indexOf(first) - 1]!;
    expect(first.readTokens).toBeGreaterThan(0.7 * first.total);
    expect(first.body.tools).toEqual(before.body.tools);
    expect(first.body.system).toEqual(before.body.system);
    // The request for a summary names the messages by number and does not repeat them.
    const question = first.body.messages.at(-1)!.content.at(-1)!.text!;
    expect(question).toContain('[#1 user');
    expect(question.split('The water stands calm').length).toBeLessThan(20);
    expect(written.length).toBeGreaterThan(0);
    for (const one of written)
      expect(one).toMatchObject({ rung: 'model', text: expect.stringContaining('mill') });
  });

  it('R-70 are asked for in a call of their own by another model object, or where that is said', async () => {
    for (const other of [true, false]) {
      const { make, summaries } = provider();
      const model = make();
      await converse({ model, ...(other ? { summarizing: make() } : { readsSent: false }) });
      expect(summaries().length).toBeGreaterThan(0);
      for (const { body } of summaries()) expect(body.messages).toHaveLength(1);
    }
  });

  it('R-38 R-70 are asked for once more in a call of their own where a tool is called instead', async () => {
    let calls = 0;
    const { make, summaries } = provider(() => {
      calls += 1;
      return calls === 1
        ? [{ type: 'tool_use', id: 'c1', name: 'look', input: { gate: '1' } }]
        : [{ type: 'text', text: summary }];
    });
    const model = make();
    const written = await converse({ model });
    const [first, second] = summaries();
    expect(first!.body.messages.length).toBeGreaterThan(1);
    expect(second!.body.messages).toHaveLength(1);
    expect(written[0]).toMatchObject({ rung: 'model' });
  });

  it('I-10 R-70 are asked for in a call of their own where the conversation holds a secret, wherever it stands', async () => {
    const { make, summaries } = provider();
    const secret = 'sk-proj-4kD93jfkQp0aLw82Vb7XzT1mNc5R';
    await converse({
      model: make(),
      words: (turn) => (turn % 4 === 3 ? `${said(turn)} The key is ${secret}.` : said(turn)),
    });
    expect(summaries().length).toBeGreaterThan(0);
    for (const { body } of summaries()) expect(JSON.stringify(body)).not.toContain(secret.slice(8));
  });

  it('R-41 R-70 are never read from a call of another thread, nor from one that holds what was forgotten', async () => {
    const { make, asked, summaries } = provider();
    const model = make();
    const everthread = createEverthread({
      budget: { tokens: 9_000, responseTokens: 500 },
      strategy: { name: 'eternal', leafTokens: 4_000 },
      automatic: false,
      summarizer: languageModel({ models: [model], retry: { retries: 0 } }),
    });
    // Both conversations begin with the same words and end differently.
    const speak = async (threadId: string, last: string) => {
      const wrapped = withEverthread({ model, everthread, threadId });
      const messages: ModelMessage[] = [];
      for (let turn = 0; turn < 17; turn += 1) {
        messages.push({ role: 'user', content: turn === 15 ? last : said(turn) });
        await generateText({ model: wrapped, messages, maxOutputTokens: 500, maxRetries: 0 });
        messages.push({ role: 'assistant', content: 'The gates hold, and the keeper is content.' });
      }
    };
    await speak('one', 'Walrus: the first of the two tells this alone.');
    await speak('two', 'Heron: the second of the two tells this alone.');
    const one = await everthread.thread('one');
    const words = (from: number) => JSON.stringify(asked.slice(from).map(({ body }) => body));
    let before = asked.length;
    await one.compact();
    expect(summaries().length).toBeGreaterThan(0);
    expect(words(before)).not.toContain('Heron');
    const two = await everthread.thread('two');
    const [heron] = await Array.fromAsync(two.history({ from: 31, to: 31 }));
    await two.forget([heron!.seq]);
    before = asked.length;
    await two.compact();
    expect(asked.length).toBeGreaterThan(before);
    expect(words(before)).not.toContain('Heron');
    await everthread.close();
  });
});
