/**
 * Whether a text may be cut at a place. Half a secret is no known shape and passes every check, so text that is still to
 * be redacted is only cut between tokens. Reads a bounded piece around the place, whatever the text.
 */

const furthest = 4_000;
/** What ends a token on either side: blanks, quotes, brackets, and whatever is no plain sign of ASCII. */
const outside = /[\s"'`,;<>(){}[\]|]|[^\x20-\x7e]/;

/** The token that a cut before `position` would part, or undefined where the cut parts none. */
export function tokenAround(text: string, position: number): { start: number; end: number } | undefined {
  if (position <= 0 || position >= text.length) return undefined;
  if (outside.test(text[position]!) || outside.test(text[position - 1]!)) return undefined;
  let start = position - 1;
  while (start > 0 && position - start < furthest && !outside.test(text[start - 1]!)) start -= 1;
  let end = position + 1;
  while (end < text.length && end - position < furthest && !outside.test(text[end]!)) end += 1;
  return { start, end };
}

/**
 * The nearest place at or before `position` that parts no token; `position` itself where the token is longer than
 * anything that is a secret.
 */
export function cutBefore(text: string, position: number): number {
  const token = tokenAround(text, position);
  if (token === undefined || token.end - token.start > furthest) return position;
  return token.start > 0 ? token.start : position;
}
