import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentenceEnds, splitSentences } from './sentences.ts';

const split = (text: string) => splitSentences({ text, start: 0 }).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['We test. Then we ship!', ['We test.', 'Then we ship!']],
    ['He said "no." Then he left.', ['He said "no."', 'Then he left.']],
    ['Ask Dr. Smith, e.g. on Monday. Or J. Doe.', ['Ask Dr. Smith, e.g. on Monday.', 'Or J. Doe.']],
    ['Take option B. It is cheaper.', ['Take option B.', 'It is cheaper.']],
    ['Version 2.1 is out, see a.b.c now.', ['Version 2.1 is out, see a.b.c now.']],
    ['it works. then we go on', ['it works.', 'then we go on']],
    ['今天下雨。我们明天去！', ['今天下雨。', '我们明天去！']],
    ['هل أنت هنا؟ نعم', ['هل أنت هنا؟', 'نعم']],
  ])('R-52 %s', (text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('R-52 a number with a dot is a day where dates are written so', () => {
    const text = 'Wir treffen uns am 14. März. Bis dann.';
    expect(sentenceEnds(text)).toHaveLength(2);
    expect(sentenceEnds(text, { ordinalDots: true })).toEqual([text.indexOf('. Bis') + 1]);
  });

  it('R-28 sentences know where they stand in the text their line came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(50), (text, offset) => {
        const whole = `${' '.repeat(offset)}${text}`;
        for (const { text: said, start } of splitSentences({ text, start: offset })) {
          expect(whole.slice(start, start + said.length)).toBe(said);
        }
      }),
    );
  });
});
