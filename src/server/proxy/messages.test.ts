import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { useProxy } from './loopback.suite.ts';
import type { Answer } from './loopback-answers.suite.ts';

const start = useProxy();
type Message = Anthropic.MessageParam;

async function set(...given: Parameters<typeof start>) {
  const { upstream, proxy } = await start(...given);
  const client = new Anthropic({ baseURL: proxy.url, apiKey: 'sk-ant-client', maxRetries: 0 });
  const say = async (messages: Message[], more: object = {}) => {
    const request = { model: 'claude-opus-4-8', max_tokens: 300, messages, ...more };
    const { data, response } = await client.messages.create(request).withResponse();
    return { reply: data, thread: response.headers.get('x-everthread-thread')! };
  };
  return { upstream, proxy, client, say };
}

const user = (content: Message['content']): Message => ({ role: 'user', content });
const tools = [
  { name: 'read', description: 'Reads a file.', input_schema: { type: 'object' as const, properties: {} } },
];

/** Number of cache marks anywhere in a request. */
function marks(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = 'cache_control' in value && value.cache_control != null ? 1 : 0;
  return Object.values(value).reduce<number>((sum, member) => sum + marks(member), own);
}

describe('messages', () => {
  it('R-60 thinking with its signature, calls and results, streamed and not, in one thread', async () => {
    const answers: Answer[] = [
      {
        thinking: 'The file will tell.',
        text: 'I look.',
        calls: [{ id: 'toolu_1', name: 'read', input: { path: 'a "b"' } }],
      },
      { text: 'It says hello.' },
      { text: 'Goodbye.' },
    ];
    const { upstream, proxy, client, say } = await set((_seen, index) => answers[index]!);
    const messages: Message[] = [user('What is in a?')];
    const stream = client.messages.stream({
      ...{ model: 'claude-opus-4-8', max_tokens: 2_000, messages, tools, system: 'Be brief.' },
      thinking: { type: 'enabled', budget_tokens: 1_024 },
    });
    const first = await stream.finalMessage();
    expect(first.content[0]).toMatchObject({ type: 'thinking', signature: 'sig:The file will tell.' });
    messages.push({ role: 'assistant', content: first.content });
    messages.push(user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'hello' }]));
    const second = await say(messages, { tools });
    messages.push({ role: 'assistant', content: second.reply.content }, user('Thanks.'));
    const third = await say(messages, { tools });
    expect(third.thread).toBe(second.thread);
    expect((await proxy.threads()).map(({ said }) => said)).toEqual([
      [
        'What is in a?',
        'The file will tell.|I look.|(read)',
        '=hello',
        'It says hello.',
        'Thanks.',
        'Goodbye.',
      ],
    ]);
    expect(upstream.seen[0]!.headers).toMatchObject({ authorization: 'Bearer sk-ant-client' });
    expect(upstream.seen[0]!.headers['anthropic-version']).toBeDefined();
    expect(upstream.seen.flatMap(({ problems }) => problems)).toEqual([]);
    const thread = await proxy.everthread.findThread(third.thread);
    const [called] = await Array.fromAsync(thread!.history({ from: 2, to: 2 }));
    expect(called!.parts[0]).toMatchObject({
      extra: { anthropic: { signature: 'sig:The file will tell.' } },
    });
    expect(called!.parts[2]).toMatchObject({ input: { path: 'a "b"' } });
  });

  it('R-70 R-60 long tool loops stay in the window; marks of system and tools are kept, and never more than four', async () => {
    const window = 4_000;
    const { upstream, proxy, say } = await set(
      (_seen, index) =>
        index % 10 === 9
          ? { text: `Done with part ${index}.` }
          : { text: `Step ${index}.`, calls: [{ id: `toolu_${index}`, name: 'read', input: { index } }] },
      { proxy: { windowTokens: window } },
    );
    const system = [
      {
        type: 'text' as const,
        text: 'You work through files.',
        cache_control: { type: 'ephemeral' as const, ttl: '1h' as const },
      },
    ];
    const marked = [{ ...tools[0]!, cache_control: { type: 'ephemeral' as const } }];
    const messages: Message[] = [];
    const threads = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      const last = messages.at(-1);
      const calls = Array.isArray(last?.content)
        ? last.content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id }] : []))
        : [];
      // Like agents do: the newest message carries a mark of the client.
      messages.push(
        calls.length === 0
          ? user(`Go through part ${step}.`)
          : user(
              calls.map(({ id }) => ({
                ...{ type: 'tool_result' as const, tool_use_id: id },
                content: `line ${step} of the file, as long as lines are. `.repeat(8),
                cache_control: { type: 'ephemeral' as const },
              })),
            ),
      );
      const { reply, thread } = await say(messages, { model: 'local', system, tools: marked });
      threads.add(thread);
      for (const block of Array.isArray(messages.at(-1)!.content)
        ? (messages.at(-1)!.content as object[])
        : [])
        delete (block as { cache_control?: unknown }).cache_control;
      messages.push({ role: 'assistant', content: reply.content });
    }
    expect(threads.size).toBe(1);
    const replaced = upstream.seen.filter(({ body }, index) => (body.messages as unknown[]).length < index);
    expect(replaced.length).toBeGreaterThan(5);
    for (const { problems, tokens, body } of upstream.seen) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(window - 300);
      expect(body.tools).toEqual(marked);
      expect((body.system as object[])[0]).toEqual(system[0]);
      expect(marks(body)).toBeLessThanOrEqual(4);
    }
    // No provider caches a prefix of fewer than 1,024 tokens.
    const cacheable = replaced.filter(({ tokens }) => tokens > 1_200);
    expect(cacheable.length).toBeGreaterThan(5);
    for (const { body } of cacheable) expect(marks(body.messages)).toBeGreaterThan(0);
    expect((await proxy.threads())[0]!.said).toHaveLength(messages.length);
  });

  it('R-60 requests to count tokens are passed on, and create no thread', async () => {
    const { upstream, proxy, client } = await set(() => ({ body: '{"input_tokens":12}' }));
    const counted = await client.messages.countTokens({
      model: 'claude-opus-4-8',
      messages: [user('Hello')],
    });
    expect(counted.input_tokens).toBe(12);
    expect(upstream.seen[0]!.path).toBe('/v1/messages/count_tokens');
    expect(await proxy.threads()).toEqual([]);
  });
});
