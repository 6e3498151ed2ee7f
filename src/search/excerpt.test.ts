import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
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

it('R-50 several places of one text that answer are quoted together, in their order', () => {
  const filler = 'The weather in the hills was fine and the walk was long. '.repeat(12);
  const text = `${filler}The invoice is due on Friday. ${filler}Pay the invoice to Ada. ${filler}`;
  const excerpt = excerptAround({ text, terms: terms('invoice'), characters: 200 });
  expect(excerpt).toMatch(/The invoice is due on Friday\..* \[…\] .*Pay the invoice to Ada\./su);
  expect(excerpt.length).toBeLessThan(220);
});

it('R-50 of an answer of many sentences the one that says most of what is asked is quoted whole', () => {
  const filler = 'The sink depends on the tiles, and the tiles depend on the floor. '.repeat(10);
  const text = `${filler}The plumber wants 1,450 euros for moving the sink. ${filler}`;
  expect(excerptAround({ text, terms: terms('plumber sink'), characters: 120 })).toContain(
    'The plumber wants 1,450 euros for moving the sink.',
  );
});

it('R-50 an excerpt of any text is made of stretches of it and keeps its size', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter, maxLength: 3_000 }),
      fc.integer({ min: 20, max: 500 }),
      (text, characters) => {
        const wellFormed = text.toWellFormed().replaceAll('[…]', '');
        const excerpt = excerptAround({ text: wellFormed, terms: terms('a b'), characters });
        expect(excerpt.length).toBeLessThanOrEqual(
          wellFormed.length > characters ? characters + 8 : wellFormed.length,
        );
        for (const run of excerpt.split('[…]')) {
          // A pair of surrogates that a cut parts is not quoted.
          const quoted = run.trim().replaceAll('\ufffd', '');
          expect(wellFormed.includes(quoted) || run.includes('\ufffd')).toBe(true);
        }
      },
    ),
  );
});

it('R-50 where one thing is asked for, a sentence that tells one comes before those that tell none', () => {
  const filler = 'Most of it can be cleaned up with some patience. '.repeat(10);
  const text = `${filler}Type "ncdu -x /volume1" for that. ${filler}`;
  const asked = { text, terms: terms('which command'), characters: 120 };
  expect(excerptAround({ ...asked, seeksDetail: true })).toContain('ncdu -x /volume1');
  expect(excerptAround(asked)).not.toContain('ncdu');
});

it('R-50 the number of an item is quoted with the item', () => {
  const items = Array.from(
    { length: 20 },
    (_, index) => `${index + 1}. The cable of room ${index} is long enough.`,
  );
  items[11] = '12. The printer has a fixed address in the list of the router.';
  const excerpt = excerptAround({ text: items.join('\n'), terms: terms('printer address'), characters: 120 });
  expect(excerpt).toContain('12. The printer has a fixed address');
  expect(excerpt).not.toMatch(/\d\. \[…\]/u);
});

it('R-50 where an item is asked for by its number, that item is quoted', () => {
  const rooms = 'hall kitchen cellar attic studio nursery pantry garage'.split(' ');
  const items = rooms.map(
    (room) => `- The ${room} gets a lamp of its own, in a colour that suits the walls.`,
  );
  const text = `Eight lamps for your list:\n\n${items.join('\n')}\n\nThe lamps on the list are cheap.`;
  const asked = { text, terms: terms('lamp on the list'), characters: 120 };
  expect(excerptAround({ ...asked, item: 7 })).toContain('The pantry');
  expect(excerptAround({ ...asked, item: 'last' })).toContain('The garage');
  expect(excerptAround(asked)).not.toContain('The pantry');
});
