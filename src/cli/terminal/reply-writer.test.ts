import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyWriter } from './reply-writer.ts';
import { displayWidth } from './width.ts';

function write(pieces: readonly string[], columns = 40): string {
  let written = '';
  const writer = createReplyWriter({
    output: { write: (text: string) => (written += text) },
    columns: () => columns,
  });
  for (const piece of pieces) writer.write(piece);
  writer.end();
  return written;
}

describe('createReplyWriter', () => {
  it('R-58 breaks lines between words, wherever the pieces end', () => {
    expect(write(['The qui', 'ck brown fox jumps', ' over the lazy ', 'dog.'], 20)).toBe(
      'The quick brown fox\njumps over the lazy\ndog.\n',
    );
  });

  it('R-58 keeps empty lines and the indent of code', () => {
    expect(write(['\n\nif x:\n', '    return 1\n\ndone'])).toBe('if x:\n    return 1\n\ndone\n');
  });

  it('R-58 an escape sequence that is split over two pieces is shown, not obeyed', () => {
    expect(write(['red \u001b', '[31mnow\u001b]0;title\u0007'])).toBe('red ␛[31mnow␛]0;title␇\n');
    expect(write(['a\r', '\nb'])).toBe('a\nb\n');
  });

  it('R-58 text of scripts without spaces appears as it comes', () => {
    expect(write(['漢字', '漢字漢字'], 11)).toBe('漢字漢字漢\n字\n');
  });

  it('R-58 shows nothing where nothing was written', () => {
    expect(write([])).toBe('');
    expect(write(['', '\n \n'])).toBe('');
  });

  it('R-58 however it is cut, the same is shown, no control character, no line too wide', () => {
    const nasty = fc.constantFrom(
      '\u001b[2J',
      '\u009b',
      '\r\n',
      '\r',
      '\u0007',
      '👨‍👩‍👧',
      '漢',
      ' ',
      'word',
      '\n',
      '\u202e',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(nasty, fc.string({ maxLength: 6 })), { maxLength: 40 }),
        fc.array(fc.nat(200), { maxLength: 10 }),
        (parts, cuts) => {
          const text = parts.join('');
          const places = [
            0,
            ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b),
            text.length,
          ];
          const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
          const written = write(pieces);
          expect(written).toBe(write([text]));
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there.
          expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
          for (const line of written.split('\n')) {
            if (line.includes(' '))
              expect(displayWidth(line.slice(0, line.lastIndexOf(' ')))).toBeLessThan(40);
          }
        },
      ),
    );
  });
});
