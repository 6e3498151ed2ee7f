import { describe, expect, it } from 'vitest';
import { heldOutKinds } from './held-out.ts';
import { junkKinds } from './junk.ts';
import {
  claimPairs,
  foreignPairs,
  sourceOfTalk,
  talkPairs,
  tallyHonest,
  tallyJunk,
  wrappedPairs,
} from './refusals.ts';
import { talks } from './talks.ts';

describe('refusals', () => {
  it('R-55 tries more than 150 texts of more than 25 kinds on talks in more than 12 languages', () => {
    const kinds = { ...junkKinds, ...heldOutKinds };
    expect(Object.keys(junkKinds).length).toBeGreaterThanOrEqual(25);
    expect(Object.values(kinds).flat().length).toBeGreaterThanOrEqual(150);
    expect(new Set(talks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });

  // Every kind meets the talks that share most words with it, and some in other languages.
  const met = talks.filter(({ name }) => /outage|model limits|kitchen|dacha|tea shop|clinic$/u.test(name));

  it.each(Object.entries({ ...junkKinds, ...heldOutKinds }))(
    'R-55 refuses as good as all of: %s',
    async (_, texts) => {
      const { cases, wrong } = await tallyJunk(texts, met.map(sourceOfTalk));
      expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(Math.ceil(cases * 0.01));
    },
    60_000,
  );

  it('R-55 accepts honest summaries in every language, announced or not', async () => {
    const { wrong } = await tallyHonest([...talkPairs(), ...wrappedPairs()]);
    expect(wrong).toEqual([]);
  });

  it('R-55 refuses the summary of another talk, in the same language or not', async () => {
    const pairs = foreignPairs();
    expect((await tallyHonest(pairs)).refused).toBe(pairs.length);
  });

  it('R-39 R-55 refuses an honest summary that ends in a rule nobody set or a revocation nobody made', async () => {
    const pairs = claimPairs();
    expect((await tallyHonest(pairs)).refused).toBe(pairs.length);
  });
});
