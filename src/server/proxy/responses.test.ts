import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { useProxy } from './loopback.suite.ts';
import type { Answer } from './loopback-answers.suite.ts';

const start = useProxy();
type Item = OpenAI.Responses.ResponseInputItem;

async function set(...given: Parameters<typeof start>) {
  const { upstream, proxy } = await start(...given);
  const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: 'sk-client', maxRetries: 0 });
  const say = async (input: string | Item[], more: object = {}) => {
    const request = { model: 'gpt-5', input, ...more };
    const { data, response } = await client.responses.create(request).withResponse();
    return { reply: data, thread: response.headers.get('x-everthread-thread')! };
  };
  return { upstream, proxy, client, say };
}

const user = (content: string): Item => ({ role: 'user', content });
const words = 'what the harbour master wrote down that day. ';

describe('responses', () => {
  it('R-60 the items of a turn are one message; streamed and not, with reasoning and calls, in one thread', async () => {
    const answers: Answer[] = [
      { thinking: 'Look.', calls: [{ id: 'call_1', name: 'look', input: { at: 'sky' } }] },
      { text: 'Blue.' },
      { text: 'Still.' },
    ];
    const { upstream, proxy, client, say } = await set((_seen, index) => answers[index]!);
    const input: Item[] = [user('What colour?')];
    const stream = client.responses.stream({ model: 'gpt-5', input, instructions: 'Be brief.' });
    const first = await stream.finalResponse();
    input.push(...(first.output as Item[]));
    input.push({ type: 'function_call_output', call_id: 'call_1', output: 'blue' });
    const second = await say(input);
    input.push(...(second.reply.output as Item[]), user('And now?'));
    const third = await say(input);
    expect(third.thread).toBe(second.thread);
    expect((await proxy.threads()).map(({ said }) => said)).toEqual([
      ['What colour?', 'Look.|(look)', '=blue', 'Blue.', 'And now?', 'Still.'],
    ]);
    expect(upstream.seen.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('R-60 I-3 I-8 a long conversation with calls stays in its window', async () => {
    const windowTokens = 3_000;
    const { upstream, proxy, say } = await set(
      (_seen, index) =>
        index % 2 === 0
          ? { text: `Looking ${index}.`, calls: [{ id: `call_${index}`, name: 'look', input: { index } }] }
          : { text: `Answer ${index}: ${words.repeat(4)}` },
      { proxy: { windowTokens } },
    );
    const input: Item[] = [{ role: 'developer', content: 'You keep the harbour book.' }];
    const threads = new Set<string>();
    for (let step = 0; step < 40; step += 1) {
      const call = input.at(-1);
      input.push(
        call?.type === 'function_call'
          ? { type: 'function_call_output', call_id: call.call_id, output: `${step} ${words.repeat(4)}` }
          : user(`Question ${step}: ${words}`),
      );
      const { reply, thread } = await say(input, { model: 'local', max_output_tokens: 300 });
      threads.add(thread);
      input.push(...(reply.output as Item[]));
    }
    expect(threads.size).toBe(1);
    for (const { problems, tokens, body } of upstream.seen) {
      expect(problems).toEqual([]);
      expect(tokens).toBeLessThanOrEqual(windowTokens - 300);
      expect(JSON.stringify(body)).toContain('You keep the harbour book.');
    }
    expect((upstream.seen.at(-1)!.body.input as Item[]).length).toBeLessThan(input.length / 2);
    expect((await proxy.threads())[0]!.said).toHaveLength(80);
  });

  it('R-60 a client that refers to the previous answer stays in its thread, and gets a context if the thread no longer fits', async () => {
    const windowTokens = 2_000;
    const { upstream, proxy, say } = await set(
      (_seen, index) => ({ text: `Answer ${index}: ${words.repeat(12)}` }),
      { proxy: { windowTokens } },
    );
    const ids: string[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      const more = { model: 'local', previous_response_id: ids.at(-1), max_output_tokens: 200 };
      ids.push((await say(`Question ${turn}`, more)).reply.id);
    }
    expect((await proxy.threads())[0]!.said).toHaveLength(40);
    expect(upstream.seen[2]!.body).toMatchObject({ previous_response_id: 'resp_2', input: 'Question 2' });
    const last = upstream.seen.at(-1)!;
    expect(last.body.previous_response_id).toBeUndefined();
    expect(last.tokens).toBeLessThanOrEqual(windowTokens - 200);
    expect(JSON.stringify(last.body.input)).toContain('Question 19');
    // A different message after an earlier answer: a branch with the messages up to that answer.
    const { thread } = await say('Or else?', { model: 'local', previous_response_id: ids[1] });
    const branch = (await proxy.threads()).find(({ id }) => id === thread)!;
    expect(branch.said.filter((_, index) => index % 2 === 0)).toEqual([
      'Question 0',
      'Question 1',
      'Or else?',
    ]);
  });
});
