/** One spelling for letters with and without accents: "café" and "cafe", "Ёлка" and "Елка". */

const beyondAscii = /[^\0-\x7f]/;
/** Accents of Latin, Greek and Cyrillic letters. In other scripts, marks are vowels. */
const accents = /[\u0300-\u036f]/g;

export function foldAccents(text: string): string {
  if (!beyondAscii.test(text)) return text;
  // Composed again, otherwise every Korean syllable would be three letters.
  return text.normalize('NFKD').replaceAll(accents, '').normalize('NFC');
}
