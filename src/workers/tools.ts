/** Creates tools from settings in a worker thread. Recent ones are kept, because they cache results. */
import { createViews } from '../redaction/views.ts';
import { createLastUsed } from '../text/last-used.ts';
import { createTokenCounter } from '../tokens/tokenizer.ts';
import type { ToolSettings, Tools } from './task.ts';

/** Most sets of tools to keep, one for each different settings. */
const mostTools = 8;

export function createToolbox(): (settings: ToolSettings) => Tools {
  const known = createLastUsed<string, Tools>({ most: mostTools });
  return (settings) => {
    const key = keyOf(settings);
    const tools = known.get(key) ?? {
      counter: createTokenCounter(),
      views: createViews(settings.views),
    };
    known.set(key, tools);
    return tools;
  };
}

function keyOf({ views }: ToolSettings): string {
  const { personalData, salt, patterns } = views;
  const own = patterns.map(({ kind, pattern }) => [kind, pattern.source, pattern.flags]);
  return JSON.stringify([personalData, salt, own]);
}
