/**
 * Contract suite: compares the thread's row with sums over the stored records, after random operations of every kind.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SummaryRecord } from '../../records/summary.ts';
import type { Lease, MessageChange } from '../../store.ts';
import {
  audit,
  commitOf,
  edit,
  later,
  leasedThread,
  message,
  removal,
  snapshot,
  someTime,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

type Step =
  | { do: 'append'; tokens: number[] }
  | { do: 'rewrite'; kind: MessageChange['kind']; places: number[]; tokens: number }
  | { do: 'cover' | 'prepare' | 'merge' | 'shrink'; size: number; tokens: number }
  | { do: 'activate' | 'update'; tokens: number };

const tokens = fc.nat(40);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('append' as const),
    tokens: fc.array(tokens, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({
    do: fc.constant('rewrite' as const),
    kind: fc.constantFrom('edit' as const, 'forget' as const, 'delete' as const),
    places: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
    tokens,
  }),
  fc.record({
    do: fc.constantFrom('cover' as const, 'prepare' as const, 'merge' as const, 'shrink' as const),
    size: fc.integer({ min: 1, max: 8 }),
    tokens,
  }),
  fc.record({ do: fc.constantFrom('activate' as const, 'update' as const), tokens }),
);

export function describeCounters({ store }: SuiteContext): void {
  let lease: Lease;

  it('I-6 the row equals the sums over stored records after any sequence of operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await store().deleteThread('t');
        lease = await leasedThread(store(), 6);
        for (const [index, one] of steps.entries()) {
          await take(one, index);
          await checkRow();
        }
      }),
      { numRuns: 40 },
    );
  });

  async function take(one: Step, index: number): Promise<void> {
    const { state, messages, summaries } = await snapshot(store());
    const { revision, coveredTo } = state!;
    const live = summaries.filter(({ status }) => status === 'live');
    const prepared = summaries.filter(({ status }) => status === 'prepared');
    const made = (from: number, to: number, size: number, status: SummaryRecord['status'] = 'live') =>
      summary(`s${index}`, from, to, {
        tokens: size,
        status,
        startMessageId: messages[from - 1]!.id,
        endMessageId: messages[to - 1]!.id,
      });
    const commit = (other: Parameters<typeof commitOf>[1]) =>
      store().commit(commitOf(lease, { revision, coverTo: coveredTo, ...other }));
    switch (one.do) {
      case 'append': {
        const added = one.tokens.map((size, part) => message(`n${index}.${part}`, { tokens: size }));
        await store().append({ threadId: 't', messages: added, now: someTime });
        return;
      }
      case 'rewrite': {
        const seqs = [...new Set(one.places.map((place) => 1 + (place % messages.length)))].filter(
          (seq) => one.kind !== 'edit' || !messages[seq - 1]!.removed,
        );
        if (seqs.length === 0) return;
        const changes = seqs.map((seq) =>
          one.kind === 'edit' ? edit(seq, `e${index}`, one.tokens) : removal(one.kind, seq, one.tokens % 5),
        );
        await store().rewrite({ threadId: 't', changes, audit: audit(`a${index}`), now: later(1) });
        return;
      }
      case 'cover': {
        const to = Math.min(messages.length, coveredTo + one.size);
        if (to === coveredTo) return;
        const insert = [made(coveredTo + 1, to, one.tokens)];
        await commit({ insert, replaces: prepared.map(({ id }) => id), coverTo: to, checkpoint: to });
        return;
      }
      case 'prepare': {
        const from = (prepared.at(-1)?.to ?? coveredTo) + 1;
        const to = Math.min(messages.length, from - 1 + one.size);
        if (to >= from) await commit({ insert: [made(from, to, one.tokens, 'prepared')] });
        return;
      }
      case 'activate': {
        const first = prepared[0];
        if (first) await commit({ activates: [first.id], coverTo: first.to });
        return;
      }
      case 'merge': {
        const folded = live.slice(-one.size);
        if (folded.length === 0) return;
        const insert = [made(folded[0]!.from, coveredTo, one.tokens)];
        await commit({ insert, replaces: folded.map(({ id }) => id) });
        return;
      }
      case 'shrink': {
        const dropped = live.slice(-one.size);
        const replaces = [...dropped, ...prepared].map(({ id }) => id);
        if (dropped.length > 0) await commit({ replaces, coverTo: dropped[0]!.from - 1 });
        return;
      }
      case 'update': {
        const [first] = live;
        if (!first) return;
        const entry = audit(`a${index}`, { action: 'edit-summary', summaryId: first.id });
        const changed = { summaryId: first.id, text: 'mine', tokens: one.tokens };
        await store().updateSummary({ threadId: 't', ...changed, audit: entry, now: later(1) });
      }
    }
  }

  async function checkRow(): Promise<void> {
    const { state, messages, summaries } = await snapshot(store());
    const sum = (list: { tokens: number }[]) => list.reduce((total, { tokens: size }) => total + size, 0);
    const live = summaries.filter(({ status }) => status === 'live');
    expect(state).toMatchObject({
      messages: messages.length,
      tokens: sum(messages),
      tailTokens: sum(messages.filter(({ seq }) => seq > state!.coveredTo)),
      summaryTokens: sum(live),
      liveSummaries: live.length,
      coveredTo: live.at(-1)?.to ?? 0,
    });
    let next = 1;
    for (const { from, to } of [...live, ...summaries.filter(({ status }) => status === 'prepared')]) {
      expect(from).toBe(next);
      next = to + 1;
    }
  }
}
