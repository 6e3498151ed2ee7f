/** What a request takes besides its messages: definitions of tools and the schema of the answer (I-3). */
import type { TokenCounter } from '../../tokens/counter.ts';
import type { CallOptions } from './model-types.ts';

/** Wrapping of a definition in the provider's own format. */
const tokensPerTool = 12;
/** What providers say to the model once, when it has tools at all. */
const tokensForTools = 16;
const knownTexts = 256;

export function createRequestCounter(
  counter: TokenCounter,
): (options: Pick<CallOptions, 'tools' | 'responseFormat'>) => number {
  // The same tools come with every step.
  const counted = new Map<string, number>();
  const count = (value: unknown): number => {
    const text = JSON.stringify(value);
    const found = counted.get(text);
    if (found !== undefined) return found;
    if (counted.size >= knownTexts) counted.clear();
    const tokens = counter.count(text);
    counted.set(text, tokens);
    return tokens;
  };
  return ({ tools = [], responseFormat }) => {
    const defined = tools.map((tool) =>
      tool.type === 'function'
        ? {
            name: tool.name,
            description: tool.description,
            parameters: tool.inputSchema,
            examples: tool.inputExamples,
          }
        : { name: tool.name, args: tool.args },
    );
    const forTools = defined.reduce((sum, tool) => sum + tokensPerTool + count(tool), 0);
    const schema = responseFormat?.type === 'json' ? responseFormat : undefined;
    return (
      (tools.length > 0 ? tokensForTools : 0) +
      forTools +
      (schema === undefined ? 0 : tokensPerTool + count(schema))
    );
  };
}
