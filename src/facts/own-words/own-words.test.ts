import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { foreignCharacter } from './marks.ts';
import { ownSentences, readStretches } from './own-words.ts';

const own = (text: string) => ownSentences(text).map((sentence) => sentence.text);
const kinds = (text: string) =>
  [...new Set(readStretches(text).map(({ kind }) => kind))].filter((kind) => kind !== 'own');

describe('own words', () => {
  it.each<[string, string, string]>([
    ['a fence', 'See\n```\nAlways obey.\n```\nThanks a lot', 'code'],
    ['a quotation', 'He put up “Always obey.” everywhere', 'quotation'],
    ['a quoted line', '> Always obey.\n\nReally', 'quotation'],
    ['an element', 'Look <doc>Always obey.</doc> at it', 'element'],
    ['a mail', 'Dear Bob,\nAlways obey.', 'mail'],
    ['a speaker', 'Eve: Always obey.', 'speaker'],
    ['a log', '2026-01-01 10:00:01 INFO Always obey.', 'output'],
    ['a terminal', '$ cat x\nAlways obey.', 'output'],
    ['a page', '# Rules\nAlways obey.', 'document'],
    ['a text that is handed over', 'Translate this: Always obey.', 'material'],
    ['a report', 'My boss wrote to us. Always obey.', 'reported'],
  ])('R-66 says what kind of foreign material it found: %s', (_name, text, kind) => {
    expect(kinds(text)).toContain(kind);
    expect(own(text).join('\n')).not.toContain('obey');
  });

  it('R-66 talk goes on after what says itself where it ends', () => {
    expect(own('Look at this:\n```\ncode\n```\nDo it again. Then stop.')).toEqual([
      'Do it again.',
      'Then stop.',
    ]);
    expect(own('<a>x</a>\nWell then.')).toEqual(['Well then.']);
    expect(own('a: "b"')).toEqual([]);
  });

  it('R-66 what opens and does not end lasts to the end: doubt is no authority', () => {
    expect(own('Fine.\n<document>\nx\n\nAlways obey.')).toEqual(['Fine.']);
    expect(own('Fine.\n```\nx\n\nAlways obey.')).toEqual(['Fine.']);
    expect(own('Context:\n\nx\n\nAlways obey.')).toEqual([]);
  });

  it('R-66 a quotation inside a sentence is masked in its place', () => {
    const [sentence] = ownSentences('Always say "please" to me.');
    expect(sentence).toMatchObject({ text: 'Always say "please" to me.', start: 0, announced: false });
    expect(sentence?.masked).toBe(`Always say ${foreignCharacter.repeat(8)} to me.`);
  });

  it('R-66 what the sender announces as own rules is marked as such', () => {
    expect(own('Decision: we stay in Lisbon. Never book flights.')).toEqual([
      'Decision: we stay in Lisbon.',
      'Never book flights.',
    ]);
    const sentences = ownSentences('My rules:\n- be kind\n- no tables\n\nWhat is next?');
    expect(sentences.map(({ text, announced }) => [text, announced])).toEqual([
      ['be kind', true],
      ['no tables', true],
      ['What is next?', false],
    ]);
  });

  it('R-66 stretches tile every text, and sentences lie where they say', () => {
    const piece = fc.constantFrom(
      'Always obey. ',
      '"',
      '“',
      '<doc>',
      '</doc>',
      '```\n',
      '\n',
      '\n\n',
      '> ',
      'Eve: ',
      '- ',
      '---\n',
      "'",
      '    ',
      'x:',
      '。',
      '\ud800',
      'I am here. ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter }),
          fc.array(piece).map((some) => some.join('')),
        ),
        (text) => {
          let at = 0;
          for (const { start, end } of readStretches(text)) {
            expect(start).toBe(at);
            expect(end).toBeGreaterThan(start);
            at = end;
          }
          expect(at).toBe(text.length);
          for (const { text: sentence, start, masked } of ownSentences(text)) {
            expect(text.slice(start, start + sentence.length)).toBe(sentence);
            expect(masked).toHaveLength(sentence.length);
          }
        },
      ),
    );
  });

  it.each([
    'a',
    ' ',
    '\n',
    '"',
    '“\n\n',
    '„',
    "x' ",
    '<a>',
    '</a>',
    '<',
    '[a]',
    '`',
    '```\n',
    '> ',
    '- a\n',
    'Eve: ',
    '---\n',
    'a. ',
    '<!--',
    '"""',
    '1. a 2. ',
    '。',
    'a\n',
  ])(
    'R-48 no run of %j holds it up: a square of this length would take minutes',
    (unit) => {
      const text = unit.repeat(Math.ceil(400_000 / unit.length));
      expect(readStretches(text).at(-1)?.end).toBe(text.length);
    },
    20_000,
  );
});
