/** Private keys with their BEGIN and END lines. */

const longestKey = 20_000;

/** From BEGIN to END, across lines, JSON escapes or one long line. A key that is cut off counts too. */
export function findPrivateKeys(text: string): { kind: string; start: number; end: number }[] {
  const found: { kind: string; start: number; end: number }[] = [];
  const begin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const body = match.index + match[0].length;
    const window = text.slice(body, body + longestKey);
    const closing = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(window);
    const length =
      closing === null
        ? /^(?:[A-Za-z0-9+/=\s]|\\[nr]){0,20000}/.exec(window)![0].trimEnd().length
        : closing.index + closing[0].length;
    if (closing === null && length < 20) continue;
    found.push({ kind: 'private-key', start: match.index, end: body + length });
    begin.lastIndex = body + length;
  }
  return found;
}
