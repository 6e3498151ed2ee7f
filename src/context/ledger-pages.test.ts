import { describe, expect, it } from 'vitest';
import { textOf } from '../message/message.ts';
import type { Fact } from '../records/fact.ts';
import { assembleContext } from './at-once.suite.ts';
import { cacheEnds, mostCacheMarks } from './cache-marks.ts';
import { chatOf, counter, plainStrategy, readBack, summaryOf } from './samples.suite.ts';

const messages = chatOf(40);
const summaries = [
  summaryOf({ messages, from: 1, to: 10, text: `merged ${'and told '.repeat(600)}` }),
  summaryOf({ messages, from: 11, to: 14, text: 'a leaf' }),
  summaryOf({ messages, from: 15, to: 20, text: 'another leaf' }),
];

function fact(value: string, seq: number): Fact {
  return { kind: 'path', value, seq, role: 'user', at: '2026-01-01T00:00:00.000Z', importance: 50 };
}

const older = [fact('src/old.ts', 3)];
const newer = [fact('src/eleven.ts', 11), fact('src/fifteen.ts', 15), fact('src/old.ts', 15)];

function contextOf(leaves: number, given: { tokens?: number; recallTokens?: number; ledger?: Fact[] } = {}) {
  const { tokens = 20_000, ...rest } = given;
  const shown = summaries.slice(0, 1 + leaves);
  return assembleContext({
    strategy: plainStrategy,
    counter,
    budget: { tokens, responseTokens: 0 },
    system: 'Be brief.',
    summaries: shown,
    ledger: [...older, ...newer.filter(({ seq }) => seq <= shown.at(-1)!.to)],
    pages: [{ to: 10, facts: older }],
    ...readBack(messages, { coveredTo: shown.at(-1)!.to }),
    ...rest,
  });
}

describe('R-70 exact facts of merged summaries', () => {
  it('R-70 I-7 stand behind their summary, and stay there when a compaction merges nothing', () => {
    const [before, after, quiet] = [contextOf(1), contextOf(2), contextOf(2, { recallTokens: 0 })];
    const texts = before.content.map(({ parts }) => textOf(parts));
    const settled = texts.findIndex((text) => text.includes('src/old.ts')) + 1;
    expect(texts[settled - 2]).toContain('merged');
    for (const next of [after, quiet]) {
      expect(next.content.slice(0, settled)).toEqual(before.content.slice(0, settled));
      // Without a mark there the provider would have no cached prefix that ends there.
      expect(cacheEnds(next, mostCacheMarks)).toContain(settled);
    }
    expect(cacheEnds(before, mostCacheMarks)).toContain(settled);
  });

  it('R-44 are shown once and accounted for, and stand with all other facts if not everything fits', () => {
    const context = contextOf(2);
    const text = context.content.map(({ parts }) => textOf(parts)).join('\n');
    expect(text.match(/src\/old\.ts/g)).toHaveLength(1);
    expect(text.indexOf('src/old.ts')).toBeLessThan(text.indexOf('another leaf'));
    expect(text.indexOf('another leaf')).toBeLessThan(text.indexOf('src/fifteen.ts'));
    const items = context.items.filter(({ section }) => section === 'ledger');
    expect(items).toHaveLength(2);
    expect(items.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(context.sections.ledger!.tokens);
    const small = contextOf(2, { tokens: 1_500 });
    expect(small.forced).toBe(true);
    expect(small.items.filter(({ section }) => section === 'ledger')).toHaveLength(1);
  });

  it('R-40 are followed by values that have changed since, even if changed back', () => {
    const changedBack: Fact = {
      ...fact('src/old.ts', 15),
      valueHistory: [{ value: 'src/eleven.ts', seq: 11, at: '2026-01-01T00:00:00.000Z' }],
    };
    const text = contextOf(2, { ledger: [changedBack] })
      .content.map(({ parts }) => textOf(parts))
      .join('\n');
    expect(text.lastIndexOf('src/old.ts')).toBeGreaterThan(text.indexOf('another leaf'));
  });
});
