/** Splits text where lines may break: between words, and after any character of a script without spaces. */
const breakable =
  '\\u2e80-\\u9fff\\ua000-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\uff00-\\uffef\\u{20000}-\\u{3fffd}';
const piece = new RegExp(`\\n| +|[${breakable}]|[^ \\n${breakable}]+`, 'gu');
const alone = new RegExp(`^[${breakable}]$`, 'u');

/** Splits text into line feeds, runs of spaces, words, and single characters after which a line may break. */
export function piecesOf(text: string): string[] {
  return text.match(piece) ?? [];
}

export function breaksAlone(text: string): boolean {
  return text.length <= 2 && alone.test(text);
}
