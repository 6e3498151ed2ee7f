/** An append and a commit that use every kind of statement these operations have, to be cut off at each. */
import type { Store } from '../../store.ts';
import { answer, call, commitOf, later, leasedThread, message, receipt, summary } from '../samples.suite.ts';

export async function crashStart(store: Store): Promise<void> {
  const lease = await leasedThread(store, 10);
  const insert = [summary('s1', 1, 3), summary('p1', 4, 6, { status: 'prepared' })];
  await store.commit(commitOf(lease, { insert, coverTo: 3, checkpoint: 10, receipt: receipt('r1') }));
  await store.append({ threadId: 't', messages: [call('open', 'a')], now: later(1) });
}

export function crashedAppend(store: Store) {
  const messages = [answer('closed', 'a'), message('m1'), call('next', 'b'), message('last')];
  return store.append({ threadId: 't', messages, now: later(2) });
}

export function crashedCommit(store: Store) {
  const lease = { threadId: 't', owner: 'worker', fence: 1, expiresAt: 0 };
  return store.commit(
    commitOf(lease, {
      revision: 1,
      insert: [summary('s2', 1, 3, { sourceIds: ['s1'] }), summary('p2', 7, 9, { status: 'prepared' })],
      replaces: ['s1'],
      activates: ['p1'],
      coverTo: 6,
      checkpoint: 11,
      receipt: receipt('r2'),
    }),
  );
}
