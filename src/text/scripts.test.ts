import { describe, expect, it } from 'vitest';
import { characterPairs, pairedCharacter, unspacedCharacter } from './scripts.ts';

describe('scripts without spaces', () => {
  it('R-49 a run of characters becomes its overlapping pairs', () => {
    expect(characterPairs('东京塔')).toEqual(['东京', '京塔']);
    expect(characterPairs('𠮷野家')).toEqual(['𠮷野', '野家']);
    expect(characterPairs('塔')).toEqual([]);
    expect(characterPairs('')).toEqual([]);
  });

  it.each(['东', 'あ', 'カ', 'ก', 'ក', 'ກ', 'က'])(
    'R-49 %s stands in a script without spaces',
    (character) => {
      expect(unspacedCharacter.test(character)).toBe(true);
      expect(pairedCharacter.test(character)).toBe(true);
    },
  );

  it('R-49 Korean has spaces and is searched by pairs all the same', () => {
    expect(unspacedCharacter.test('한')).toBe(false);
    expect(pairedCharacter.test('한')).toBe(true);
    expect(pairedCharacter.test('я')).toBe(false);
  });
});
