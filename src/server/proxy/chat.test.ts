import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { useProxy } from './loopback.suite.ts';
import type { Answer } from './loopback-answers.suite.ts';

const start = useProxy();
type Message = OpenAI.ChatCompletionMessageParam;

async function set(...given: Parameters<typeof start>) {
  const { upstream, proxy } = await start(...given);
  const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: 'sk-client', maxRetries: 0 });
  const say = async (messages: Message[], more: object = {}, headers = {}) => {
    const request = { model: 'gpt-4o', messages, ...more };
    const { data, response } = await client.chat.completions.create(request, { headers }).withResponse();
    return {
      reply: data.choices[0]!.message,
      thread: response.headers.get('x-everthread-thread')!,
      response,
    };
  };
  return { upstream, proxy, client, say };
}

const user = (content: string): Message => ({ role: 'user', content });

describe('chat completions', () => {
  it('R-60 a request that fits is forwarded byte for byte, and its answer is returned unchanged', async () => {
    const { upstream, proxy } = await set(() => ({ text: 'Hello there.' }));
    const raw =
      '{ "model":"gpt-4o", "messages":[{"role":"user","content":"h\\u00e9"}],"x_unknown":{"a":[1]} }';
    const response = await fetch(`${proxy.url}/v1/chat/completions?beta=1`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-client', 'x-own': 'yes', 'content-type': 'application/json' },
      body: raw,
    });
    const [seen] = upstream.seen;
    expect(seen).toMatchObject({ raw, path: '/v1/chat/completions?beta=1' });
    expect(seen!.headers).toMatchObject({ authorization: 'Bearer sk-client', 'x-own': 'yes' });
    expect(seen!.headers['content-length']).toBe(String(Buffer.byteLength(raw)));
    expect(await response.text()).toBe(seen!.answered);
    expect(response.headers.get('x-request-id')).toBe('req_1');
    expect(Number(response.headers.get('x-everthread-tokens-before'))).toBeGreaterThan(0);
    expect(await proxy.threads()).toEqual([
      { id: response.headers.get('x-everthread-thread'), said: ['hé', 'Hello there.'] },
    ]);
  });

  it('R-60 a client that appends stays in its thread; streamed or not, with tools', async () => {
    const answers: Answer[] = [
      { calls: [{ id: 'call_1', name: 'look', input: { at: 'sky' } }] },
      { text: 'It is blue.' },
      { text: 'Still blue.' },
    ];
    const { upstream, proxy, client, say } = await set((_seen, index) => answers[index]!);
    const messages: Message[] = [{ role: 'system', content: 'Be brief.' }, user('What colour?')];
    const runner = client.chat.completions.stream({ model: 'gpt-4o', messages });
    const called = (await runner.finalChatCompletion()).choices[0]!.message;
    messages.push(called, { role: 'tool', tool_call_id: 'call_1', content: 'blue' });
    const second = await say(messages);
    messages.push(second.reply, user('And now?'));
    const third = await say(messages);
    expect(third.thread).toBe(second.thread);
    expect(await proxy.threads()).toEqual([
      {
        id: third.thread,
        said: ['What colour?', '(look)', '=blue', 'It is blue.', 'And now?', 'Still blue.'],
      },
    ]);
    expect(upstream.seen.map(({ problems }) => problems)).toEqual([[], [], []]);
    expect(proxy.problems).toEqual([]);
  });

  it('R-60 a stream is passed on chunk by chunk, with the bytes of the upstream', async () => {
    const gate = Promise.withResolvers<void>();
    const text = 'a long answer '.repeat(10);
    const { upstream, proxy } = await set(() => ({ text, thinking: 'hm', gate: gate.promise }));
    const body = JSON.stringify({ model: 'gpt-4o', stream: true, messages: [user('Go')] });
    const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body });
    const chunks: string[] = [];
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      chunks.push(chunk);
      // The upstream only continues once this has arrived.
      if (chunks.join('').includes('hm')) gate.resolve();
    }
    expect(chunks.join('')).toBe(upstream.seen[0]!.answered);
    expect((await proxy.threads())[0]!.said).toEqual(['Go', `hm|${text}`]);
  });

  it('R-60 I-3 I-8 a conversation of any length stays in its window, and nothing of it is lost', async () => {
    const window = 3_000;
    const { upstream, proxy, say } = await set(
      (_seen, index) => ({ text: `Answer ${index}: ${'the tide table of the harbour says so. '.repeat(6)}` }),
      { proxy: { windowTokens: window } },
    );
    const messages: Message[] = [{ role: 'system', content: 'You keep the harbour book.' }];
    let thread = '';
    for (let turn = 0; turn < 60; turn += 1) {
      messages.push(
        user(`Question ${turn} about berth ${turn * 7}: ${'and the wind, and the rope. '.repeat(5)}`),
      );
      const { reply, thread: found } = await say(messages, { model: 'local', max_tokens: 300 });
      messages.push(reply as Message);
      thread ||= found;
      expect(found).toBe(thread);
    }
    for (const { problems, tokens, body } of upstream.seen) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(window - 300);
      expect((body.messages as Message[])[0]).toEqual(messages[0]);
      expect(body.max_tokens).toBe(300);
    }
    const [kept] = await proxy.threads();
    expect(kept!.said).toEqual(messages.slice(1).map(({ content }) => content));
    expect(upstream.seen.at(-1)!.body.messages).not.toHaveLength(messages.length - 1);
    expect(proxy.problems).toEqual([]);
    const count = () => proxy.everthread.requests({ threadId: thread });
    // Reported usage is recorded after the client already has the answer.
    await expect.poll(async () => (await count()).reported.requests).toBe(60);
    const totals = await count();
    expect(totals.requests).toBe(60);
    expect(totals.tokens).toBeLessThan(totals.historyTokens * 0.75);
  });
});
