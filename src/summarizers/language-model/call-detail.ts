/** What a call leaves in the log: redacted first, then cut, so that a cut never lets half a secret through. */
const detailCharacters = 200;
/** Enough to fill the detail after redaction, little enough to redact quickly. */
const readCharacters = 2_000;

export function callDetail(text: string, redact: (text: string) => string): string {
  let redacted: string;
  try {
    redacted = redact(text.slice(0, readCharacters).toWellFormed());
  } catch {
    return '(withheld: redaction failed)';
  }
  return redacted.replace(/\s+/g, ' ').trim().slice(0, detailCharacters).toWellFormed();
}
