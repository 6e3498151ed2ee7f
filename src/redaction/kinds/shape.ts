/**
 * Secrets that are recognized by how they begin. The tables in this folder have a line for each kind. One pass over the
 * beginnings of tokens searches for all kinds, so that a further kind costs nothing in texts without it.
 */
import { randomBits } from '../randomness.ts';

export type Shape = {
  kind: string;
  /** The possible beginnings of the token. */
  starts: readonly string[];
  /** The rest of the token, as the source of a pattern. */
  rest: string;
  /** True for a short or common beginning: the rest must also look generated. */
  doubtful?: boolean;
};

export type ShapeFinder = (text: string) => { kind: string; start: number; end: number }[];

/** Character classes for the rest of a token, and where a token of fixed length has to end. */
export const any = '[A-Za-z0-9]';
export const url = '[A-Za-z0-9_-]';
export const base64 = '[A-Za-z0-9+/]';
export const hex = '[0-9a-f]';
export const capital = '[A-Z0-9]';
export const small = '[a-z0-9]';
export const uuid = `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`;
export const end = '(?![A-Za-z0-9])';

/** `starts` is separated by blanks. */
export function shape(kind: string, starts: string, rest: string): Shape {
  return { kind, starts: starts.split(' '), rest };
}

export function doubtful(kind: string, starts: string, rest: string): Shape {
  return { ...shape(kind, starts, rest), doubtful: true };
}

const placeholderMark =
  /(.)\1{7}|x{6}|\.{3}|\*{3}|(?<![A-Za-z0-9])(?:your|my|insert|replace|example|placeholder)[-_]|[-_](?:here|goes)(?![A-Za-z0-9])/i;

export function createShapeFinder(shapes: readonly Shape[]): ShapeFinder {
  const byBeginning = new Map<number, { kind: string; pattern: RegExp; doubtful: boolean }[]>();
  for (const { kind, starts, rest, doubtful: isDoubtful = false } of shapes) {
    for (const start of starts) {
      const escaped = start.replace(/[.$/+]/g, '\\$&');
      const entry = { kind, pattern: new RegExp(escaped + rest, 'y'), doubtful: isDoubtful };
      const key = beginning(start, 0);
      byBeginning.set(key, [...(byBeginning.get(key) ?? []), entry]);
    }
  }

  return (text) => {
    const found: ReturnType<ShapeFinder> = [];
    let inside = false;
    for (let index = 0; index + 8 < text.length; index += 1) {
      const alphanumeric = isAlphanumeric(text.charCodeAt(index));
      if (!alphanumeric || inside) {
        inside = alphanumeric;
        continue;
      }
      inside = true;
      const candidates = byBeginning.get(beginning(text, index));
      if (candidates === undefined) continue;
      for (const { kind, pattern, doubtful: isDoubtful } of candidates) {
        pattern.lastIndex = index;
        const match = pattern.exec(text);
        if (match === null || placeholderMark.test(match[0])) continue;
        if (isDoubtful && !/[0-9a-f-]{24}/.test(match[0]) && randomBits(match[0]) < 4) continue;
        found.push({ kind, start: index, end: index + match[0].length });
        index += match[0].length - 1;
        break;
      }
    }
    return found;
  };
}

function beginning(text: string, index: number): number {
  return (text.charCodeAt(index) << 16) ^ (text.charCodeAt(index + 1) << 8) ^ text.charCodeAt(index + 2);
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
