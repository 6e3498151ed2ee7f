import { describe, expect, it } from 'vitest';
import type { AnthropicPrompt } from '../message/anthropic-shapes.ts';
import type { MessageContent, Part } from '../message/message.ts';
import { cacheEnds, ownMarks, replaceMarkers, withMarkers } from './cache-marks.ts';
import { call, result, say } from './samples.suite.ts';

/** Messages of 600 tokens each, the last one of them new. */
function context(messages: number, { boundaries = [] as number[], stable = messages - 1 } = {}) {
  const content = Array.from({ length: messages }, (_, index) => say('user', `message ${index + 1}`));
  return { content, contentTokens: content.map(() => 600), boundaries, stable };
}
const marked = (content: readonly MessageContent[], ends: number[]) =>
  withMarkers(content, ends).map(({ parts }) =>
    parts.map((part) => ('extra' in part && part.extra?.anthropic ? 'marked' : part.type)),
  );

describe('places of cache marks', () => {
  it('R-70 are the end of everything stable, and before it the ends of the parts that last longer', () => {
    expect(cacheEnds(context(10, { boundaries: [3, 6] }), 4)).toEqual([3, 6, 9]);
    expect(cacheEnds(context(10, { boundaries: [3, 6] }), 2)).toEqual([6, 9]);
    expect(cacheEnds(context(10, { boundaries: [3, 6] }), 0)).toEqual([]);
  });

  it('R-70 are only those that a provider caches: no prefix below 1,024 tokens', () => {
    expect(cacheEnds(context(10, { boundaries: [1, 2] }), 4)).toEqual([2, 9]);
    expect(cacheEnds(context(1, { stable: 1 }), 4)).toEqual([]);
  });

  it('R-70 bridge a step of many calls, which adds more blocks than the API searches', () => {
    const { content, ...rest } = context(10);
    const parts = Array.from({ length: 25 }, (_, index) => call(`c${index}`));
    const many = content.with(8, { role: 'assistant', parts });
    expect(cacheEnds({ content: many, ...rest }, 4)).toEqual([8, 9]);
  });

  it('R-70 are at the end of the request if nothing of it is stable', () => {
    expect(cacheEnds(context(5, { stable: 0 }), 4)).toEqual([5]);
  });
});

describe('a cache mark', () => {
  it('R-70 is on the last part of its message that can carry one', () => {
    const picture: Part = { type: 'file', mediaType: 'image/png', data: 'AA==' };
    const content: MessageContent[] = [
      { role: 'user', parts: [{ type: 'text', text: 'look' }, picture] },
      { role: 'assistant', parts: [{ type: 'text', text: 'I see' }, call('c')] },
      { role: 'tool', parts: [result('c'), { type: 'text', text: ' \n' }] },
      { role: 'user', parts: [picture] },
    ];
    expect(marked(content, [1, 2, 3, 4])).toEqual([
      ['marked', 'file'],
      ['text', 'marked'],
      ['marked', 'text'],
      ['file'],
    ]);
    expect(marked(content, [2])[0]).toEqual(['text', 'file']);
  });

  it('R-70 of a stored message is data: only marks of this request are sent, and the caller’s own in its system prompt', () => {
    const lasting = { type: 'ephemeral', ttl: '1h' } as const;
    const prompt = {
      system: [
        { type: 'text', text: 'ours', everthreadCacheMark: true },
        { type: 'text', text: 'own', cache_control: lasting, everthreadCacheMark: true },
        { type: 'text', text: 'plain' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'stored', cache_control: lasting },
            { type: 'text', text: 'now', everthreadCacheMark: true },
          ],
        },
        { role: 'user', content: 'a text alone' },
      ],
    } as unknown as AnthropicPrompt;
    const settled = replaceMarkers(prompt);
    expect(settled.system).toEqual([
      { type: 'text', text: 'ours', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'own', cache_control: lasting },
      { type: 'text', text: 'plain' },
    ]);
    expect(settled.messages[0]!.content).toEqual([
      { type: 'text', text: 'stored' },
      { type: 'text', text: 'now', cache_control: { type: 'ephemeral' } },
    ]);
    expect([ownMarks(prompt.system), ownMarks('text'), ownMarks(undefined)]).toEqual([1, 0, 0]);
  });
});
