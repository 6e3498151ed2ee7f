import { describe, expect, it } from 'vitest';
import type { Context, ContextItem } from '../api/types.ts';
import { billing, difference } from './context-difference.ts';

const item = (change: Partial<ContextItem>): ContextItem => ({
  section: 'tail',
  kind: 'verbatim',
  reason: 'recent',
  messageIds: [],
  summaryId: null,
  from: 1,
  to: 1,
  tokens: 10,
  ...change,
});

const context = (items: ContextItem[]): Context => ({
  threadId: 't',
  at: 1,
  tokens: 0,
  budget: { tokens: 100, responseTokens: 10 },
  sections: [],
  items,
  content: [],
  stable: 0,
  forced: false,
  request: null,
});

describe('two contexts side by side', () => {
  it('R-61 tells what came, what went, what grew', () => {
    const summary = item({ section: 'summaries', kind: 'summary', summaryId: 's1', from: 1, to: 4 });
    const before = context([
      item({ from: 1 }),
      item({ from: 2 }),
      item({ section: 'ledger', from: null, tokens: 5 }),
    ]);
    const after = context([summary, item({ from: 2 }), item({ section: 'ledger', from: null, tokens: 9 })]);
    expect(
      difference(before, after).map(({ item: { section, from }, change, before: old }) => [
        section,
        from,
        change,
        old,
      ]),
    ).toEqual([
      ['summaries', 1, 'added', undefined],
      ['tail', 2, 'kept', undefined],
      ['ledger', null, 'resized', 5],
      ['tail', 1, 'gone', undefined],
    ]);
    expect(difference(after, after).every(({ change }) => change === 'kept')).toBe(true);
  });

  it('R-61 R-70 what is sent is read from the cache first, then written, then neither', () => {
    const content = [100, 50, 50, 20, 5].map((tokens) => ({ tokens }));
    expect(billing(content, { readTokens: 150, writtenTokens: 70 })).toEqual([
      'cached',
      'cached',
      'written',
      'written',
      'new',
    ]);
    expect(billing(content, { readTokens: 0, writtenTokens: 0 })).toEqual(Array(5).fill('new'));
  });
});
