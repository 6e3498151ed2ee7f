import { describe, expect, it } from 'vitest';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import { verbatimSummary } from './unwritten-summary.ts';

describe('a copy of system messages', () => {
  const counter = createTokenCounter();
  const copyOf = (...texts: string[]) =>
    verbatimSummary(
      { system: texts.map((text, index) => ({ text, from: index + 1, to: index + 1 })) },
      counter,
    );

  it.each(['', ' ', '\n\n'])(
    'I-11 R-55 of one that says nothing (%j) is not empty, and shorter than it',
    async (text) => {
      const { text: copied, tokens } = await copyOf(text);
      expect(copied.trim()).not.toBe('');
      expect(tokens).toBeLessThan(counter.message({ role: 'system', parts: [{ type: 'text', text }] }));
    },
  );

  it('I-1 is word for word', async () => {
    expect((await copyOf('Answer in French.', 'Be brief.')).text).toBe('Answer in French.\n\nBe brief.');
  });
});
