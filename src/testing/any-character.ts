import fc from 'fast-check';

const halves = { first: 0xd800, count: 0x800 };

/**
 * Every character but halves of pairs, as the unit `binary` of fast-check has them: that one lists all million of them
 * first, for seconds and 125 MB in every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - halves.count })
  .map((place) => String.fromCodePoint(place < halves.first ? place : place + halves.count));
