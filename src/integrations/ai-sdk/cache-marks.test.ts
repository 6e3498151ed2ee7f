import { describe, expect, it } from 'vitest';
import { withCacheMarks } from './cache-marks.ts';
import type { CallOptions, Prompt, PromptMessage } from './model-types.ts';

const claude = { provider: 'anthropic.messages', modelId: 'claude-sonnet-4-5' };
const mark = { anthropic: { cacheControl: { type: 'ephemeral' } } };

function said(text: string, providerOptions?: PromptMessage['providerOptions']): PromptMessage {
  return { role: 'user', content: [{ type: 'text', text }], ...(providerOptions && { providerOptions }) };
}

function marksIn(value: unknown): number {
  return JSON.stringify(value).split('"cacheControl"').length - 1;
}

describe('R-70 cache marks of wrapped models', () => {
  const system: PromptMessage = { role: 'system', content: 'You watch a weir.' };
  const prompt: Prompt = [system, ...Array.from({ length: 8 }, (_, index) => said(`message ${index}`))];

  it('R-70 are on the system prompt, the newest message and one before it', () => {
    const marked = withCacheMarks({ prompt, model: claude, tools: undefined });
    const places = marked.flatMap(({ providerOptions }, index) => (providerOptions ? [index] : []));
    expect(places).toEqual([0, 5, 8]);
    expect(marksIn(marked)).toBe(3);
  });

  it('R-70 are also at the end of the part that stays the same after a compaction', () => {
    const marked = withCacheMarks({ prompt, model: claude, tools: undefined, stableEnd: 'message 1' });
    const places = marked.flatMap(({ providerOptions }, index) => (providerOptions ? [index] : []));
    expect(places).toEqual([0, 2, 5, 8]);
    const absent = withCacheMarks({ prompt, model: claude, tools: undefined, stableEnd: 'never said' });
    expect(marksIn(absent)).toBe(3);
  });

  it('R-70 are never more than four, those of system prompt and tools counted', () => {
    const own: PromptMessage = { ...system, providerOptions: mark };
    const tool = { type: 'function', name: 'look', inputSchema: {}, providerOptions: mark };
    const tools = [tool, tool] as unknown as NonNullable<CallOptions['tools']>;
    const marked = withCacheMarks({ prompt: [own, ...prompt.slice(1)], model: claude, tools });
    expect(marked[0]).toEqual(own);
    expect(marksIn(marked) + marksIn(tools)).toBe(4);
  });

  it('R-70 inside messages are removed, and other options beside them stay', () => {
    const old: PromptMessage = {
      role: 'user',
      content: [{ type: 'text', text: 'old', providerOptions: { ...mark, openai: { detail: 'low' } } }],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' }, citations: { enabled: true } } },
    };
    const marked = withCacheMarks({
      prompt: [system, old, ...prompt.slice(1)],
      model: claude,
      tools: undefined,
    });
    expect(marked[1]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'old', providerOptions: { openai: { detail: 'low' } } }],
      providerOptions: { anthropic: { citations: { enabled: true } } },
    });
    expect(marksIn(marked)).toBe(3);
  });

  it('R-70 other providers get the prompt as it is', () => {
    const model = { provider: 'openai.chat', modelId: 'gpt-5' };
    expect(withCacheMarks({ prompt, model, tools: undefined })).toBe(prompt);
  });
});
