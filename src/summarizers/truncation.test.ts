import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { summaryShapes } from '../records/summary.ts';
import type { SummaryRequest } from '../summarizer.ts';
import { anyCharacter } from '../testing/any-character.ts';
import { countWords } from './cap-text.ts';
import { counter, describeSummarizer, hostileTexts, makeEntries, makeRequest } from './summarizer.suite.ts';
import { truncation } from './truncation.ts';

describeSummarizer({ name: 'truncation', make: () => truncation({ counter }) });

const summarize = (overrides: Partial<SummaryRequest>) =>
  truncation({ counter }).summarize(makeRequest(overrides));

describe('truncation', () => {
  it('R-38 shows how the range begins and how it ends, and where the originals are', async () => {
    const transcript = makeEntries(
      Array.from({ length: 40 }, (_, index) => `This is what message number ${index + 1} says.`),
    );
    const { text, rung, model } = await summarize({ transcript });
    expect(text).toContain('user: This is what message number 1 says.');
    expect(text).toContain('assistant: This is what message number 40 says.');
    expect(text).toContain('messages 1–40 are kept in full in the archive');
    expect(text.indexOf('number 1 ')).toBeLessThan(text.indexOf('archive'));
    expect(text.indexOf('number 40 ')).toBeGreaterThan(text.indexOf('archive'));
    expect(rung).toBe('truncation');
    expect(model).toBe('truncation');
  });

  it('R-38 counts the older summaries it replaces into the pointer', async () => {
    const transcript = makeEntries(['Ten.', 'Eleven.']).map((entry, index) => ({
      ...entry,
      seq: index + 10,
    }));
    const previous = [{ text: 'They met before.', record: null, from: 1, to: 9 }];
    const { text } = await summarize({ transcript, previous });
    expect(text).toContain('messages 1–11 are kept in full');
    expect(text).toContain('They met before.');
  });

  it('R-38 carries the lists of an older record on', async () => {
    const record = {
      summary: 'Earlier.',
      keyPoints: [],
      context: {
        participants: ['Dana'],
        decisions: ['Use PostgreSQL.'],
        actionItems: [{ owner: 'Dana', task: 'test it', due: '' }],
        unresolved: ['Who tells finance?'],
        domainEntities: ['pglogical'],
      },
    };
    const result = await summarize({
      shape: 'record',
      previous: [{ text: 'Earlier.', record, from: 1, to: 2 }],
    });
    expect(result.record!.context.decisions).toEqual(['Use PostgreSQL.']);
    expect(result.text).toContain('pglogical');
  });

  it('R-38 says so if there is nothing', async () => {
    const { text } = await summarize({ transcript: [], previous: [] });
    expect(text).toBe('There was nothing to summarize.');
  });

  it('R-38 stays within any limit for any text, in every shape', async () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.lorem({ maxCount: 60 }),
      fc.constantFrom(...hostileTexts),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 12 }),
        fc.constantFrom(...summaryShapes),
        fc.integer({ min: 1, max: 120 }),
        fc.option(fc.integer({ min: 1, max: 60 })),
        async (texts, shape, targetTokens, maxWords) => {
          const limits = { targetTokens, maxWords, maxOutputTokens: 1_000 };
          const result = await summarize({ shape, transcript: makeEntries(texts), limits });
          expect(counter.count(result.text)).toBeLessThanOrEqual(targetTokens);
          if (maxWords !== null) expect(countWords(result.text)).toBeLessThanOrEqual(maxWords);
          expect(result.text.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
