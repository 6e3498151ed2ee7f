import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyDecoder, type Key } from './keys.ts';

function decode(...pieces: string[]): Key[] {
  const decoder = createKeyDecoder();
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.flush()];
}
const name = (key: string) => ({ kind: 'key', name: key });

describe('createKeyDecoder', () => {
  it.each([
    ['\r', 'enter'],
    ['\n', 'newline'],
    ['\u001b\r', 'newline'],
    ['\u001b[13;2u', 'newline'],
    ['\u001b[27;2;13~', 'newline'],
    ['\u001b[A', 'up'],
    ['\u001bOA', 'up'],
    ['\u001b[1;5D', 'word-left'],
    ['\u001bb', 'word-left'],
    ['\u001b[3~', 'delete'],
    ['\u0003', 'interrupt'],
    ['\u0004', 'end-of-input'],
    ['\u001b', 'escape'],
  ])('R-58 %j is %s', (bytes, key) => {
    expect(decode(bytes)).toEqual([name(key)]);
  });

  it('R-58 a paste is one key, with its line ends made plain and no key inside it acted on', () => {
    expect(decode('a\u001b[200~one\r\ntwo\rthree\u0003\u001b[201~b')).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'paste', text: 'one\ntwo\nthree\u0003' },
      { kind: 'text', text: 'b' },
    ]);
  });

  it('R-58 sequences it does not know are swallowed whole', () => {
    expect(decode('x\u001b[99;7Ry\u001b]')).toEqual([
      { kind: 'text', text: 'x' },
      { kind: 'text', text: 'y' },
    ]);
  });

  it('R-58 the same keys come out however the bytes are cut', () => {
    const bytes = 'hi\u001b[A\u001b[200~pa\r\nste\u001b[201~\u001b\r\u001b[1;5Cé漢\r\u0017';
    const joined = (keys: Key[]) =>
      keys.reduce<Key[]>((list, key) => {
        const last = list.at(-1);
        if (key.kind === 'text' && last?.kind === 'text') last.text += key.text;
        else list.push({ ...key });
        return list;
      }, []);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        expect(joined(decode(...pieces))).toEqual(joined(decode(bytes)));
      }),
    );
  });
});
