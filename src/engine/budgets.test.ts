import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recallSettings } from '../options.ts';
import { resolveBudget } from '../tokens/windows.ts';
import { createBudgets } from './budgets.ts';

const prices = { read: 0.1, write: 1.25, summarize: 0 };

describe('the budget of a thread in reference tokens', () => {
  it('R-45 what fits it also fits the model, whatever the ratio of tokens', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 2_000_000 }),
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        (tokens, ratio) => {
          const common = resolveBudget({ tokens });
          const { budgetFor } = createBudgets({
            common,
            recall: recallSettings(),
            ratioFor: () => ratio,
            prices,
          });
          const { total, available } = budgetFor({ id: 't', settings: {} });
          expect(total * ratio).toBeLessThanOrEqual(tokens);
          expect(available * ratio + common.responseTokens).toBeLessThanOrEqual(tokens);
          // Less would leave a part of the model's window empty.
          expect((total + 1) * ratio).toBeGreaterThan(tokens);
        },
      ),
    );
  });
});
