/** Creates the tools for the given threads. */

import { invalidOption } from '../../errors.ts';
import { checkOptions, readGiven, snapshot } from '../../input/foreign-values.ts';
import { createTokenCounter } from '../../tokens/tokenizer.ts';
import type { ArchiveOptions } from './archive-tool.ts';
import { briefTool } from './brief.ts';
import { describeTool } from './describe.ts';
import { expandTool } from './expand.ts';
import { createScope } from './scope.ts';
import { searchTool } from './search.ts';
import { firstLine } from './tool-definition.ts';

export type ArchiveToolbox = ReturnType<typeof createArchiveTools>;

const defaultMaxTokens = 2_000;
const leastTokens = 500;

export function createArchiveTools(rawOptions: ArchiveOptions) {
  checkOptions<ArchiveOptions>(rawOptions, {
    ...{ everthread: null, threadIds: null, maxTokens: null, tokenCounter: null },
  });
  const {
    everthread,
    threadIds,
    maxTokens = defaultMaxTokens,
    tokenCounter: counter = createTokenCounter(),
  } = snapshot(rawOptions, 'options', ['everthread', 'tokenCounter']);
  if (!readGiven('everthread', () => typeof everthread?.findThread === 'function')) {
    throw invalidOption('everthread', 'what createEverthread() returned', everthread);
  }
  const isList = Array.isArray(threadIds) && threadIds.length > 0;
  if (threadIds !== 'all' && !(isList && threadIds.every((id) => typeof id === 'string' && id !== ''))) {
    throw invalidOption('threadIds', 'a list of one or more thread ids, or "all"', threadIds);
  }
  if (!Number.isSafeInteger(maxTokens) || maxTokens < leastTokens) {
    throw invalidOption('maxTokens', `a whole number of at least ${leastTokens}`, maxTokens);
  }
  const scope = createScope({ everthread, threadIds });
  const room = maxTokens - counter.count(firstLine);
  return {
    search: searchTool({ everthread, scope, counter, maxTokens: room }),
    expand: expandTool({ scope, counter, maxTokens: room }),
    describe: describeTool({ scope, counter, maxTokens: room }),
    brief: briefTool({ scope, counter, maxTokens: room }),
  };
}
