/**
 * The budget of a proxied thread is the window of its model, unless somebody set another budget. The thread's metadata
 * keeps the figure set by the proxy, to tell the two apart.
 */
import type { ThreadState } from '../../records/thread-state.ts';
import type { Thread } from '../../thread.ts';

type ProxyMetadata = { windowTokens?: number; branchOf?: string };

function metadataOf({ settings }: Pick<ThreadState, 'settings'>): ProxyMetadata {
  return (settings.metadata?.proxy ?? {}) as ProxyMetadata;
}

export function budgetOf(state: Pick<ThreadState, 'settings'>, windowTokens: number): number {
  const { budgetTokens } = state.settings;
  const isOwn = budgetTokens === undefined || budgetTokens === metadataOf(state).windowTokens;
  return isOwn ? windowTokens : Math.min(budgetTokens, windowTokens);
}

/** Returns the resulting settings. */
export async function setBudget(
  thread: Thread,
  state: Pick<ThreadState, 'settings'>,
  windowTokens: number,
  branchOf?: string,
): Promise<ThreadState['settings']> {
  const { budgetTokens, metadata } = state.settings;
  const known = metadataOf(state);
  if (budgetTokens === windowTokens || (budgetTokens !== undefined && budgetTokens !== known.windowTokens))
    return state.settings;
  const proxy = { ...known, windowTokens, ...(branchOf !== undefined && { branchOf }) };
  const own = { budgetTokens: windowTokens, metadata: { ...metadata, proxy } };
  await thread.configure(own);
  return { ...state.settings, ...own };
}
