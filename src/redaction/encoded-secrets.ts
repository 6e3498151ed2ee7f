/**
 * Finds secrets in base64 or hexadecimal (`echo c2st… | base64 -d`). A run that decodes to text is searched, and
 * replaced as a whole if the text contains a secret. Pictures, digests and keys do not decode to text.
 */
type Found = { kind: string; start: number; end: number };

const run = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hexadecimal = /^(?:[0-9a-f]{2})+$|^(?:[0-9A-F]{2})+$/;
const longestRun = 100_000;
/** This many characters show whether the whole run is text. */
const sampleCharacters = 48;

export function findEncodedSecrets(text: string, containsSecret: (decoded: string) => boolean): Found[] {
  const found: Found[] = [];
  for (const { 0: encoded, index } of text.matchAll(run)) {
    if (encoded.length > longestRun) continue;
    const encoding = hexadecimal.test(encoded) ? 'hex' : 'base64';
    // Paths, words and lower-case names do not count as base64.
    if (encoding === 'base64' && !(/[A-Z]/.test(encoded) && /[a-z]/.test(encoded))) continue;
    if (!isPlainText(Buffer.from(encoded.slice(0, sampleCharacters), encoding).toString('latin1'))) continue;
    const decoded = Buffer.from(encoded, encoding).toString('latin1');
    if (isPlainText(decoded) && containsSecret(decoded))
      found.push({ kind: 'encoded-secret', start: index, end: index + encoded.length });
  }
  return found;
}

function isPlainText(decoded: string): boolean {
  return /^[\x20-\x7e\t\r\n]{12,}$/.test(decoded);
}
