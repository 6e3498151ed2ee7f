import { describe, expect, it } from 'vitest';
import { aiSdkProblems, anthropicProblems, openAIProblems } from './provider-problems.ts';

const user = { role: 'user', content: 'Hi' };
const openAICall = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const openAIResult = { role: 'tool', tool_call_id: 'a', content: 'ok' };
const anthropicCall = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] };
const anthropicResult = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] };
const sdkCall = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }],
};
const sdkResult = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'f', output: { type: 'text', value: 'ok' } }],
};

describe('provider rules', () => {
  it('I-8 take what the providers take', () => {
    expect(openAIProblems([user, openAICall, openAIResult, { role: 'assistant', content: 'ok' }])).toEqual(
      [],
    );
    expect(anthropicProblems({ system: 'S', messages: [user, anthropicCall, anthropicResult] })).toEqual([]);
    expect(aiSdkProblems([{ role: 'system', content: 'S' }, user, sdkCall, sdkResult])).toEqual([]);
  });

  it.each([
    ['an orphan result', [openAIResult]],
    ['a call without result', [user, openAICall]],
    ['something between call and result', [openAICall, user, openAIResult]],
    ['two results', [openAICall, openAIResult, openAIResult]],
    ['an empty message', [{ role: 'user', content: '' }]],
    ['an unknown role', [{ role: 'narrator', content: 'x' }]],
  ])('I-8 OpenAI refuses %s', (_, messages) => {
    expect(openAIProblems(messages)).not.toEqual([]);
  });

  it.each([
    ['the assistant first', [{ role: 'assistant', content: 'x' }]],
    ['one role twice', [user, user]],
    ['an orphan result', [anthropicResult]],
    ['a call without result', [user, anthropicCall]],
    [
      'a result behind text',
      [
        user,
        anthropicCall,
        { role: 'user', content: [{ type: 'text', text: 'x' }, ...anthropicResult.content] },
      ],
    ],
    ['an id twice', [user, anthropicCall, anthropicResult, anthropicCall, anthropicResult]],
    ['an empty text', [{ role: 'user', content: [{ type: 'text', text: ' ' }] }]],
    ['unsigned thinking', [user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] }]],
    ['white space at the end', [user, { role: 'assistant', content: 'x ' }]],
    [
      'an input that is no object',
      [
        user,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: 'x' }] },
        anthropicResult,
      ],
    ],
  ])('I-8 Anthropic refuses %s', (_, messages) => {
    expect(anthropicProblems({ messages })).not.toEqual([]);
  });

  it.each([
    ['an orphan result', [sdkResult]],
    ['a call without result', [sdkCall]],
    ['something between call and result', [sdkCall, user, sdkResult]],
    ['text in a tool message', [{ role: 'tool', content: [{ type: 'text', text: 'x' }] }]],
    ['an empty message', [{ role: 'assistant', content: [] }]],
    ['parts in a system message', [{ role: 'system', content: [{ type: 'text', text: 'x' }] }]],
  ])('I-8 the AI SDK refuses %s', (_, messages) => {
    expect(aiSdkProblems(messages)).not.toEqual([]);
  });
});
