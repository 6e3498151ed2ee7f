import { afterEach, describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { createEverthread, type Everthread } from '../everthread.ts';
import type { EverthreadOptions } from '../options.ts';
import { memoryStore } from '../stores/memory/memory.ts';
import { extractive } from '../summarizers/extractive/extractive.ts';
import { scriptedSummarizer } from '../testing/scripted-summarizer.ts';
import type { CompactOptions } from './on-demand.ts';

const opened: Everthread[] = [];
afterEach(async () => {
  for (const ever of opened.splice(0)) await ever.close();
});

/** A conversation that keeps returning to three subjects, none of which dominates. */
const talk = Array.from({ length: 30 }, (_, round) => [
  `The parser of round ${round} drops the last line of every table it reads, says the ${round}. report.`,
  `The ferry of round ${round} leaves the harbour of Kiel at ${(round % 12) + 6} o'clock with the goods.`,
  `The budget of round ${round} was raised by ${round + 3} euros for the garden behind the office.`,
]).flat();

async function compacted(asked: CompactOptions, options: EverthreadOptions = {}) {
  const ever = createEverthread({ strategy: 'rolling', automatic: false, ...options });
  opened.push(ever);
  const thread = await ever.thread('t');
  await thread.append(
    talk.map((content, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content,
    })),
  );
  await thread.compact(asked);
  const [summary] = await thread.summaries();
  return summary!;
}

const share = (text: string, word: RegExp) =>
  text.split(/(?<=[.!?])\s/u).filter((sentence) => word.test(sentence)).length /
  text.split(/(?<=[.!?])\s/u).length;

describe('R-67 focus and detail of a summary', () => {
  it('R-67 reaches the summarizer, and stays with the summary for when it is redone', async () => {
    const summarizer = scriptedSummarizer();
    const wishes = { focus: ' the parser ', detail: 'short' as const };
    const summary = await compacted(wishes, { summarizer });
    expect(summarizer.requests.length).toBeGreaterThan(0);
    for (const request of summarizer.requests) {
      expect(request).toMatchObject({ focus: 'the parser', detail: 'short' });
    }
    expect(summary.limits).toMatchObject({ focus: 'the parser', detail: 'short' });
    const usual = await compacted({}, { summarizer: scriptedSummarizer() });
    expect(summary.limits!.targetTokens).toBe(Math.floor(usual.limits!.targetTokens / 2));
    expect(usual.limits).not.toHaveProperty('focus');
  });

  it('R-67 the built-in summarizer emphasizes the focus, and still covers the rest', async () => {
    for (const [focus, word] of [
      ['the parser and its tables', /parser/u],
      ['ferry', /ferry/u],
      ['Budget', /budget/u],
    ] as const) {
      const focused = await compacted({ focus }, { summarizer: extractive() });
      const usual = await compacted({}, { summarizer: extractive() });
      expect(share(focused.text, word), focus).toBeGreaterThan(0.6);
      expect(share(focused.text, word), focus).toBeLessThan(1);
      expect(share(focused.text, word), focus).toBeGreaterThan(share(usual.text, word) * 1.5);
    }
  });

  it('R-67 detail sets the length, up to what a small budget has room for', async () => {
    const sizes: number[] = [];
    for (const detail of ['short', 'medium', 'detailed'] as const) {
      sizes.push((await compacted({ detail })).tokens);
    }
    const [short, medium, detailed] = sizes as [number, number, number];
    expect(short).toBeLessThan(medium * 0.7);
    expect(detailed).toBeGreaterThan(medium * 1.4);
    const small = await compacted({ detail: 'detailed' }, { budget: { tokens: 1_000 } });
    expect(small.tokens).toBeLessThanOrEqual(250);
  });

  it('R-67 an unknown value is refused by its name, and nothing is compacted', async () => {
    for (const [field, asked] of [
      ['focus', { focus: '  ' }],
      ['focus', { focus: 7 }],
      ['focus', { focus: 'x'.repeat(501) }],
      ['detail', { detail: 'long' }],
      ['detail', { detail: null }],
    ] as const) {
      const refused = await compacted(asked as CompactOptions).catch((error: unknown) => error);
      expect(isEverthreadError(refused, 'invalid_input') && refused.field).toBe(field);
    }
  });

  it('I-10 a secret in a focus is neither stored nor sent', async () => {
    const summarizer = scriptedSummarizer();
    const focus = 'the key AKIAIOSFODNN7EXAMPLE of the deploy';
    const summary = await compacted({ focus }, { summarizer, store: memoryStore() });
    expect(JSON.stringify([summary, summarizer.requests.map(({ focus: sent }) => sent)])).not.toContain(
      'AKIA',
    );
  });
});
