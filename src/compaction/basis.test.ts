import { describe, expect, it } from 'vitest';
import { type BasisNode, nextFold, partTargetTokens, readsOriginals, rewritesOver } from './basis.ts';

function node(tokens: number, rewrites = 1, other: Partial<BasisNode> = {}): BasisNode {
  return {
    id: 's',
    from: 1,
    to: 1,
    tokens,
    sourceTokens: 1_000,
    sourceIds: [],
    readFrom: 1,
    rewrites,
    ...other,
  };
}
const nodes = (count: number, tokens: number, rewrites = 1) =>
  Array.from({ length: count }, () => node(tokens, rewrites));

describe('the sources of a merge', () => {
  const ask = (given: Partial<Parameters<typeof readsOriginals>[0]>) =>
    readsOriginals({
      basis: [node(10)],
      writtenByModel: false,
      sourceTokens: 9_000,
      maxInputTokens: 8_000,
      maxRewrites: 5,
      ...given,
    });

  it('R-37 are the originals if they fit one call', () => {
    expect(ask({ sourceTokens: 8_000 })).toBe(true);
    expect(ask({ sourceTokens: 8_001 })).toBe(false);
  });

  it('R-37 are summaries by a model that was paid for reading the originals, unless these were rewritten too often', () => {
    expect(ask({ writtenByModel: true, sourceTokens: 8_000 })).toBe(false);
    expect(ask({ writtenByModel: true, sourceTokens: 8_000, basis: [node(10, 4)] })).toBe(false);
    expect(ask({ writtenByModel: true, sourceTokens: 8_000, basis: [node(10, 5)] })).toBe(true);
  });

  it('R-37 are the originals if the basis was rewritten too often, they take a few calls and half is unread', () => {
    const often = (readBefore: number) => [node(10, 5, { sourceTokens: readBefore, readFrom: 1 })];
    expect(ask({ basis: often(4_500) })).toBe(true);
    // One rewrite fewer is still allowed.
    expect(ask({ basis: [node(10, 4, { sourceTokens: 4_500 })] })).toBe(false);
    // An earlier merge already read more than half of it.
    expect(ask({ basis: often(4_501) })).toBe(false);
    // Too many calls.
    expect(ask({ basis: often(10), sourceTokens: 8_000 * 32 + 1 })).toBe(false);
  });

  it('R-37 give it one rewrite more than the most often rewritten of them', () => {
    expect(rewritesOver([])).toBe(1);
    expect(rewritesOver(nodes(3, 1, 2))).toBe(3);
  });
});

describe('folding a basis', () => {
  it('R-37 does not fold what fits one call', () => {
    expect(nextFold(nodes(4, 25), 100)).toBeUndefined();
  });

  it('R-37 folds neighbours of equal level, as many as one call can read', () => {
    expect(nextFold(nodes(8, 400), 2_000)).toEqual(expect.objectContaining({ start: 0, end: 5 }));
  });

  it('R-37 prefers those nearest to the originals', () => {
    const basis = [...nodes(4, 300, 3), ...nodes(4, 300, 1)];
    expect(nextFold(basis, 1_200)).toMatchObject({ start: 4, end: 8 });
  });

  it('R-37 includes a small one between larger ones', () => {
    const basis = [node(700, 2), node(100, 1), node(700, 2)];
    expect(nextFold(basis, 1_400)).toMatchObject({ start: 0, end: 2 });
  });

  it('R-37 stops if nothing becomes smaller', () => {
    const part = partTargetTokens(96);
    expect(part).toBe(32);
    expect(nextFold(nodes(4, part / 2 - 1), 40)).toBeUndefined();
  });

  it('R-37 ends for any basis, by folding again and again', () => {
    let basis = nodes(300, 200);
    let folds = 0;
    for (let fold = nextFold(basis, 8_000); fold; fold = nextFold(basis, 8_000)) {
      const run = basis.slice(fold.start, fold.end);
      basis = basis.toSpliced(fold.start, run.length, node(partTargetTokens(8_000), rewritesOver(run)));
      folds += 1;
      expect(folds).toBeLessThan(300);
    }
    expect(basis.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(8_000);
    expect(Math.max(...basis.map(({ rewrites }) => rewrites))).toBeLessThanOrEqual(3);
  });
});
