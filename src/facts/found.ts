/** The matches that the readers of single kinds return to extract.ts: a value and its place in the text. */
import type { FactKind } from '../records/fact.ts';

export type Found = {
  kind: FactKind;
  value: string;
  start: number;
  end: number;
  subject?: string;
  context?: string;
  /** Added to the importance of its kind. */
  weight?: number;
};

/** Which characters of a text already belong to a fact, so that a URL is not read again as a path. */
export type Claims = { take(start: number, end: number): void; free(start: number, end: number): boolean };

export function createClaims(length: number): Claims {
  const taken = new Uint8Array(length);
  return {
    take: (start, end) => {
      taken.fill(1, start, end);
    },
    free: (start, end) => {
      for (let index = start; index < end; index += 1) if (taken[index] === 1) return false;
      return true;
    },
  };
}

/** Replaces placeholders of secrets, JSON escapes and encoded data by blanks, so that offsets stay the same. */
export function blankNoise(text: string): string {
  return text
    .replace(/\[(?:secret|personal):[a-z0-9-]{2,40}:[0-9a-f]{6}\]/g, blank)
    .replace(/[A-Za-z]:\\{1,2}(?:[^\s"\\<>|:*?]{1,80}\\{0,2}){1,20}|\\[nrt"]/g, (match) =>
      match.length > 2 ? match : '  ',
    )
    .replace(/[A-Za-z0-9+/=_-]{220,}/g, blank);
}

function blank(match: string): string {
  return ' '.repeat(match.length);
}
