import { describe, expect, it } from 'vitest';
import type { Strategy } from '../strategy.ts';
import { checkStrategy, storedStrategy } from './own-strategies.ts';
import { createStrategy } from './registry.ts';

const mine = (other: Partial<Strategy> = {}): Strategy => ({
  ...createStrategy('rolling'),
  name: 'mine',
  ...other,
});

describe('a strategy of one’s own', () => {
  it.each(['background', 'blocking'] as const)('R-22 is accepted as it is, in mode %s', (mode) => {
    expect(() => checkStrategy(mine({ mode }), 'strategy')).not.toThrow();
  });

  it.each<[field: string, Partial<{ [member in keyof Strategy]: unknown }>, accepted: string]>([
    ['name', { name: ' ' }, 'a name'],
    ['name', { name: 'eternal' }, 'built-in'],
    ['check', { check: undefined }, 'a function'],
    ['plan', { plan: {} }, 'a function'],
    ['present', { present: 'text' }, 'a function'],
    ['sectionOrder', { sectionOrder: 'tail' }, 'a list of sections'],
    ['mode', { mode: 'sometimes' }, "'background' or 'blocking'"],
    ['onFailure', { onFailure: 'panic' }, 'fallback'],
    ['options', { options: null }, 'an object'],
  ])('R-21 is refused by the name of an invalid member: %s', (field, other, accepted) => {
    expect(() => checkStrategy(mine(other as Partial<Strategy>), 'strategies[0]')).toThrow(
      expect.objectContaining({
        ...{ code: 'invalid_option', field: `strategies[0].${field}` },
        message: expect.stringContaining(accepted),
      }),
    );
  });

  it('R-21 is stored in a thread by its name alone, and a built-in one with its options', () => {
    const own = new Map([['mine', mine()]]);
    expect(storedStrategy(mine(), new Map()).stored).toEqual({ name: 'mine' });
    expect(storedStrategy({ name: 'mine' }, own)).toMatchObject({ stored: { name: 'mine' } });
    const tiered = { name: 'tiered', recentCount: 7 } as const;
    expect(storedStrategy(tiered, own)).toMatchObject({ strategy: { name: 'tiered' }, stored: tiered });
  });
});
