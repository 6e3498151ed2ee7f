/** Names of secrets in code, configuration and conversation, in the cases and languages people use. */
import type { Random } from './random.ts';

export type Family = 'key' | 'password';

export type Names = {
  vendor: string;
  camel: string;
  upper: string;
  snake: string;
  kebab: string;
  said: string;
};

const vendors = [
  'acme',
  'globex',
  'initech',
  'hooli',
  'umbrella',
  'vandelay',
  'wonka',
  'tyrell',
  'cyberdyne',
  'soylent',
];
const parts: { [family in Family]: readonly (readonly string[])[] } = {
  key: [
    ['api', 'key'],
    ['key'],
    ['token'],
    ['secret'],
    ['access', 'token'],
    ['secret', 'key'],
    ['auth', 'token'],
    ['client', 'secret'],
    ['access', 'key'],
  ],
  password: [
    ['password'],
    ['db', 'password'],
    ['admin', 'password'],
    ['pwd'],
    ['passphrase'],
    ['root', 'password'],
  ],
};

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

export function namesFor(family: Family, random: Random): Names {
  const vendor = random.pick(vendors);
  const words = [vendor, ...random.pick(parts[family])];
  return {
    vendor,
    camel: words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
    upper: words.join('_').toUpperCase(),
    snake: words.join('_'),
    kebab: words.join('-'),
    said: words.slice(1).join(' '),
  };
}
