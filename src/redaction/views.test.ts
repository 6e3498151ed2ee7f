import { afterEach, describe, expect, it, vi } from 'vitest';
import { createViews } from './views.ts';

afterEach(() => vi.restoreAllMocks());

const secret = 'password: hunter2-Rm9vYmFy';
const long = (characters: number) => `${'The pump runs well today. '.repeat(characters / 26)}\n${secret}\n`;

describe('cached redaction', () => {
  it.each([100, 20_000, 60_000])('I-10 redacts a text of %i characters only once', (characters) => {
    const views = createViews({ personalData: false, patterns: [], salt: 'salt' });
    const text = long(characters);
    const clean = views.redact(text);
    expect(clean).toContain('[secret:');
    expect(clean).not.toContain('hunter2');
    const looks = vi.spyOn(String.prototype, 'matchAll');
    expect(views.redact(text)).toBe(clean);
    expect(views.redact(clean)).toBe(clean);
    expect(looks).not.toHaveBeenCalled();
  });

  it('I-10 gives the same result for texts too long for the cache or no longer in it', () => {
    const views = createViews({ personalData: false, patterns: [], salt: 'salt' });
    const [text, clean] = [long(120_000), views.redact(long(120_000))];
    for (let index = 0; index < 12; index += 1) views.redact(`${index} ${long(120_000)}`);
    expect(views.redact(text)).toBe(clean);
    expect(views.redact(long(140_000))).not.toContain('hunter2');
  });
});
