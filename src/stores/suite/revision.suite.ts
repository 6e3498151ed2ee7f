/** Contract suite: summaries changed by a person, the audit trail, and compactions after the past changed. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease } from '../../store.ts';
import { pastOf, pastThread } from './past-samples.suite.ts';
import {
  asStored,
  audit,
  codeOf,
  commitOf,
  edit,
  iso,
  later,
  removal,
  snapshot,
  summary,
} from './samples.suite.ts';
import type { SuiteContext } from './store.suite.ts';

/** Times of live summaries in the thread of twenty messages. */
const shown = { madeAt: 20, liveAt: 20 };

export function describeRevisions({ store }: SuiteContext): void {
  const { rewrite, update, records, readOne, refused } = pastOf(store);
  let lease: Lease;
  beforeEach(async () => {
    lease = await pastThread(store());
  });

  describe('changing summaries', () => {
    it('R-42 a person can replace text, record and facts, and the earlier version is kept', async () => {
      const before = await store().readThread('t');
      const edited = { at: iso(later(100)), version: 1 };
      const facts = [{ ...summary('any', 2, 2).facts[0]!, value: '/tmp' }];
      const record = await update({ text: 'mine \0 \ud800', tokens: 2, record: null, facts, edited });
      const byPerson = { rung: 'person', model: 'person' } as const;
      const changed = { text: 'mine \0 \ud800', tokens: 2, record: null, facts, edited, ...byPerson };
      const expected = asStored(summary('s1', 1, 5, changed), shown);
      expect(record).toEqual(expected);
      expect(await store().readSummaries({ threadId: 't', ids: ['s1'] })).toEqual([expected]);
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['s1'] });
      expect(head).toMatchObject({ edited, ...byPerson });
      expect(await store().readThread('t')).toEqual({
        ...before,
        revision: 2,
        summaryTokens: 9,
        updatedAt: iso(later(100)),
      });
      const [entry] = await store().readAudit({ threadId: 't', limit: 1 });
      const old = summary('s1', 1, 5);
      expect(JSON.parse(entry!.before!)).toEqual({
        text: old.text,
        tokens: 5,
        record: old.record,
        facts: old.facts,
      });
      await update({ text: 'again', tokens: 1, edited: { ...edited, version: 2 } }, 'a2');
      const [second] = await store().readAudit({ threadId: 't', limit: 1 });
      expect(JSON.parse(second!.before!)).toMatchObject({ text: 'mine \0 \ud800', edited });
    });

    it('R-42 pinning and unpinning do not change the text and store no copy of it', async () => {
      expect(await update({ pinned: true })).toEqual(asStored(summary('s1', 1, 5, { pinned: true }), shown));
      expect((await store().readSummaryHeads({ threadId: 't', ids: ['s1'] }))[0]!.pinned).toBe(true);
      expect(await update({ pinned: false }, 'a2')).toEqual(asStored(summary('s1', 1, 5), shown));
      const trail = await store().readAudit({ threadId: 't', limit: 9 });
      expect(trail.map(({ before }) => before)).toEqual([null, null]);
      expect(await store().readThread('t')).toMatchObject({ revision: 3, summaryTokens: 12 });
    });

    it('R-42 only summaries whose text was edited count as written by a person', async () => {
      const makers = async () => {
        const { rung, model } = (await records()).get('s1')!;
        const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['s1'] });
        expect([head!.rung, head!.model]).toEqual([rung, model]);
        return { rung, model };
      };
      await update({ text: 'shorter', tokens: 1, facts: [], record: null });
      await update({ pinned: true }, 'a2');
      expect(await makers()).toEqual({ rung: 'extractive', model: 'extractive' });
      const edited = { at: iso(later(100)), version: 1 };
      expect(await update({ edited }, 'a3')).toMatchObject({ rung: 'person', model: 'person', edited });
      expect(await makers()).toEqual({ rung: 'person', model: 'person' });
      await update({ text: 'again', tokens: 1, pinned: false }, 'a4');
      expect(await makers()).toEqual({ rung: 'person', model: 'person' });
      expect((await records()).get('s2')).toMatchObject({ rung: 'extractive', model: 'extractive' });
    });

    it('R-42 tokens of a summary that is not shown are not counted in the row', async () => {
      await update({ summaryId: 'p1', text: 'longer', tokens: 99 });
      expect(await store().readThread('t')).toMatchObject({ summaryTokens: 12 });
      const state = await store().commit(commitOf(lease, { revision: 2, activates: ['p1'], coverTo: 10 }));
      expect(state.summaryTokens).toBe(111);
    });

    it('R-42 an unknown summary, an entry about another one and a text without tokens are refused', async () => {
      await refused('unknown_summary', () => update({ summaryId: 'nobody', pinned: true }));
      await refused('invalid_input', () => update({ pinned: true, audit: audit('a1') }));
      await refused('invalid_input', () => update({ text: 'mine' }));
      await refused('invalid_input', () => update({ text: 'mine', tokens: -1 }));
    });

    it('R-42 marks given with a new summary are stored with it', async () => {
      const marked = summary('s3', 1, 8, { edited: { at: iso(later(1)), version: 3 }, pinned: true });
      await store().commit(
        commitOf(lease, { revision: 1, insert: [marked], replaces: ['s1', 's2'], coverTo: 8 }),
      );
      expect(await store().readSummaries({ threadId: 't', ids: ['s3'] })).toEqual([asStored(marked, shown)]);
    });

    it('R-42 changing a passed or returned object changes nothing stored', async () => {
      const edited = { at: iso(later(1)), version: 1 };
      const record = await update({ edited });
      edited.version = 9;
      record.edited!.version = 9;
      const [head] = await store().readSummaryHeads({ threadId: 't', ids: ['s1'] });
      head!.edited!.version = 9;
      expect((await records()).get('s1')!.edited!.version).toBe(1);
    });
  });

  describe('the audit trail', () => {
    it('R-15 is read newest first, page by page', async () => {
      for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) await rewrite([edit(2, id)], { id });
      const read = async (limit: number, before?: string) =>
        (await store().readAudit({ threadId: 't', limit, ...(before && { before }) })).map(({ id }) => id);
      expect(await read(2)).toEqual(['a5', 'a4']);
      expect(await read(2, 'a4')).toEqual(['a3', 'a2']);
      expect(await read(9, 'a1')).toEqual([]);
      expect(await read(0)).toEqual([]);
      expect(await codeOf(read(1, 'nobody'))).toBe('invalid_input');
      expect(await codeOf(read(-1))).toBe('invalid_input');
    });
  });

  describe('compactions afterwards', () => {
    it('R-41 stale summaries still cover their range, and are replaced like any other', async () => {
      await rewrite([edit(7, 'new', 30), removal('forget', 2)]);
      const commit = (other: Parameters<typeof commitOf>[1]) => store().commit(commitOf(lease, other));
      const revision = 2;
      expect(await codeOf(commit({ revision, insert: [summary('n', 6, 8)], coverTo: 8 }))).toBe(
        'invalid_input',
      );
      expect(await codeOf(commit({ revision, replaces: ['s2'], coverTo: 8 }))).toBe('invalid_input');
      const insert = [summary('n1', 1, 5, { tokens: 4 }), summary('n2', 6, 8, { tokens: 6 })];
      const state = await commit({ revision, insert, replaces: ['s1', 's2'], coverTo: 8, checkpoint: 20 });
      expect(state).toMatchObject({
        revision: 3,
        summaryTokens: 10,
        coveredTo: 8,
        tailTokens: 120,
        tokens: 210,
      });
      const all = await records();
      expect(all.get('n2')).toEqual(asStored(insert[1]!, shown));
      expect(all.get('s2')).toMatchObject({ status: 'replaced', stale: true });
    });

    it('I-6 a plan made before the past changed is refused', async () => {
      const insert = [summary('n', 9, 12)];
      await rewrite([edit(19, 'not even near', 1)]);
      const plan = commitOf(lease, { revision: 1, insert, replaces: ['p1', 'p2'], coverTo: 12 });
      await refused('stale_plan', () => store().commit(plan));
      await update({ pinned: true }, 'a2');
      await refused('stale_plan', () => store().commit({ ...plan, revision: 2 }));
      expect(await codeOf(store().commit({ ...plan, revision: 3 }))).toBe('no error');
    });

    it('I-6 of a simultaneous commit and rewrite, the second one sees the first', async () => {
      const insert = [summary('n', 9, 12)];
      const plan = commitOf(lease, { revision: 1, insert, replaces: ['p1', 'p2'], coverTo: 12 });
      const work = [() => store().commit(plan), () => rewrite([removal('forget', 10)])];
      const codes = await Promise.all(work.map((one) => codeOf(one())));
      expect(codes[1]).toBe('no error');
      const found = (await records()).get('n');
      if (codes[0] === 'no error') expect(found).toMatchObject({ text: '', stale: true, status: 'live' });
      else expect([codes[0], found]).toEqual(['stale_plan', undefined]);
    });

    it('I-6 many simultaneous edits are all made, one after the other', async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => rewrite([edit(7, `e${index}`, index)], { id: `e${index}` })),
      );
      const { state, audit: trail } = await snapshot(store());
      expect(state!.revision).toBe(11);
      expect(state!.tokens).toBe(190 + (await readOne(7)).tokens);
      const texts = trail.map(({ before }) => JSON.parse(before!)[0].parts[0].text);
      expect(new Set(texts).size).toBe(10);
    });
  });
}
