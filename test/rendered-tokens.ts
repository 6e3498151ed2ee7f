/**
 * Counts the tokens of a prompt on the wire: every text of the rendered OpenAI messages by the tokenizer itself, and
 * the framing that tokens/parts.ts states for a message, a call and a result. It is independent of the code that makes
 * contexts, so that it can check their counts.
 */
import type { TokenCounter } from '../src/tokens/counter.ts';
import { createTokenCounter } from '../src/tokens/tokenizer.ts';

const tokensPerMessage = 3;
const tokensPerName = 1;
const tokensPerToolCall = 8;
const tokensPerToolResult = 6;

type Loose = { [member: string]: unknown };

export function renderedTokens(counter: TokenCounter = createTokenCounter()) {
  // Counts are cached, because a context repeats most texts of the one before.
  const known = new Map<string, number>();
  const count = (text: string): number => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const tokens = counter.count(text);
    known.set(text, tokens);
    return tokens;
  };

  const contentTokens = (content: unknown): number => {
    if (typeof content === 'string') return count(content);
    if (!Array.isArray(content)) return 0;
    return (content as Loose[]).reduce(
      (sum, { text }) => sum + (typeof text === 'string' ? count(text) : 0),
      0,
    );
  };

  const messageTokens = (message: Loose): number => {
    const calls = (message.tool_calls ?? []) as { function: { name: string; arguments: string } }[];
    const called = calls.reduce(
      (sum, call) => sum + tokensPerToolCall + count(call.function.name) + count(call.function.arguments),
      0,
    );
    const named = typeof message.name === 'string' ? tokensPerName + count(message.name) : 0;
    const framing = tokensPerMessage + (message.role === 'tool' ? tokensPerToolResult : 0);
    return framing + named + called + contentTokens(message.content);
  };

  return (messages: readonly object[]): number =>
    (messages as readonly Loose[]).reduce((sum, message) => sum + messageTokens(message), 0);
}
