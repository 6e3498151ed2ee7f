/** Contract suite: restoring an export. */
import { expect, it } from 'vitest';
import type { Message } from '../../message/message.ts';
import type { MessageMark, Store } from '../../store.ts';
import { memoryStore } from '../memory/memory.ts';
import {
  answer,
  audit,
  call,
  codeOf,
  commitOf,
  edit,
  later,
  leasedThread,
  message,
  messages,
  receipt,
  removal,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

/** A thread with everything that can happen to one: compacted, edited, forgotten, with tool calls. */
async function livedThread(store: Store): Promise<void> {
  const lease = await leasedThread(store, 8);
  await store.append({
    threadId: 't',
    messages: [call('m9', 'c1'), answer('m10', 'c1'), message('m11')],
    now: later(10),
  });
  const revision = async () => (await store.readThread('t'))!.revision;
  const first = summary('s1', 1, 4);
  await store.commit(
    commitOf(lease, { insert: [first], coverTo: 4, checkpoint: 11, receipt: receipt('r1') }),
  );
  await store.commit(
    commitOf(lease, {
      revision: await revision(),
      insert: [
        summary('s2', 1, 6, { createdAt: new Date(later(70)).toISOString() }),
        summary('p1', 7, 8, { status: 'prepared' }),
      ],
      replaces: ['s1'],
      coverTo: 6,
      checkpoint: 11,
      receipt: receipt('r2', { summaryIds: ['s2'], replacedIds: ['s1'] }),
    }),
  );
  await store.rewrite({
    threadId: 't',
    changes: [edit(11, 'now said so', 14)],
    audit: audit('a1'),
    now: later(80),
  });
  await store.rewrite({
    threadId: 't',
    changes: [removal('delete', 2)],
    audit: audit('a2', { action: 'delete-originals' }),
    now: later(90),
  });
  await store.updateSettings({
    threadId: 't',
    settings: { metadata: { title: 'T' } },
    now: later(95),
  });
}

function marksOf(wanted: readonly Message[], found: readonly Message[]): MessageMark[] {
  return wanted.flatMap((message, index) => {
    const { seq, hash, unitStart, editedAt, removed } = message;
    const same = found[index]!;
    const mark = {
      seq,
      ...(hash !== same.hash && { hash }),
      ...(unitStart !== same.unitStart && { unitStart }),
      ...(editedAt !== undefined && { editedAt }),
      ...(removed !== undefined && { removed }),
    };
    return Object.keys(mark).length > 1 ? [mark] : [];
  });
}

/** `tokensBefore` is computed again on restoring: the sums of the append do not include later edits. */
function withoutSums<Given extends { messages: Message[] }>(given: Given) {
  return { ...given, messages: given.messages.map(({ tokensBefore: _sum, ...message }) => message) };
}

export function describeRestore({ store }: SuiteContext): void {
  async function exported() {
    const source = memoryStore();
    await livedThread(source);
    return snapshot(source);
  }
  type Exported = Awaited<ReturnType<typeof exported>>;

  async function restored(given: Exported, other: Partial<Parameters<Store['restore']>[0]> = {}) {
    await store().ensureThread({ threadId: 't', now: someTime });
    const appended = await store().append({ threadId: 't', messages: given.messages, now: later(200) });
    return store().restore({
      threadId: 't',
      thread: given.state!,
      marks: marksOf(given.messages, appended.messages),
      summaries: given.summaries.toSorted((a, b) =>
        a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0,
      ),
      receipts: given.receipts.toReversed(),
      audit: given.audit.toReversed(),
      ...other,
    });
  }

  it('R-58 a thread is restored as it was: row, messages, summaries, receipts and audit trail', async () => {
    const given = await exported();
    await restored(given);
    expect(withoutSums(await snapshot(store()))).toEqual(withoutSums(given));
  });

  it('R-58 a restored thread can be continued', async () => {
    const given = await exported();
    const state = await restored(given);
    await store().append({ threadId: 't', messages: [message('m12')], now: later(300) });
    const lease = (await store().acquireLease({ threadId: 't', owner: 'w', now: later(300), ttlMs: 1_000 }))!;
    const commit = commitOf(lease, {
      revision: state.revision,
      activates: ['p1'],
      coverTo: 8,
      checkpoint: 12,
      receipt: receipt('r3'),
    });
    expect(await store().commit(commit)).toMatchObject({ coveredTo: 8, messages: 12, liveSummaries: 2 });
    expect((await store().readReceipts({ threadId: 't', limit: 9 })).map(({ id }) => id)).toEqual([
      'r3',
      'r2',
      'r1',
    ]);
  });

  it('I-2 §8 records that do not fit the log are refused, and nothing is stored', async () => {
    const given = await exported();
    const wrong: Partial<Parameters<Store['restore']>[0]>[] = [
      { summaries: [summary('s1', 2, 4)] },
      { summaries: [summary('s1', 1, 4), summary('s2', 4, 6)] },
      { summaries: [summary('s1', 1, 99)] },
      { summaries: [summary('s1', 1, 4, { startMessageId: 'other' })] },
      { summaries: [summary('s1', 1, 4, { endMessageId: 'other' })] },
      { summaries: [summary('p1', 1, 4, { status: 'prepared', startMessageId: 'other' })] },
      { summaries: [summary('s1', 1, 4), summary('s1', 5, 6)] },
      { summaries: [summary('s1', 1, 4, { threadId: 'other' })] },
      { audit: [audit('a', { action: 'invented' as never })] },
      { marks: [{ seq: 99, editedAt: 'now' }] },
      { marks: [{ seq: 3, unitStart: 4 }] },
      { receipts: [receipt('r'), receipt('r')] },
    ];
    for (const other of wrong) {
      expect(await codeOf(restored(given, other)), JSON.stringify(other).slice(0, 80)).toBe('invalid_input');
    }
    expect(await snapshot(store())).toMatchObject({
      state: { coveredTo: 0, revision: 0, liveSummaries: 0 },
      summaries: [],
      receipts: [],
      audit: [],
    });
  });

  it('I-1 a thread with summaries of its own is not overwritten', async () => {
    const given = await exported();
    await livedThread(store());
    const before = await snapshot(store());
    const again = { thread: given.state!, marks: [], summaries: [], receipts: [], audit: [] };
    expect(await codeOf(store().restore({ threadId: 't', ...again }))).toBe('invalid_input');
    expect(await snapshot(store())).toEqual(before);
    expect(await codeOf(store().restore({ threadId: 'none', ...again }))).toBe('unknown_thread');
  });

  it('R-58 an empty past is restored too', async () => {
    const source = memoryStore();
    await source.ensureThread({ threadId: 't', now: someTime });
    await source.append({ threadId: 't', messages: messages(3), now: later(1) });
    const given = await snapshot(source);
    await restored(given);
    expect(await snapshot(store())).toEqual(given);
  });
}
