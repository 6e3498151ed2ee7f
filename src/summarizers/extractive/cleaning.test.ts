import { describe, expect, it } from 'vitest';
import { cleanSpeech, speechHabits } from './cleaning.ts';

const spoken = { tokenized: true, spoken: true };
const written = { tokenized: false, spoken: false };

describe('cleanSpeech', () => {
  const cases: [string, string][] = [
    ['So , uh , we we had a {disfmarker} a look at the the plan .', 'So, we had a look at the plan.'],
    ["It 's {vocalsound} um fine , I mean , it does n't matter .", "It's fine, it does n't matter."],
    ['th the button wh what you know it does .', 'the button what it does.'],
    ['[laughter] That is good .', 'That is good.'],
  ];
  for (const [said, clean] of cases)
    it(`R-52 reads "${said}"`, () => expect(cleanSpeech(said, spoken)).toBe(clean));

  it('R-52 joins contractions a tokenizer took apart, in any text', () => {
    expect(cleanSpeech("I haven ' t had a cold. I ' Ve tried.", written)).toBe(
      "I haven't had a cold. I've tried.",
    );
  });

  it('R-52 leaves commands and identifiers of written text alone', () => {
    for (const text of [
      'run git add . and then ls .',
      'the id identifier is um',
      'use {name} and (pause, 3)',
    ])
      expect(cleanSpeech(text, written)).toBe(text);
  });

  it('R-52 tells spoken and tokenized text from written text', () => {
    const meeting = 'So , um , I think uh we should go . Yeah , uh , the button is fine .';
    expect(speechHabits(meeting, { english: true })).toEqual({ tokenized: true, spoken: true });
    expect(speechHabits(meeting, { english: false })).toEqual({ tokenized: true, spoken: false });
    const chat = 'Please fix the parser. It fails on empty input, and the tests are red.';
    expect(speechHabits(chat, { english: true })).toEqual({ tokenized: false, spoken: false });
  });
});
