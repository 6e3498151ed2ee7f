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

describe('the key of an answer to a request for approval', () => {
  const answer = (value: { [key: string]: string | boolean }) =>
    messageKey({ role: 'tool', parts: [{ type: 'opaque', value }] } as never);

  it('R-60 is that of the approval, whatever else the client sends with it', () => {
    const first = answer({ type: 'approval', approvalId: 'a1', approved: true });
    expect(answer({ type: 'approval', approvalId: 'a1', approved: true, reason: 'fine' })).toBe(first);
    expect(answer({ type: 'approval', approvalId: 'a2', approved: true })).not.toBe(first);
  });
});
