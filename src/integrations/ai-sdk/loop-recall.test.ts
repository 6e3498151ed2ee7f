/** The context in a long tool loop of a wrapped model, once the user's message has left the tail. */
import { generateText, isStepCount, tool } from 'ai';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../../test/test-runtime.ts';
import { createEverthread } from '../../everthread.ts';
import { scriptedProvider, textsOf } from './scripted-provider.suite.ts';
import { withEverthread } from './with-everthread.ts';

const steps = 24;
const question = 'What did we say about the gate at the mill, and how high is the water there now?';

it('R-70 a step shows the same passages again and looks up nothing anew', async () => {
  const everthread = createEverthread({ runtime: testRuntime(), budget: { tokens: 4_000 } });
  const thread = await everthread.thread('t');
  for (let index = 0; index < 12; index += 1) {
    await thread.append([
      { role: 'user', content: `Note ${index}: the gate at the mill was moved by ${index} centimetres.` },
      { role: 'assistant', content: `Noted: the gate at the mill, ${index} centimetres.` },
    ]);
  }
  let step = 0;
  const provider = scriptedProvider(() => {
    step += 1;
    if (step > steps) return 'It stands at 4.21 m.';
    const toolCallId = `call-${step}`;
    return [{ type: 'tool-call', toolCallId, toolName: 'read', input: JSON.stringify({ gauge: step }) }];
  });
  await generateText({
    model: withEverthread({ model: provider, everthread, threadId: 't', mode: 'append' }),
    prompt: question,
    stopWhen: isStepCount(steps + 1),
    tools: {
      read: tool({
        inputSchema: z.object({ gauge: z.number() }),
        execute: async ({ gauge }) => `gauge ${gauge}: ${'4.21 m, calm; '.repeat(50)}`,
      }),
    },
  });
  await everthread.idle();
  expect((await thread.state()).coveredTo).toBeGreaterThan(25);
  const late = provider.requests.slice(-3).map(({ call }) => textsOf(call, 'user').join('\n'));
  for (const text of late) {
    expect(text).toContain(question);
    expect(text).not.toContain('<recalled-passages');
  }
  await everthread.close();
});
