/** All stores find the same, so any of them can replace another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roles } from '../../message/message.ts';
import type { Store } from '../../store.ts';
import { textTerms } from '../../text/terms.ts';
import { memoryStore } from '../memory/memory.ts';
import { sqliteStore } from '../sqlite/sqlite-store.ts';
import { audit, edit, iso, later, message, removal, someTime } from './samples.suite.ts';

const words = ['harbour', 'harbours', 'light', '灯台', 'Zürich', 'x7_y', 'the', 'run', 'running', 'a'];
const day = 86_400;
const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((said) => said.join(' '));
const spoken = fc.record({ text, role: fc.constantFrom(...roles), days: fc.nat(900), tokens: fc.nat(300) });
const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
const scope = fc.record(
  {
    roles: fc.subarray([...roles]),
    after: fc.nat(900).map((days) => iso(later(days * day))),
    before: fc.nat(900).map((days) => iso(later(days * day))),
    upTo: fc.nat(12),
    threadIds: fc.oneof(fc.subarray(['t', 'u', 'nowhere']), fc.constant('all' as const)),
  },
  { requiredKeys: ['threadIds'] },
);

describe('memory and SQLite', () => {
  it('R-49 find the same messages in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('t', 'u'), spoken, vector), { maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('edit', 'forget', 'delete'), text), { maxLength: 4 }),
        fc.array(fc.tuple(text, scope, vector), { minLength: 1, maxLength: 4 }),
        async (said, changes, queries) => {
          const half = said.length >> 1;
          const answers: unknown[] = [];
          for (const { store, indexedTo } of [
            { store: memoryStore(), indexedTo: 0 },
            // All messages wait to be indexed, or only the second half of them.
            { store: sqliteStore({ path: ':memory:' }), indexedTo: 0 },
            { store: sqliteStore({ path: ':memory:' }), indexedTo: half },
          ]) {
            await fill(store, said, changes, indexedTo);
            const found: unknown[] = [];
            for (const [query, within, direction] of queries) {
              const [answer] = await store.search.text([{ ...within, terms: textTerms(query), limit: 50 }]);
              const near = await store.search.vectors({
                ...within,
                model: 'm',
                vector: Float32Array.from(direction),
                limit: 50,
              });
              found.push({
                text: answer!.candidates.map(({ threadId, seq, score }) =>
                  [threadId, seq, score.toFixed(6)].join(' '),
                ),
                frequencies: [...answer!.frequencies],
                messages: answer!.messages,
                near: near.map(({ threadId, seq }) => `${threadId}${seq}`).toSorted(),
              });
            }
            answers.push(found);
            await store.close();
          }
          expect(answers[1]).toEqual(answers[0]);
          expect(answers[2]).toEqual(answers[0]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

async function fill(
  store: Store,
  said: readonly (readonly [
    string,
    { text: string; role: (typeof roles)[number]; days: number; tokens: number },
    number[],
  ])[],
  changes: readonly (readonly [number, string, string])[],
  indexedTo: number,
): Promise<void> {
  for (const threadId of ['t', 'u']) await store.ensureThread({ threadId, now: someTime });
  const seqs = { t: 0, u: 0 } as Record<string, number>;
  for (const [index, [threadId, spoken, direction]] of said.entries()) {
    const { role, tokens, days } = spoken;
    const parts = [{ type: 'text' as const, text: spoken.text }];
    const one = message(`m${index}`, { role, tokens, parts, createdAt: iso(later(days * day)) });
    await store.append({ threadId, messages: [one], now: someTime });
    seqs[threadId]! += 1;
    if (index + 1 === indexedTo) await store.search.rebuild();
    if (direction.every((value) => Math.abs(value) < 0.01)) continue;
    const embedded = {
      threadId,
      seq: seqs[threadId]!,
      hash: one.hash,
      vectors: [Float32Array.from(direction)],
    };
    await store.search.writeVectors({ model: 'm', messages: [embedded] });
  }
  const removed = new Set<number>();
  for (const [index, [pick, kind, words]] of changes.entries()) {
    if (seqs.t === 0) return;
    const seq = (pick % seqs.t!) + 1;
    if (removed.has(seq)) continue;
    if (kind !== 'edit') removed.add(seq);
    const change = kind === 'edit' ? edit(seq, words) : removal(kind as 'forget', seq);
    await store.rewrite({ threadId: 't', changes: [change], audit: audit(`a${index}`), now: later(1) });
  }
}
