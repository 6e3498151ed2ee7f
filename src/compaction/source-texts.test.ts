import { describe, expect, it } from 'vitest';
import { testEngine } from '../engine/test-engine.suite.ts';
import { atOnce } from '../text/steps.ts';
import { createSourceTexts } from './source-texts.ts';

const at = '2026-01-02T03:04:05.000Z';
const page = (number: number) =>
  `Page ${number} of the harbour log. ${'The quay was quiet that day. '.repeat(2_500)}`;

/** The claims of a summary that are in none of the texts. */
async function inventedIn(texts: readonly string[], text: string) {
  const { engine } = await testEngine();
  const sourceTexts = createSourceTexts();
  for (const one of texts) atOnce(sourceTexts.add(one, at));
  const audit = await sourceTexts.audit(
    engine,
    { threadId: 't', signal: new AbortController().signal },
    {
      ...{ text, record: null, sourceFacts: [], previousFacts: [], sourceText: '', ledgerBudgetTokens: 500 },
    },
  );
  return audit.invented;
}

describe('the text that a summary is checked against', () => {
  it('R-39 is every text of its range, however long the range is', async () => {
    const log = Array.from({ length: 12 }, (_, index) => page(index));
    const paid = 'The harbour paid 7,412 dollars for /srv/quay/lamps.json.';
    const told = 'They paid 7,412 dollars for /srv/quay/lamps.json.';
    for (const place of [0, 6, 12]) expect(await inventedIn(log.toSpliced(place, 0, paid), told)).toEqual([]);
    expect(await inventedIn(log, told)).not.toEqual([]);
  });

  it('R-39 is the same for a short range', async () => {
    const paid = 'The harbour paid 7,412 dollars.';
    expect(await inventedIn([paid], 'They paid 7,412 dollars.')).toEqual([]);
    expect(await inventedIn([paid], 'They paid 9,999 dollars.')).not.toEqual([]);
  });

  it('R-48 is indexed in slices, also where many short texts waited', () => {
    const slicesOf = (texts: readonly string[]) => {
      const sourceTexts = createSourceTexts();
      return texts.map((text) => [...sourceTexts.add(text, at)].length);
    };
    expect(slicesOf(['short'])).toEqual([0]);
    const line = (number: number) => `Lamp ${number} on the quay was lit at 17:${10 + (number % 50)}.`;
    const lines = Array.from({ length: 14_000 }, (_, number) => line(number));
    // The half megabyte that waited is read when it is exceeded, little more than 16 kB between two pauses.
    expect(Math.max(...slicesOf(lines))).toBeGreaterThan(15);
  });
});
