import { describe, expect, it } from 'vitest';
import type { MessageContent, Part } from '../message/message.ts';
import { atOnce } from '../text/steps.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { cutText } from './cut-text.ts';
import { leftOutMark, shortenParts, shortenToText } from './shorten.ts';
import { partText } from './text.ts';

const counter = createTokenCounter();
const result = (number: number): Part => ({
  type: 'tool-result',
  callId: `call_${number}`,
  output: `In line ${number} the parser found ${number * 37} words.`,
});

describe('a message of very many parts', () => {
  it.each([40, 300, 2_000])('R-29 is shown in %s tokens as its whole text would be', (limit) => {
    const parts = Array.from({ length: 12_000 }, (_, index) => result(index));
    const content: MessageContent = { role: 'tool', parts };
    const tokens = 150_000;
    const shown = atOnce(shortenToText({ content, seq: 7, tokens, limit, counter }));
    const overhead = counter.message({ role: 'user', parts: [] });
    const whole = cutText({
      text: parts.map(partText).join('\n'),
      total: tokens,
      limit: limit - overhead,
      counter,
      mark: (leftOut) => leftOutMark(leftOut, 7),
    });
    expect(shown?.content.parts).toEqual([{ type: 'text', text: whole }]);
    expect(shown!.tokens).toBeLessThanOrEqual(limit);
  });

  it('R-48 is read only as far as it can be shown', () => {
    let read = 0;
    const parts = Array.from({ length: 12_000 }, (_, index) => {
      const { output: _output, ...part } = result(index) as Part & { output: string };
      return Object.defineProperty(part, 'output', {
        get() {
          read += 1;
          return `line ${index} of many that say about as much`;
        },
      }) as Part;
    });
    atOnce(shortenToText({ content: { role: 'tool', parts }, seq: 7, tokens: 150_000, limit: 300, counter }));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(2_000);
  });
});

describe('R-48 shortening pauses', () => {
  const pausesFor = (parts: Part[], limit: number) =>
    [...shortenParts({ content: { role: 'assistant', parts }, seq: 7, tokens: limit * 3, limit, counter })]
      .length;

  it('R-48 between the parts of a message of very many', () => {
    const call = (number: number): Part => ({
      type: 'tool-call',
      callId: `call_${number}`,
      name: 'read',
      input: { path: `src/file-${number}.ts` },
    });
    const parts = Array.from({ length: 5_000 }, (_, number) => call(number));
    expect(pausesFor(parts.slice(0, 10), 100)).toBe(0);
    expect(pausesFor(parts, 60_000)).toBeGreaterThan(10);
  });

  it('R-48 inside of a text of a megabyte', () => {
    const text = 'The lamp on the quay was lit at seven. '.repeat(27_000);
    expect(pausesFor([{ type: 'text', text }], 60_000)).toBeGreaterThan(30);
    expect(pausesFor([{ type: 'tool-result', callId: 'a', output: text }], 60_000)).toBeGreaterThan(30);
  });

  it('R-48 between the parts that become one text', () => {
    const parts = Array.from({ length: 12_000 }, (_, number) => result(number));
    const content: MessageContent = { role: 'tool', parts };
    const steps = shortenToText({ content, seq: 7, tokens: 150_000, limit: 60_000, counter });
    expect([...steps].length).toBeGreaterThan(10);
  });
});

describe('a message that is too long', () => {
  const long = (words: number) => 'one of many words '.repeat(words);
  const shorten = (parts: Part[], limit: number) => {
    const content: MessageContent = { role: 'assistant', parts };
    return atOnce(shortenParts({ content, seq: 7, tokens: counter.message(content), limit, counter }));
  };

  it('I-8 I-3 loses reasoning whole before its text is cut, because signed reasoning cannot be cut', () => {
    const shown = shorten(
      [
        { type: 'reasoning', text: long(40) },
        { type: 'text', text: long(400) },
      ],
      300,
    )!;
    expect(shown.content.parts.map(({ type }) => type)).toEqual(['text']);
    expect(shown.tokens).toBeLessThanOrEqual(300);
    // The room is used for the text.
    expect(shown.tokens).toBeGreaterThan(200);
  });

  it('I-2 has its tool results cut first, and nothing else if that is enough', () => {
    const said: Part[] = [
      { type: 'reasoning', text: 'I look it up.' },
      { type: 'tool-call', callId: 'c', name: 'look', input: {} },
      { type: 'tool-result', callId: 'c', output: long(400) },
      { type: 'text', text: 'Found.' },
    ];
    const shown = shorten(said, 300)!;
    expect(shown.content.parts.map(({ type }) => type)).toEqual(said.map(({ type }) => type));
    expect([shown.content.parts[0], shown.content.parts[3]]).toEqual([said[0], said[3]]);
    expect(shown.tokens).toBeLessThanOrEqual(300);
  });
});
