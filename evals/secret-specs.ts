/**
 * Kinds of secrets by their public formats, written as specifications: `{A36}` is 36 letters and digits. Values are
 * made at run time from a seed; none was ever a secret.
 */
import type { Random } from './random.ts';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const alphabets: { [letter: string]: string } = {
  A: lower + upper + digits,
  L: lower + upper,
  U: upper,
  C: upper + digits,
  s: lower + digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  u: `${lower + upper + digits}_-`,
  b: `${lower + upper + digits}+/`,
  d: digits,
  n: '123456789',
  '2': `${upper}234567`,
  B: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
};

/**
 * Makes a value: letters name the alphabets above, `{uuid}` a UUID. Each run begins and ends with a letter or digit.
 */
export function make(specification: string, random: Random): string {
  return specification.replace(
    /\{(?:uuid|([A-Za-z2])(\d+))\}/g,
    (_, alphabet: string | undefined, length: string) => {
      const hex = (count: number) => random.text(alphabets.h!, count);
      if (alphabet === undefined) return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
      const count = Number(length);
      const signs = alphabets[alphabet]!;
      if (alphabet !== 'u' && alphabet !== 'b') return random.text(signs, count);
      const outer = alphabets.A!;
      return random.text(outer, 1) + random.text(signs, count - 2) + random.text(outer, 1);
    },
  );
}

/** Plain hexadecimal, UUIDs and short codes have no recognizable form: only the text beside them can reveal them. */
export function isMute(specification: string): boolean {
  return /^(?:\d*\{(?:uuid|[hHd]\d+)\}|\{[A-Za-z2]1?\d\})$/.test(specification);
}

/** A line with its secrets, of a template in which ⟦ and ⟧ stand around each of them. */
export function makeLine(template: string, random: Random): { text: string; secrets: string[] } {
  const made = make(template, random);
  return {
    text: made.replaceAll(/[⟦⟧]/g, ''),
    secrets: [...made.matchAll(/⟦([^⟧]*)⟧/g)].map(([, secret]) => secret!),
  };
}
