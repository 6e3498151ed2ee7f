import { describe, expect, it } from 'vitest';
import { anthropicProblems, chatProblems } from '../../test/provider-rules.ts';
import type { MessageContent, Part } from '../message/message.ts';
import { normalizeMessage } from '../message/normalize.ts';
import { repairMessages } from './at-once.suite.ts';
import { toAiSdk, toAnthropic, toOpenAI, toOpenAIResponses } from './convert.ts';
import { counter, say, threadOf } from './samples.suite.ts';

const request = (id: string) => ({
  type: 'tool-approval-request' as const,
  approvalId: `approve-${id}`,
  toolCallId: id,
});
const response = (id: string, approved = true) => ({
  type: 'tool-approval-response' as const,
  approvalId: `approve-${id}`,
  approved,
});
const asked = (...ids: string[]): MessageContent =>
  normalizeMessage({
    role: 'assistant',
    content: [
      ...ids.map((id) => ({ type: 'tool-call' as const, toolCallId: id, toolName: 'pay', input: {} })),
      ...ids.map(request),
    ],
  });
const tool = (...content: object[]): MessageContent => normalizeMessage({ role: 'tool', content } as never);
const paid = (id: string) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'pay',
  output: { type: 'text', value: 'paid' },
});
const denied = (id: string) => ({ ...paid(id), output: { type: 'execution-denied' } });

const shown = (run: readonly MessageContent[]) =>
  repairMessages({ messages: threadOf(run), counter }).map(({ content }) => content);
const kinds = (run: readonly MessageContent[]) =>
  toAiSdk(shown(run)).messages.map(({ role, content }) =>
    typeof content === 'string'
      ? role
      : `${role}: ${content.map((part) => ('toolCallId' in part ? `${part.type} ${part.toolCallId}` : 'approvalId' in part ? `${part.type} ${part.approvalId}` : part.type)).join(', ')}`,
  );
const calls = (id: string) => `tool-call ${id}`;

describe('approvals of the AI SDK', () => {
  it('I-8 a call that waits for approval reaches the SDK as a call, and providers as text', () => {
    const run = [say('user', 'Pay both.'), asked('a', 'b'), tool(response('a'), response('b', false))];
    expect(kinds(run)).toEqual([
      'user',
      `assistant: ${calls('a')}, ${calls('b')}, tool-approval-request a, tool-approval-request b`,
      'tool: tool-approval-response approve-a, tool-approval-response approve-b',
    ]);
    expect(chatProblems(toOpenAI(shown(run)) as never)).toEqual([]);
    expect(anthropicProblems(toAnthropic(shown(run)) as never)).toEqual([]);
    expect(JSON.stringify(toOpenAIResponses(shown(run)))).not.toContain('function_call');
    expect(JSON.stringify(toAnthropic(shown(run)))).toContain('no result was recorded');
  });

  it('I-8 an answer stands before the results, so that the SDK does not run an approved tool twice', () => {
    const settled = [say('user', 'Pay both.'), asked('a', 'b')];
    const answers = tool(response('a'), response('b', false));
    const answer = 'tool: tool-approval-response approve-a, tool-approval-response approve-b';
    const results = 'tool: tool-result a, tool-result b';
    expect(kinds([...settled, answers, tool(paid('a'), denied('b'))]).slice(2)).toEqual([answer, results]);
    const mixed = tool(response('a'), response('b', false), paid('a'), denied('b'));
    expect(kinds([...settled, mixed]).slice(2)).toEqual([`${answer}, ${results.slice('tool: '.length)}`]);
  });

  it('I-7 later answers and results only add to the end', () => {
    const run = [
      say('user', 'Pay both.'),
      asked('a', 'b'),
      tool(paid('a')),
      tool(response('b')),
      tool(paid('b')),
      say('assistant', 'Paid.'),
    ];
    const all = kinds(run);
    for (let end = 2; end <= run.length; end += 1)
      expect(kinds(run.slice(0, end))).toEqual(all.slice(0, end));
  });

  it('I-8 a call the conversation went on without is text, and a stray answer is left out', () => {
    const gone = [asked('a'), say('user', 'Never mind.')];
    expect(kinds(gone)[0]).toBe('assistant: text, tool-approval-request a');
    expect(kinds([say('user', 'Hello.'), tool(response('a'))])).toEqual(['user']);
  });

  it('I-3 a call that waits is counted in the larger of its two forms', () => {
    const [, waiting] = repairMessages({ messages: threadOf([say('user', 'Pay.'), asked('a')]), counter });
    const parts: Part[] = [{ type: 'text', text: '[called pay({}): no result was recorded]' }];
    expect(waiting!.tokens).toBeGreaterThanOrEqual(counter.message({ role: 'assistant', parts }));
    expect(waiting!.final).toBe(false);
  });
});
