/**
 * An append, a commit and changes of the past that use every kind of statement of these operations, for crashing at
 * each of them.
 */
import type { Store } from '../../store.ts';
import {
  answer,
  audit,
  call,
  commitOf,
  edit,
  iso,
  later,
  leasedThread,
  message,
  readRules,
  receipt,
  removal,
  rule,
  summary,
} from '../suite/samples.suite.ts';

export async function crashStart(store: Store): Promise<void> {
  const lease = await leasedThread(store, 10);
  const insert = [summary('s1', 1, 3), summary('p1', 4, 6, { status: 'prepared' })];
  await store.commit(commitOf(lease, { insert, coverTo: 3, checkpoint: 10, receipt: receipt('r1') }));
  const messages = [call('open', 'a'), rule('first rule', 'Always one.'), rule('second rule', 'Always two.')];
  await store.append({ threadId: 't', messages, pins: readRules, now: later(1) });
}

/** In addition to `crashStart`: traces that a change of the past has to erase. */
export async function traceStart(store: Store): Promise<void> {
  const changes = [edit(8, 'first edit')];
  await store.rewrite({ threadId: 't', changes, audit: audit('a1', { from: 8, to: 8 }), now: later(1) });
  const lease = { threadId: 't', owner: 'worker', fence: 1, expiresAt: 0 };
  const { segment } = summary('any', 1, 1);
  const traced = receipt('r0', { from: 4, to: 6, segment });
  await store.commit(commitOf(lease, { revision: 2, coverTo: 3, receipt: traced }));
  const spent = { inputTokens: 1, outputTokens: 1, costUsd: 0, milliseconds: 1 };
  const failed = { model: 'm', rung: 'model', outcome: 'failed', detail: 'text of m5' } as const;
  await store.recordCalls([{ threadId: 't', at: iso(later(1)), ...failed, ...spent }]);
  const metas = await store.readMetas({ threadId: 't' });
  const vectors = [Float32Array.of(1, 2), Float32Array.of(2, 1)];
  const embedded = metas.slice(0, 6).map(({ seq, hash }) => ({ threadId: 't', seq, hash, vectors }));
  await store.search.writeVectors({ model: 'mini', messages: embedded });
}

export function crashedRewrite(store: Store) {
  const changes = [edit(2, 'new words', 17), removal('forget', 5), removal('forget', 8)];
  const rules = [edit(12, 'Always anew.'), removal('forget', 13), edit(7, 'Always late.')];
  const reopened = { ...call('open', 'b'), tokens: 3 };
  return store.rewrite({
    threadId: 't',
    changes: [
      ...changes,
      ...rules,
      { kind: 'edit', seq: 11, content: reopened, tokens: 3, hash: reopened.hash },
    ],
    audit: audit('a2'),
    pins: readRules,
    now: later(2),
  });
}

export function crashedUpdate(store: Store) {
  return store.updateSummary({
    threadId: 't',
    summaryId: 's1',
    text: 'by a person',
    tokens: 3,
    pinned: true,
    edited: { at: iso(later(2)), version: 1 },
    audit: audit('a2', { action: 'edit-summary', from: 1, to: 3, summaryId: 's1' }),
    now: later(2),
  });
}

export function crashedAppend(store: Store) {
  const messages = [answer('closed', 'a'), message('m1'), call('next', 'b'), rule('last', 'Always three.')];
  return store.append({ threadId: 't', messages, pins: readRules, now: later(2) });
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
