import { describe, expect, it } from 'vitest';
import { fromAnthropic } from '../../message/anthropic.ts';
import { fromOpenAIChat } from '../../message/openai-chat.ts';
import { messageKey, textKey } from './message-key.ts';

const texts = [
  'Hello',
  ' two  words\n',
  '\u{1f980} crab',
  'ends with a half \ud83e',
  '{"a":1}',
  'x'.repeat(5_000),
];

describe('the key of a message that is one text', () => {
  it.each(['user', 'assistant'] as const)('R-60 of a %s is the same without converting it', (role) => {
    for (const content of texts) {
      const key = textKey(role, content);
      expect(messageKey(fromOpenAIChat({ role, content }))).toBe(key);
      expect(messageKey(fromAnthropic({ role, content }))).toBe(key);
      expect(textKey(role, content)).toBe(key);
    }
    expect(new Set(texts.map((text) => textKey(role, text))).size).toBe(texts.length);
  });
});
