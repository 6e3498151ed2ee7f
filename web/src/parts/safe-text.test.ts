import { describe, expect, it } from 'vitest';
import { cut, safeLink, safeText } from './safe-text.ts';

describe('text of strangers', () => {
  it('R-61 shows what would reorder or hide the words around it', () => {
    expect(safeText('pay \u202e001\u202c now')).toBe('pay ⟨RLO⟩001⟨PDF⟩ now');
    expect(safeText('a\u0000b\u001b[2Jc\u009bd')).toBe('a⟨0000⟩b⟨001B⟩[2Jc⟨009B⟩d');
    expect(safeText('zero\u200bwidth \u2066x\u2069')).toBe('zero⟨ZWSP⟩width ⟨LRI⟩x⟨PDI⟩');
  });

  it('R-61 leaves lines, tabs and every language as they are', () => {
    const text = 'line one\n\tline two\nשלום مرحبا 你好 👩‍👩‍👧 é';
    expect(safeText(text)).toBe(text);
    expect(safeText('windows\r\nlines')).toBe('windows\nlines');
  });

  it('R-61 follows no link that runs something', () => {
    for (const address of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '/relative',
      '',
    ])
      expect(safeLink(address)).toBeUndefined();
    expect(safeLink('https://example.org/a?b=1')).toBe('https://example.org/a?b=1');
    expect(safeLink('mailto:anna@example.org')).toBe('mailto:anna@example.org');
  });

  it('R-61 draws long text in steps', () => {
    expect(cut('abcdef', 4)).toEqual({ shown: 'abcd', more: 2 });
    expect(cut('abc', 4)).toEqual({ shown: 'abc', more: 0 });
  });
});
