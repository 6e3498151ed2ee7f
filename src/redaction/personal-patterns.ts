/** Personal data rather than credentials: addresses, phone, card and account numbers, with their checksums. */
import type { SecretPattern } from './secret-pattern.ts';

export const personalPatterns: readonly SecretPattern[] = [
  {
    kind: 'email',
    hints: ['@'],
    pattern:
      /(?<![\p{L}\p{N}._+-])[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}])/dgu,
  },
  {
    kind: 'card-number',
    hints: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/dg,
    accept: (value) => passesLuhn(value.replace(/\D/g, '')),
  },
  {
    kind: 'iban',
    hints: [''],
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/dg,
    accept: (value) => passesIban(value.replace(/ /g, '')),
  },
  {
    kind: 'social-security-number',
    hints: ['-'],
    pattern: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/dg,
  },
  {
    kind: 'phone',
    hints: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
    pattern:
      /(?<![\p{L}\p{N}.:/_+-])(?:\+\d{1,3}[ .-]?\(?\d{1,4}\)?[ .-]?\d{3,4}[ .-]?\d{2,6}(?:[ .-]\d{1,4})?|(?:\(\d{2,4}\)|\d{2,4})[ .-]\d{3,4}[ .-]\d{3,4}(?:[ .-]\d{1,4})?)(?![\p{L}\p{N}_-])/dgu,
    accept: (value) => value.replace(/\D/g, '').length >= 9 && !/^\d{4}[-.]\d{2}/.test(value),
  },
];

function passesLuhn(digits: string): boolean {
  if (digits.length < 13 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

function passesIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    for (const digit of String(parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}
