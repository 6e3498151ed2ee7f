import { describe, expect, it } from 'vitest';
import { cutBefore, tokenAround } from './token-boundary.ts';

const key = ['gh', 'p_', 'a1B2'.repeat(9)].join('');

describe('token boundary', () => {
  it('I-10 names the token that a cut would part, and none between tokens', () => {
    const text = `use "${key}" now`;
    const start = text.indexOf(key);
    for (let position = 0; position <= text.length; position += 1) {
      const inside = position > start && position < start + key.length;
      const token = tokenAround(text, position);
      if (inside) expect(token).toEqual({ start, end: start + key.length });
      else if (token !== undefined) expect(text.slice(token.start, token.end)).toMatch(/^(?:use|now)$/);
    }
  });

  it('I-10 moves a cut to the beginning of the token, an address with its password included', () => {
    const text = `db postgres://app:hunter22@db.internal/orders end`;
    expect(text.slice(cutBefore(text, 20))).toBe('postgres://app:hunter22@db.internal/orders end');
    expect(cutBefore(text, 2)).toBe(2);
    expect(cutBefore(`${'汉'.repeat(10)}${key}`, 20)).toBe(10);
  });

  it('I-10 reads a bounded piece of a text without any boundary, and lets it be cut', () => {
    const text = 'a'.repeat(1_000_000);
    expect(cutBefore(text, 500_000)).toBe(500_000);
    const { start, end } = tokenAround(text, 500_000)!;
    expect(end - start).toBeLessThan(10_000);
  });
});
