import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conversationOf } from '../../test/arbitraries.ts';
import { aiSdkProblems, anthropicProblems, openAIProblems } from '../../test/provider-problems.ts';
import { toModelMessages } from '../message/ai-sdk.ts';
import { toAnthropic } from '../message/anthropic.ts';
import type { MessageContent } from '../message/message.ts';
import { toOpenAIChat } from '../message/openai-chat.ts';
import { repairMessages } from './at-once.suite.ts';
import { call, counter, result, say, threadOf } from './samples.suite.ts';

const repair = (contents: readonly MessageContent[]) =>
  repairMessages({ messages: threadOf(contents), counter });
const texts = (contents: readonly MessageContent[]) =>
  repair(contents).map(({ content }) =>
    content.parts
      .map((part) =>
        part.type === 'text' ? part.text : `${part.type} ${'callId' in part ? part.callId : ''}`,
      )
      .join('|'),
  );

describe('repairMessages', () => {
  it('I-8 does not change a valid run, and keeps the stored counts', () => {
    const messages = threadOf([
      say('user', 'Look both up.'),
      { role: 'assistant', parts: [{ type: 'text', text: 'Sure.' }, call('a'), call('b')] },
      { role: 'tool', parts: [result('a')] },
      { role: 'tool', parts: [result('b')] },
      say('assistant', 'Done.'),
    ]).map((message) => ({ ...message, tokens: message.tokens + 1_000 }));
    const repaired = repairMessages({ messages, counter });
    expect(repaired.map(({ content }) => content.parts)).toEqual(messages.map(({ parts }) => parts));
    expect(repaired.map(({ tokens }) => tokens)).toEqual(messages.map(({ tokens }) => tokens));
    expect(repaired.every(({ final }) => final)).toBe(true);
  });

  it('I-8 writes what a system message may not hold as text, and keeps it for a user', () => {
    const file = { type: 'file', mediaType: 'image/png', url: 'https://example.org/a.png' } as const;
    const kinds = (role: 'system' | 'user') =>
      repair([
        { role, parts: [{ type: 'text', text: 'See:' }, file] },
        say('user', 'Well?'),
      ])[0]!.content.parts.map(({ type }) => type);
    expect(kinds('system')).toEqual(['text', 'text']);
    expect(kinds('user')).toEqual(['text', 'file']);
  });

  it('I-8 moves a late result up to its call, and results into the order of the calls', () => {
    const run: MessageContent[] = [
      say('user', 'Go.'),
      { role: 'assistant', parts: [call('a'), call('b')] },
      { role: 'tool', parts: [result('b')] },
      say('user', 'Are you there?'),
      { role: 'tool', parts: [result('a')] },
    ];
    expect(texts(run)).toEqual([
      'Go.',
      'tool-call a|tool-call b',
      'tool-result a',
      'tool-result b',
      'Are you there?',
    ]);
  });

  it('I-8 shows a call without result, a result without call and a second result as text', () => {
    expect(
      texts([
        { role: 'assistant', parts: [call('a'), call('b', 'write')] },
        { role: 'tool', parts: [result('b'), result('b', 'again', 'write')] },
        { role: 'tool', parts: [result('z', 'lost', 'lookup')] },
      ]),
    ).toEqual([
      '[called lookup({"query":"x"}): no result was recorded]|tool-call b',
      'tool-result b',
      '[result of write (call b): again]',
      '[result of lookup (call z): lost]',
    ]);
    expect(repair([{ role: 'tool', parts: [result('z')] }])[0]!.content.role).toBe('user');
  });

  it('I-8 does not join the messages between a call and a result that is too far from it', () => {
    const between = Array.from({ length: 70 }, (_, index) => say('user', `note ${index}`));
    const shown = texts([
      { role: 'assistant', parts: [call('a')] },
      ...between,
      { role: 'tool', parts: [result('a')] },
    ]);
    expect(shown[0]).toContain('no result was recorded');
    expect(shown.at(-1)).toContain('(call a)');
  });

  it('I-7 marks a call as final only when no result can follow any more', () => {
    const waiting = repair([say('user', 'Go.'), { role: 'assistant', parts: [call('a')] }]);
    expect(waiting.map(({ final }) => final)).toEqual([true, false]);
    const after = Array.from({ length: 64 }, (_, index) => say('user', `note ${index}`));
    expect(repair([{ role: 'assistant', parts: [call('a')] }, ...after])[0]!.final).toBe(true);
  });

  it('I-8 gives repeated and strange call ids new ones, the same for call and result', () => {
    const shown = texts([
      { role: 'assistant', parts: [call('call 0')] },
      { role: 'tool', parts: [result('call 0')] },
      { role: 'assistant', parts: [call('call_1')] },
      { role: 'tool', parts: [result('call_1')] },
      { role: 'assistant', parts: [call('call_1')] },
      { role: 'tool', parts: [result('call_1')] },
    ]);
    expect(shown[0]).toMatch(/^tool-call call_[0-9a-f]{24}$/);
    expect(shown[1]).toBe(shown[0]!.replace('call', 'result'));
    expect(shown.slice(2)).toEqual([
      'tool-call call_1',
      'tool-result call_1',
      'tool-call call_1_5',
      'tool-result call_1_5',
    ]);
  });

  it('I-8 gives each of several calls with one id an id of its own, even within one message', () => {
    const shown = texts([
      { role: 'assistant', parts: [call('a'), call('a'), call('a')] },
      { role: 'tool', parts: [result('a'), result('a'), result('a')] },
    ]);
    const ids = shown.join(' ').match(/tool-call \S+/gu) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('I-8 keeps the name of a speaker, and what else a message carries', () => {
    const parts = [
      { type: 'text' as const, text: 'Hello.' },
      { type: 'text' as const, text: '' },
    ];
    const extra = { anthropic: { id: 'msg_1' } };
    const [shown] = repair([{ role: 'user', name: 'Ada', extra, parts }]);
    expect(shown!.content).toEqual({ role: 'user', name: 'Ada', extra, parts: parts.slice(0, 1) });
    const [plain] = repair([{ role: 'user', parts }]);
    expect(Object.keys(plain!.content)).toEqual(['role', 'parts']);
  });

  it('I-8 says so if a message is empty, and drops blank texts', () => {
    expect(
      texts([
        { role: 'user', parts: [] },
        say('assistant', ' \n'),
        {
          role: 'user',
          parts: [
            { type: 'text', text: '' },
            { type: 'text', text: 'x' },
          ],
        },
      ]),
    ).toEqual(['(empty message)', '(empty message)', 'x']);
  });

  it('I-8 keeps reasoning with the answer that follows it, and drops it if none does', () => {
    const thought: MessageContent = { role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] };
    expect(texts([thought, say('assistant', 'Yes.'), say('user', 'ok')])[0]).toBe('reasoning ');
    expect(texts([thought, say('user', 'ok')])[0]).toBe('(empty message)');
    expect(repair([thought])[0]!.final).toBe(false);
  });

  it('I-8 keeps the result of a tool that the provider ran in its own message', () => {
    const own: MessageContent = {
      role: 'assistant',
      parts: [call('a'), result('a'), { type: 'text', text: 'Found.' }],
    };
    expect(texts([own])).toEqual(['tool-call a|tool-result a|Found.']);
    const beside = texts([
      { role: 'assistant', parts: [call('a'), result('a'), call('b')] },
      { role: 'tool', parts: [result('b')] },
    ]);
    expect(beside).toEqual(['tool-call a|tool-result a|tool-call b', 'tool-result b']);
    const split = texts([
      { role: 'assistant', parts: [call('b'), call('a'), result('a'), { type: 'text', text: 'Found.' }] },
      { role: 'tool', parts: [result('b')] },
    ]);
    expect(split).toEqual(['tool-call b|tool-call a|Found.', 'tool-result b', 'tool-result a']);
  });

  it('I-8 makes provider tools and other tools in one message, in any order, valid for every provider', () => {
    const pieces = fc.array(fc.constantFrom('own', 'other', 'text'), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (kinds, order) => {
        const parts: MessageContent['parts'] = [];
        kinds.forEach((kind, index) => {
          if (kind === 'text') parts.push({ type: 'text', text: `t${index}` });
          else parts.push(call(`c${index}`));
        });
        kinds.forEach((kind, index) => {
          if (kind !== 'own') return;
          const at = parts.findIndex((part) => part.type === 'tool-call' && part.callId === `c${index}`);
          parts.splice(at + 1 + (order[index]! % (parts.length - at)), 0, result(`c${index}`));
        });
        const others = kinds.flatMap((kind, index) => (kind === 'other' ? [result(`c${index}`)] : []));
        const content = repair([
          say('user', 'Go.'),
          { role: 'assistant', parts },
          ...(others.length > 0 ? [{ role: 'tool' as const, parts: others }] : []),
        ]).map((one) => one.content);
        expect(openAIProblems(toOpenAIChat(content))).toEqual([]);
        expect(anthropicProblems(toAnthropic(content, { forRequest: true }))).toEqual([]);
        expect(aiSdkProblems(toModelMessages(content))).toEqual([]);
      }),
    );
  });

  it('I-8 makes any run of messages valid for every provider', () => {
    fc.assert(
      fc.property(conversationOf({ maxTurns: 20 }), fc.boolean(), (said, pairsAsText) => {
        const contents = [...said, say('user', 'Go on.')];
        const repaired = repairMessages({ messages: threadOf(contents), counter, pairsAsText });
        const content = repaired.map((one) => one.content);
        expect(repaired.map(({ tokens }) => tokens)).toEqual(content.map((one) => counter.message(one)));
        expect(new Set(repaired.map(({ seq }) => seq)).size).toBe(contents.length);
        expect(openAIProblems(toOpenAIChat(content))).toEqual([]);
        expect(anthropicProblems(toAnthropic(content, { forRequest: true }))).toEqual([]);
        expect(aiSdkProblems(toModelMessages(content))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('R-48 looks at each message once, so twice the run costs about twice the counting', () => {
    const run = (turns: number) =>
      threadOf(
        Array.from({ length: turns }, (_, index): MessageContent[] => [
          { role: 'assistant', parts: [call(`c${index}`)] },
          { role: 'user', parts: [result(`c${index}`), { type: 'text', text: 'and more' }] },
        ]).flat(),
      );
    const counted = (turns: number) => {
      let calls = 0;
      const counting = {
        ...counter,
        message: (content: MessageContent) => ++calls && counter.message(content),
      };
      repairMessages({ messages: run(turns), counter: counting });
      return calls;
    };
    expect(counted(200)).toBe(2 * counted(100));
  });
});
