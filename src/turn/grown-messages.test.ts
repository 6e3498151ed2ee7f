import { generateText, type ToolSet, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../test/test-runtime.ts';
import { toUIMessages } from '../context/convert.ts';
import { createEverthread } from '../everthread.ts';
import type { UIMessage } from '../message/ui-message-shapes.ts';
import { scriptedModel } from '../testing/scripted-model.ts';

const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Pay both bills.' }] };
const pay = (toolCallId: string, members: object) => ({
  type: 'tool-pay',
  toolCallId,
  input: { bill: toolCallId },
  ...members,
});
const asks = (id: string) => ({ state: 'approval-requested', approval: { id } });
const answered = (id: string, approved: boolean) => ({
  state: 'approval-responded',
  approval: { id, approved },
});
const answer = (...parts: object[]) => ({
  id: 'a1',
  role: 'assistant',
  parts: [{ type: 'step-start' }, ...parts],
});

async function openThread() {
  const everthread = createEverthread({ runtime: testRuntime(), automatic: false });
  const thread = await everthread.thread('t');
  const append = async (...messages: object[]) =>
    (await thread.append(messages as unknown as UIMessage[])).map(({ id }) => id);
  const history = async () => {
    const messages = [];
    for await (const message of thread.history()) messages.push(message);
    return messages;
  };
  return { everthread, thread, append, history };
}

describe('messages of useChat that grow under their id', () => {
  it('R-46 I-1 are continued by further messages, and the stored ones stay as they are', async () => {
    const { thread, append, history, everthread } = await openThread();
    await append(question, answer(pay('b1', { state: 'input-available' })));
    const [, stored] = await history();
    const done = answer(pay('b1', { state: 'output-available', output: 'paid' }), {
      type: 'text',
      text: 'Paid.',
    });
    const next = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Thanks.' }] };
    expect(await append(question, done, next)).toEqual(['u1', 'a1', 'a1~2', 'a1~3', 'u2']);
    expect(await append(question, done, next)).toEqual(['u1', 'a1', 'u2']);
    expect((await history())[1]).toEqual(stored);
    expect(toUIMessages(await history())).toEqual([question, done, next]);
    const roles = (await thread.context()).toOpenAI().map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user']);
    expect((await everthread.verify()).damages).toEqual([]);
  });

  it('R-46 are refused if they take back what they said', async () => {
    const { append, history } = await openThread();
    await append(question, answer({ type: 'text', text: 'Paid.' }));
    await expect(append(answer({ type: 'text', text: 'Not paid.' }))).rejects.toThrow(/"a1" differs/u);
    expect(await history()).toHaveLength(2);
  });

  it('R-41 do not bring back what was forgotten of them', async () => {
    const { thread, append, history } = await openThread();
    await append(question, answer(pay('b1', { state: 'input-available' })));
    const done = answer(pay('b1', { state: 'output-available', output: 'paid' }));
    await append(done);
    await thread.forget(3);
    expect(await append(done)).toEqual(['a1']);
    expect(await history()).toHaveLength(3);
  });

  it('I-8 R-46 the AI SDK runs what was approved, once, from a context of the thread', async () => {
    const { thread, append } = await openThread();
    await append(question, answer(pay('b1', asks('p1')), pay('b2', asks('p2'))));
    await append(question, answer(pay('b1', answered('p1', true)), pay('b2', answered('p2', false))));
    const paid: string[] = [];
    const tools: ToolSet = {
      pay: tool({
        inputSchema: z.object({ bill: z.string() }),
        needsApproval: true,
        execute: ({ bill }: { bill: string }) => {
          paid.push(bill);
          return 'paid';
        },
      } as never),
    };
    const model = scriptedModel({ answers: ['One is paid.', 'Nothing else.'] });
    const prompt = async () => (await thread.context()).toAiSdk();
    const { responseMessages } = await generateText({ model, tools, ...(await prompt()) });
    expect(paid).toEqual(['b1']);
    // The answer of the model was lost: only the results were stored, and the app asks again.
    await thread.append((await responseMessages).slice(0, 1));
    await generateText({ model, tools, ...(await prompt()) });
    expect(paid).toEqual(['b1']);
    const replies = (await thread.context()).toOpenAI().filter(({ role }) => role === 'tool');
    expect(replies.map(({ content }) => content)).toEqual(['paid', expect.any(String)]);
  });
});
