/** A store of your own: it wraps any other store and measures how long its writes take. */
import type { CompactionCommit, Store } from 'everthread';

export type WatchedCall = { method: 'append' | 'rewrite' | 'commit'; milliseconds: number; failed: boolean };

export function watchedStore(
  store: Store,
  options: { now: () => number; onCall: (call: WatchedCall) => void },
): Store {
  const { now, onCall } = options;

  async function watch<Result>(method: WatchedCall['method'], work: () => Promise<Result>): Promise<Result> {
    const start = now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      onCall({ method, milliseconds: now() - start, failed });
    }
  }

  return {
    ...store,
    name: `watched ${store.name}`,
    append: (given) => watch('append', () => store.append(given)),
    rewrite: (given) => watch('rewrite', () => store.rewrite(given)),
    commit: (commit: CompactionCommit) => watch('commit', () => store.commit(commit)),
  };
}
