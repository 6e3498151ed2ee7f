/** Tools made from settings, for a thread that has none. The last ones are kept: they remember what they looked at. */
import { createViews } from '../redaction/views.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import type { ToolSettings, Tools } from './task.ts';

/** Instances with other settings that share the threads. */
const mostTools = 8;

export function createToolbox(): (settings: ToolSettings) => Tools {
  const known = new Map<string, Tools>();
  return (settings) => {
    const key = keyOf(settings);
    const tools = known.get(key) ?? {
      counter: createTokenCounter(),
      views: createViews(settings.views),
    };
    known.delete(key);
    known.set(key, tools);
    if (known.size > mostTools) known.delete(known.keys().next().value!);
    return tools;
  };
}

function keyOf({ views }: ToolSettings): string {
  const { personalData, salt, patterns } = views;
  const own = patterns.map(({ kind, pattern }) => [kind, pattern.source, pattern.flags]);
  return JSON.stringify([personalData, salt, own]);
}
