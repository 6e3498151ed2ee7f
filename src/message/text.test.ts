import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageContentArbitrary, textArbitrary } from '../../test/arbitraries.ts';
import type { Json, Part } from './message.ts';
import { renderMessageText, trimText } from './text.ts';

const render = (parts: Part[], options = {}) => renderMessageText({ parts }, options);

describe('messages as text', () => {
  it('R-46 every kind of part reads as a person would write it', () => {
    expect(
      render([
        { type: 'text', text: 'Look:' },
        { type: 'reasoning', text: 'secret thoughts' },
        { type: 'tool-call', callId: '1', name: 'bash', input: { command: 'ls' } },
        { type: 'tool-result', callId: '1', name: 'bash', output: 'a.ts' },
        { type: 'tool-result', callId: '2', output: { code: 1 }, isError: true },
        { type: 'file', mediaType: 'image/png', data: 'AAAA', filename: 'plan.png' },
        { type: 'file', mediaType: 'application/pdf', url: 'https://example.com/a.pdf' },
        { type: 'resource', id: 'd1', name: 'Handbook', note: 'chapter 2' },
        { type: 'opaque', format: 'anthropic', value: { type: 'server_tool_use' } },
      ]),
    ).toBe(
      [
        'Look:',
        '→ bash({"command":"ls"})',
        '← bash: a.ts',
        '← result failed: {"code":1}',
        '[image: plan.png]',
        '[file: https://example.com/a.pdf]',
        '[resource: Handbook, chapter 2]',
        '[anthropic: server_tool_use]',
      ].join('\n'),
    );
  });

  it('R-46 reasoning on request, tool names from the calls', () => {
    expect(render([{ type: 'reasoning', text: 'hm' }], { reasoning: true })).toBe('[reasoning] hm');
    expect(
      render([{ type: 'tool-result', callId: '1', output: 'x' }], { toolNames: new Map([['1', 'read']]) }),
    ).toBe('← read: x');
  });

  it('R-46 file data in a tool output is named, never printed', () => {
    const output: Json = [
      { type: 'text', text: 'shot' },
      { type: 'file', mediaType: 'image/png', data: 'QUJD' },
    ];
    expect(render([{ type: 'tool-result', callId: '1', name: 'screenshot', output }])).toBe(
      '← screenshot: shot\n[image: image/png]',
    );
  });

  it('R-29 tool output keeps its beginning and its end, and says how much is missing', () => {
    const output = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
    expect(render([{ type: 'tool-result', callId: '1', name: 'cat', output }], { toolOutputLines: 6 })).toBe(
      '← cat: line 1\nline 2\nline 3\nline 4\n[… 94 lines left out …]\nline 99\nline 100',
    );
    expect(trimText('abcdefghijkl', { characters: 6 })).toBe('abcd[… 6 characters left out …]kl');
    expect(trimText('abc\nd', { lines: 2, characters: 5 })).toBe('abc\nd');
  });

  it('R-29 what is kept and what is counted add up, and no surrogate pair is split', () => {
    fc.assert(
      fc.property(textArbitrary, fc.nat({ max: 40 }), (text, characters) => {
        const trimmed = trimText(text, { characters });
        if (text.length <= characters) {
          expect(trimmed).toBe(text);
          return;
        }
        const [mark, count] = /\[… ([\d,]+) characters? left out …\]/.exec(trimmed)!;
        const [head, tail] = trimmed.split(mark!) as [string, string];
        expect(head.length + tail.length + Number(count!.replaceAll(',', ''))).toBe(text.length);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThanOrEqual(characters);
        if (text.isWellFormed()) expect(trimmed.isWellFormed()).toBe(true);
      }),
    );
  });

  it('R-29 trims the whole of every message to its limits', () => {
    fc.assert(
      fc.property(messageContentArbitrary, (content) => {
        const short = renderMessageText(content, { toolOutputCharacters: 10, toolInputCharacters: 10 });
        expect(short.length).toBeLessThanOrEqual(
          renderMessageText(content).length + content.parts.length * 40,
        );
      }),
    );
  });
});
