/** Tools and answer schema of a call, in the form in which they are counted. */
import type { CallOptions } from './model-types.ts';

export function requestParts({ tools = [], responseFormat }: Pick<CallOptions, 'tools' | 'responseFormat'>): {
  tools: unknown[];
  schema?: unknown;
} {
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
  return { tools: defined, ...(responseFormat?.type === 'json' && { schema: responseFormat }) };
}
