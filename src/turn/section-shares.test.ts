import { describe, expect, it } from 'vitest';
import { chatMessages } from '../../test/chat-messages.ts';
import { createEverthread } from '../everthread.ts';
import type { EverthreadOptions } from '../options.ts';

const budget = { tokens: 3_000, responseTokens: 300 };

async function longThread(options: EverthreadOptions = {}) {
  const ever = createEverthread({ budget, automatic: false, ...options });
  const thread = await ever.thread('t');
  await thread.append(chatMessages(50, 40, 0, { exact: true }));
  await thread.compact();
  await thread.append(chatMessages(40, 40, 500, { exact: true }));
  return { ever, thread };
}

describe('the shares of sections in a budget', () => {
  it('R-44 are set for all threads, for one thread, or for one context', async () => {
    const { ever, thread } = await longThread({ sectionShares: { tail: 6_000 } });
    const owned = async (sectionShares?: { facts?: number; recall?: number; tail?: number }) => {
      const { sections, tokens } = await thread.context(sectionShares === undefined ? {} : { sectionShares });
      expect(tokens).toBeLessThanOrEqual(budget.tokens - budget.responseTokens);
      return sections;
    };
    const common = await owned();
    const none = { system: 0, profile: 0, summaries: 0, tail: 0, facts: 0, recall: 0, resources: 0 };
    await thread.configure({ sectionShares: { ...none, tail: 1, facts: 1 } });
    const half = await owned();
    expect(half.tail!.budget).toBeGreaterThan(common.tail!.budget);
    expect(half.tail!.budget).toBe(1_350);
    expect(half.recall!.budget).toBe(0);
    const fewFacts = await owned({ facts: 0.05 });
    expect(fewFacts.tail!.budget).toBeGreaterThan(half.tail!.budget);
    expect(fewFacts.ledger!.tokens).toBeLessThan(half.ledger!.tokens);
    expect((await owned({ recall: 2 })).recall!.budget).toBe(1_350);
    await thread.configure({ sectionShares: null });
    expect((await owned()).tail!.budget).toBe(common.tail!.budget);
    await ever.close();
  });

  it('R-44 are refused by name if one is invalid, wherever it is set', async () => {
    const ever = createEverthread();
    const thread = await ever.thread('t');
    const wrong = [
      [{ tale: 1 }, 'sectionShares.tale'],
      [{ tail: -1 }, 'sectionShares.tail'],
      [{ tail: '3' }, 'sectionShares.tail'],
      [7, 'sectionShares'],
    ] as [never, string][];
    for (const [sectionShares, field] of wrong) {
      const refused = expect.objectContaining({ code: 'invalid_option', field });
      expect(() => createEverthread({ sectionShares })).toThrow(refused);
      await expect(thread.configure({ sectionShares })).rejects.toThrow(refused);
      await expect(thread.context({ sectionShares })).rejects.toThrow(refused);
    }
    await ever.close();
  });
});
