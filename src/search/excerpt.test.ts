import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textTerms } from '../text/terms.ts';
import { excerptAround } from './excerpt.ts';

const terms = (text: string) => new Set(textTerms(text));

it('R-50 a short text is quoted whole', () => {
  expect(excerptAround({ text: 'The port is 5433.', terms: terms('port'), characters: 100 })).toBe(
    'The port is 5433.',
  );
});

it('R-50 of a long text the stretch that was asked for is quoted, marked on both sides', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index} of the build log`);
  lines[217] = 'error: the migration of the billing table failed';
  const text = lines.join('\n');
  const excerpt = excerptAround({ text, terms: terms('billing migration'), characters: 400 });
  expect(excerpt).toContain('error: the migration of the billing table failed');
  expect(excerpt.startsWith('[…] ')).toBe(true);
  expect(excerpt.endsWith(' […]')).toBe(true);
  expect(excerpt.length).toBeLessThan(420);
});

it('R-50 an excerpt of any text is a stretch of it and keeps its size', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 3_000 }),
      fc.integer({ min: 20, max: 500 }),
      (text, characters) => {
        const wellFormed = text.toWellFormed();
        const excerpt = excerptAround({ text: wellFormed, terms: terms('a b'), characters });
        const quoted = excerpt.replace(/^\[…\] /u, '').replace(/ \[…\]$/u, '');
        expect(excerpt.length).toBeLessThanOrEqual(
          Math.max(characters, wellFormed.length > characters ? characters + 8 : wellFormed.length),
        );
        expect(wellFormed.includes(quoted.replaceAll('\ufffd', '')) || quoted.includes('\ufffd')).toBe(true);
      },
    ),
  );
});
