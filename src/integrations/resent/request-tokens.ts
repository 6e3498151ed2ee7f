/** Tokens of a request besides its messages: tool definitions and the answer schema (I-3). */
import type { TokenCounter } from '../../tokens/counter.ts';

/** Wrapping of a definition in the provider's own format. */
const tokensPerTool = 12;
/** Tokens of the instructions that providers add once if there are tools. */
const tokensForTools = 16;
const knownTexts = 256;

export type RequestCounter = (request: { tools: readonly unknown[]; schema?: unknown }) => number;

export function createRequestCounter(counter: TokenCounter): RequestCounter {
  // Counts are kept, because the same tools come with every step.
  const counted = new Map<string, number>();
  const count = (value: unknown): number => {
    const text = JSON.stringify(value) ?? '';
    const found = counted.get(text);
    if (found !== undefined) return found;
    if (counted.size >= knownTexts) counted.clear();
    const tokens = counter.count(text);
    counted.set(text, tokens);
    return tokens;
  };
  return ({ tools, schema }) =>
    (tools.length > 0 ? tokensForTools : 0) +
    tools.reduce<number>((sum, tool) => sum + tokensPerTool + count(tool), 0) +
    (schema === undefined ? 0 : tokensPerTool + count(schema));
}
