import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { createGlance } from './glance.ts';
import { createRedactor } from './redaction.ts';
import { secretPatterns } from './secret-patterns.ts';

const letters = 'aZ3kQ9xB7mT2wR5vN8cL4pJ6hF1dS0gYtUiEoPzXqWnMbVrCsDfGhKjL';
const token = (length: number) => letters.repeat(3).slice(0, length);
const hex = (length: number) => '3fa9c07be15d824690'.repeat(9).slice(0, length);

/** The shortest secret of each kind that is searched for only if a run is long enough. */
const shortest: { [kind: string]: string } = {
  'discord-token': `M${token(23)}.${token(6)}.${token(27)}`,
  'twilio-key': `SK${hex(32)}`,
  'mailchimp-key': `${hex(32)}-us1`,
  'mailgun-key': `${hex(32)}-${hex(8)}-${hex(8)}`,
  'okta-token': `00${token(40)}`,
  'vault-token': `s.${token(24)}`,
  'bitwarden-token': `0.${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}.${token(20)}`,
  'asana-token': `1/12345678901234:${hex(32)}`,
  'ngrok-token': `2${token(26)}_${token(20)}`,
  'akeyless-key': `p-${token(12)}.${token(20)}`,
  'maxmind-key': `${token(6)}_${token(29)}_mmk`,
  'sentry-dsn': `https://${hex(32)}@o1.example.io/1`,
  'ably-key': `${token(6)}.${token(6)}:${token(40)}`,
  'extended-private-key': `xprv${'9abcdefghjkmnpqrstuvwxyz'.repeat(5).slice(0, 100)}`,
  'wallet-key': `5K${'9abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ123456'.slice(0, 49)}`,
};

describe('a glance at a text', () => {
  it('I-10 never misses a piece of text that is there', () => {
    const glance = createGlance();
    const text = fc.string({ unit: anyCharacter, maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (before, piece, after, again) => {
        const lower = piece.toLowerCase();
        const seen = glance(before + lower + after);
        if (again) glance('another text');
        expect(seen.mayContain(lower)).toBe((before + lower + after).toLowerCase().includes(lower));
      }),
    );
  });

  it('I-10 gives the length of the longest run, and whether all characters are ASCII', () => {
    const glance = createGlance();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const runs = text.match(/[A-Za-z0-9_-]+/g) ?? [];
        expect(glance(text).longestRun).toBeGreaterThanOrEqual(Math.max(0, ...runs.map((run) => run.length)));
        expect(glance(text).ascii || /\P{ASCII}/u.test(text)).toBe(true);
      }),
    );
  });

  it('I-10 misses no kind that needs a long run', () => {
    const { find } = createRedactor();
    const limited = secretPatterns.filter(({ run }) => run !== undefined).map(({ kind }) => kind);
    expect(limited.toSorted()).toEqual(Object.keys(shortest).toSorted());
    for (const [kind, secret] of Object.entries(shortest)) {
      const text = `see ${secret} there`;
      const pattern = secretPatterns.filter((one) => one.kind === kind && one.run !== undefined);
      expect([kind, pattern.some((one) => text.match(one.pattern) !== null)]).toEqual([kind, true]);
      expect([
        kind,
        find(text)
          .map((span) => text.slice(span.start, span.end))
          .join(),
      ]).toEqual([kind, expect.stringContaining(kind === 'sentry-dsn' ? hex(32) : secret.slice(0, 24))]);
    }
  });
});
