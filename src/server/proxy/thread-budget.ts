/**
 * The budget of a proxied thread: the window of the model it is sent to, as long as nobody sets another one. Which figure
 * is the proxy's own stands in the thread's metadata.
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

/** Gives back the settings as they are then. */
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
