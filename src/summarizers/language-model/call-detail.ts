/** The text of a call that is logged. Redacted before it is cut, so that no cut leaves half a secret. */
const detailCharacters = 200;
/** Enough to fill the detail after redaction, and little enough to redact quickly. */
const readCharacters = 64 * 1024;

export function callDetail(text: string, redact: (text: string) => string): string {
  let redacted: string;
  try {
    redacted = redact(wholeWords(text).toWellFormed());
  } catch {
    return '(withheld: redaction failed)';
  }
  return redacted.replace(/\s+/g, ' ').trim().slice(0, detailCharacters).toWellFormed();
}

/** The beginning of a long text up to the end of a word, because half a secret would not be recognized. */
function wholeWords(text: string): string {
  if (text.length <= readCharacters) return text;
  const beginning = text.slice(0, readCharacters);
  return beginning.slice(0, Math.max(0, beginning.search(/\s\S*$/u)));
}
