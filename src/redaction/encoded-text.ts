/**
 * Finds secrets in percent-encoded text (`?next=%2Flogin%3Dsk-…`). Each word of an address is decoded. One that
 * contains a secret is returned decoded, with the secret replaced. All others stay as they are.
 */

const encoded = /%[0-9A-Fa-f]{2}/g;
const wordEnd = /[\s"'`<>]/;
/** Levels of addresses inside addresses. */
const mostLevels = 3;

export function redactEncoded(text: string, redact: (text: string) => string): string {
  if (!text.includes('%')) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(encoded)) {
    if (index < done) continue;
    let start = index;
    while (start > done && !wordEnd.test(text[start - 1]!)) start -= 1;
    let end = index;
    while (end < text.length && !wordEnd.test(text[end]!)) end += 1;
    pieces.push(text.slice(done, start), redactWord(text.slice(start, end), redact));
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

function redactWord(word: string, redact: (text: string) => string): string {
  let result = word;
  let decoded = word;
  for (let level = 0; level < mostLevels; level += 1) {
    const next = decode(decoded);
    if (next === decoded) break;
    decoded = redact(next);
    if (decoded !== next) result = decoded;
  }
  return result;
}

/** Runs that are not UTF-8 stay as they are. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}
