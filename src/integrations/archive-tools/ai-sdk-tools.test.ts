import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { createEverthread } from '../../everthread.ts';
import { archiveTools } from './ai-sdk-tools.ts';

type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const usage: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function calls(toolName: string, input: unknown): Generated {
  return {
    content: [{ type: 'tool-call', toolCallId: `call-${toolName}`, toolName, input: JSON.stringify(input) }],
    finishReason: { unified: 'tool-calls', raw: undefined },
    usage,
    warnings: [],
  };
}

const done: Generated = {
  content: [{ type: 'text', text: 'The code is 4711.' }],
  finishReason: { unified: 'stop', raw: undefined },
  usage,
  warnings: [],
};

/** The tool results that the model received, call by call. */
function toldTo(model: MockLanguageModelV4): unknown[] {
  return model.doGenerateCalls
    .at(-1)!
    .prompt.flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
        : [],
    );
}

describe('archive tools of the AI SDK', () => {
  it('R-51 generateText searches, expands and describes, and the model reads text', async () => {
    const everthread = createEverthread();
    const thread = await everthread.thread('work');
    await thread.append([
      { role: 'user', content: 'The number of the gate is 4711.' },
      { role: 'assistant', content: 'Noted.' },
    ]);
    const model = new MockLanguageModelV4({
      doGenerate: [
        calls('search', { query: 'number of the gate' }),
        calls('expand', { from: 1, to: 1 }),
        calls('describe', {}),
        done,
      ],
    });
    const { text } = await generateText({
      model,
      tools: archiveTools({ everthread, threadIds: ['work'] }),
      stopWhen: stepCountIs(6),
      prompt: 'What is the number of the gate?',
    });
    expect(text).toBe('The code is 4711.');
    const [found, expanded, described] = toldTo(model);
    expect(found).toMatchObject({ type: 'text', value: expect.stringContaining('gate is 4711') });
    expect(expanded).toMatchObject({ type: 'text', value: expect.stringContaining('#1 user') });
    expect(described).toMatchObject({ type: 'text', value: expect.stringContaining('2 messages') });

    const offered = model.doGenerateCalls[0]!.tools!;
    expect(offered.map(({ name }) => name)).toEqual(['search', 'expand', 'describe']);
    const [search] = offered;
    expect(search).toMatchObject({
      type: 'function',
      inputSchema: { type: 'object', required: ['query'], additionalProperties: false },
    });
    await everthread.close();
  });

  it('R-51 wrong input reaches the model as a tool error that names the field, and the run goes on', async () => {
    const everthread = createEverthread();
    await (await everthread.thread('work')).append({ role: 'user', content: 'Hello.' });
    await (await everthread.thread('private')).append({ role: 'user', content: 'Not for tools.' });
    const model = new MockLanguageModelV4({
      doGenerate: [
        calls('expand', { thread: 'private', from: 1 }),
        calls('search', { query: 'x', limit: 'many' }),
        done,
      ],
    });
    await generateText({
      model,
      tools: archiveTools({ everthread, threadIds: ['work'] }),
      stopWhen: stepCountIs(6),
      prompt: 'Read the private thread.',
    });
    const [forbidden, wrong] = toldTo(model);
    expect(forbidden).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('thread: there is no thread'),
    });
    expect(wrong).toMatchObject({ type: 'error-text', value: expect.stringContaining('limit') });
    expect(JSON.stringify(model.doGenerateCalls)).not.toContain('Not for tools');
    await everthread.close();
  });
});
