import fc from 'fast-check';
import { expect, it } from 'vitest';
import { neededPieces } from './needed-pieces.ts';
import { createPatternIndex } from './pattern-index.ts';
import { atOnce } from './steps.ts';

const piecesOf = (source: string) => atOnce(neededPieces([source]))[0];

it.each([
  ['^(?:always|never) use ', ['always use ', 'never use ']],
  ['^(?:please\\s+)?avoid \\p{L}', ['avoid ']],
  ['^.{2,80}\\bfrom now on[.!]*$', ['from now on']],
  ['keep (?:it|that) short(?! of)', ['keep it short', 'keep that short']],
  ['colou?r|grey', ['color', 'colour', 'grey']],
  ['^(?=x)apologi[sz]e', ['apologise', 'apologize']],
  ['(?<name>stop)+', ['stop']],
  ['请|請你', ['请', '請你']],
  ['ask(?: me)?', ['ask']],
])('R-48 of an expression it is told which pieces of text it needs: %s', (source, pieces) => {
  expect(piecesOf(source)?.toSorted()).toEqual(pieces.toSorted());
});

it.each(['^(?:never)?$', '\\p{L}{3,}', '^(?:do|no)\\s', 'always|.+', '(?!never)', '[a-z]+'])(
  'R-48 an expression that needs no certain piece is always tried: %s',
  (source) => expect(piecesOf(source)).toBeUndefined(),
);

type Sample = { source: string; text: string };

const letters = 'aeé从ßж😀';
/** Expressions, each with a text that it matches. */
const { samples } = fc.letrec<{ samples: Sample; atoms: Sample }>((tie) => ({
  samples: fc.array(tie('atoms'), { minLength: 1, maxLength: 4 }).map((parts) => ({
    source: parts.map(({ source }) => source).join(''),
    text: parts.map(({ text }) => text).join(''),
  })),
  atoms: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 })
      .map((text) => ({ source: text, text })),
    fc.constantFrom(
      { source: '.', text: 'x' },
      { source: '\\s', text: ' ' },
      { source: '\\p{L}', text: 'q' },
      { source: '\\.', text: '.' },
      { source: '[xyz]', text: 'z' },
      { source: '[^a-f]', text: 'k' },
      { source: '(?!never)', text: '' },
      { source: '(?<!\\p{N})', text: '' },
    ),
    fc.tuple(tie('samples'), tie('samples'), fc.boolean()).map(([one, other, isFirst]) => ({
      source: `(?:${one.source}|${other.source})`,
      text: (isFirst ? one : other).text,
    })),
    fc
      .tuple(tie('samples'), fc.constantFrom('?', '*', '+', '{2}', '{1,3}', '{0,2}?', '??'), fc.boolean())
      .map(([{ source, text }, quantifier, occurs]) => ({
        source: `(${source})${quantifier}`,
        text: /^[?*]|^\{0/.test(quantifier) && !occurs ? '' : text.repeat(quantifier === '{2}' ? 2 : 1),
      })),
  ),
}));

it('R-48 every text that an expression matches has one of its pieces', () => {
  fc.assert(
    fc.property(samples, fc.string(), ({ source, text }, before) => {
      fc.pre(new RegExp(source, 'u').test(text));
      const pieces = piecesOf(source);
      if (pieces !== undefined) expect(pieces.some((piece) => text.includes(piece))).toBe(true);
      for (const flags of ['u', 'iu'] as const) {
        const index = createPatternIndex({ sources: ['never such', source], flags });
        for (const written of flags === 'iu' ? [text, text.toUpperCase()] : [text]) {
          const isMatch = new RegExp(source, flags).test(before + written);
          expect(index.test(before + written)).toBe(isMatch);
        }
      }
    }),
  );
});

it('R-48 the first of several expressions that match is found, in the order given', () => {
  const index = createPatternIndex({ sources: ['from now on', '^always (.+)', 'use (.+)'], flags: 'iu' });
  expect(index.find('Always use tabs')).toMatchObject({ index: 1, match: { 1: 'use tabs' } });
  expect(index.find('Please use tabs')?.index).toBe(2);
  expect(index.find('Use tabs FROM NOW ON')?.index).toBe(0);
  expect(index.find('never')).toBeUndefined();
});

it('R-48 where case is ignored, so it is in letters of several small forms', () => {
  const index = createPatternIndex({ sources: ['^sisters', 'λόγος$'], flags: 'iu' });
  for (const text of ['SISTERS', 'ſiſters', 'ΛΌΓΟΣ', 'λόγοσ']) expect(index.test(text)).toBe(true);
});

it('R-48 the match that begins first is the one of all alternatives together', () => {
  const sources = ['code (?<rest>.*)$', 'login code (?<rest>.*)$', 'code for (?<rest>.*)$'];
  const index = createPatternIndex({ sources, flags: 'iu' });
  const together = new RegExp(sources.map((source) => source.replace('?<rest>', '')).join('|'), 'iu');
  for (const text of ['the Login code is 1', 'a code for you: login code 2', 'no number']) {
    expect(index.leftmost(text)?.[0]).toBe(together.exec(text)?.[0]);
  }
  expect(index.leftmost('the Login code is 1')?.groups?.rest).toBe('is 1');
});

it('R-48 an index of many expressions is made with pauses, once', () => {
  const sources = Array.from({ length: 450 }, (_, number) => `pattern ${number}(?: or more)?$`);
  const index = createPatternIndex({ sources, flags: 'u' });
  expect([...index.prepare()].length).toBeGreaterThan(3);
  expect([...index.prepare()]).toEqual([]);
  expect(index.find('this is pattern 321')?.index).toBe(321);
});

it('R-48 all expressions can be compiled ahead, with a pause behind each, and find the same', () => {
  const index = createPatternIndex({ sources: ['^always (.+)', 'from now on'], flags: 'iu' });
  expect([...index.compile()]).toHaveLength(4);
  expect(index.find('Always use tabs')?.match[1]).toBe('use tabs');
  expect(index.test('text')).toBe(false);
});
