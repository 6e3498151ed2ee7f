/**
 * Secrets in base64 or hexadecimal (`echo c2st… | base64 -d`): a run that decodes to writing is read, and covered as a
 * whole where that writing holds a secret. Pictures, digests and keys decode to no writing.
 */
type Found = { kind: string; start: number; end: number };

const run = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const hexadecimal = /^(?:[0-9a-f]{2})+$|^(?:[0-9A-F]{2})+$/;
const longestRun = 100_000;
/** So much tells whether the whole is writing. */
const glanced = 48;

export function findEncodedSecrets(text: string, holdsSecret: (decoded: string) => boolean): Found[] {
  const found: Found[] = [];
  for (const { 0: encoded, index } of text.matchAll(run)) {
    if (encoded.length > longestRun) continue;
    const encoding = hexadecimal.test(encoded) ? 'hex' : 'base64';
    // A path, a word and a name in small letters are nobody's base64.
    if (encoding === 'base64' && !(/[A-Z]/.test(encoded) && /[a-z]/.test(encoded))) continue;
    if (!isWriting(Buffer.from(encoded.slice(0, glanced), encoding).toString('latin1'))) continue;
    const decoded = Buffer.from(encoded, encoding).toString('latin1');
    if (isWriting(decoded) && holdsSecret(decoded))
      found.push({ kind: 'encoded-secret', start: index, end: index + encoded.length });
  }
  return found;
}

function isWriting(decoded: string): boolean {
  return /^[\x20-\x7e\t\r\n]{12,}$/.test(decoded);
}
