import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEverthreadError } from '../errors.ts';
import { createJsonSplitter, type JsonPiece } from './json-splitter.ts';
import { createLineSplitter, type RawLine } from './line-splitter.ts';

const lists = ['messages', 'input'];

/** The text in pieces, cut at these positions. */
function inChunks(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
}

function split(
  text: string,
  { cuts = [], maxCharacters = 1_000_000 }: { cuts?: number[]; maxCharacters?: number } = {},
) {
  const splitter = createJsonSplitter({ lists, maxCharacters });
  const pieces: JsonPiece[] = [];
  for (const chunk of inChunks(text, cuts)) pieces.push(...splitter.push(chunk));
  return [...pieces, ...splitter.end()];
}

/** The document put together from the pieces; throws if one is not JSON. */
function assemble(pieces: readonly JsonPiece[]): unknown {
  let root: unknown;
  for (const piece of pieces) {
    if (piece.kind === 'open') root = piece.root === 'array' ? [] : {};
    else if (piece.kind === 'list') put(root, piece.key, []);
    else if (piece.kind === 'member') put(root, piece.key, JSON.parse(piece.text!));
    else {
      const list = piece.list === undefined ? root : (root as Record<string, unknown>)[piece.list];
      expect(piece.index).toBe((list as unknown[]).length);
      (list as unknown[]).push(JSON.parse(piece.text!));
    }
  }
  return root;
}

function put(root: unknown, key: string, value: unknown): void {
  Object.defineProperty(root, key, { value, enumerable: true, configurable: true, writable: true });
}

function outcome(read: () => unknown): unknown {
  try {
    return { read: read() };
  } catch (error) {
    return isEverthreadError(error, 'invalid_input') || error instanceof SyntaxError ? 'refused' : error;
  }
}

const chunks = fc.array(fc.nat(), { maxLength: 12 });
const value = fc.jsonValue({ maxDepth: 4 });
const document = fc.oneof(
  fc.array(value, { maxLength: 8 }),
  fc.dictionary(fc.oneof(fc.constantFrom(...lists, 'system', '__proto__'), fc.string()), value, {
    maxKeys: 6,
  }),
  fc.record({ messages: fc.array(value, { maxLength: 6 }), model: fc.string() }),
);

describe('one document in pieces', () => {
  it('R-58 gives the same values as JSON.parse, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1, '\t'), chunks, (root, indent, cuts) => {
        const text = JSON.stringify(root, null, indent);
        expect(assemble(split(text, { cuts }))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('§8 refuses what JSON.parse refuses, and nothing else', () => {
    const damaged = fc
      .tuple(document, fc.nat(), fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '\\', ' ', 'x', '\n'))
      .map(([root, place, sign]) => {
        const text = JSON.stringify(root);
        const cut = place % (text.length + 1);
        return text.slice(0, cut) + sign + text.slice(cut + (sign === '' ? 1 : 0));
      });
    fc.assert(
      fc.property(damaged, chunks, (text, cuts) => {
        const expected = outcome(() => {
          const parsed = JSON.parse(text);
          if (typeof parsed !== 'object' || parsed === null) throw new SyntaxError('no document');
          return parsed;
        });
        expect(outcome(() => assemble(split(text, { cuts })))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('§8 a piece that is too long is left out, and the others are read', () => {
    const text = JSON.stringify(['short', 'x'.repeat(50), { a: 'y'.repeat(50) }, 1]);
    const pieces = split(text, { maxCharacters: 20, cuts: [10, 30] });
    expect(pieces.map((piece) => ('text' in piece ? piece.text : piece.kind))).toEqual([
      'open',
      '"short"',
      undefined,
      undefined,
      '1',
    ]);
    expect(pieces[2]).toMatchObject({ characters: 52 });
  });

  it('§8 the line of a mistake is named', () => {
    expect(() => split('[\n1,\n2\n3]')).toThrow(
      'line 4 is not valid JSON: a comma or ] must follow, but found "3"',
    );
    expect(() => split('{"a": 1')).toThrow('but found its end');
  });
});

describe('lines', () => {
  const read = (text: string, cuts: number[], maxCharacters = 1_000): RawLine[] => {
    const splitter = createLineSplitter({ maxCharacters });
    const lines: RawLine[] = [];
    for (const chunk of inChunks(text, cuts)) lines.push(...splitter.push(chunk));
    return [...lines, ...splitter.end()];
  };

  it('R-58 are the texts between line feeds, wherever the chunks are cut', () => {
    const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '{"x":1}'), { maxLength: 30 });
    fc.assert(
      fc.property(text, chunks, (pieces, cuts) => {
        const whole = pieces.join('');
        const expected = whole.split('\n');
        if (expected.at(-1) === '') expected.pop();
        const lines = read(whole, cuts);
        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(lines.map((line) => line.number)).toEqual(expected.map((_, index) => index + 1));
      }),
    );
  });

  it('§8 a line that is too long is counted, and its text is dropped', () => {
    expect(read(`ok\n${'x'.repeat(5_000)}\nok`, [100, 2_000])).toEqual([
      { number: 1, text: 'ok' },
      { number: 2, text: undefined, characters: 5_000 },
      { number: 3, text: 'ok' },
    ]);
  });
});
