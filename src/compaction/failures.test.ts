import { describe, expect, it } from 'vitest';
import { EverthreadError } from '../errors.ts';
import { SummarizerFailure } from '../summarizer.ts';
import { asEverthreadError, errorText, isSuperseded } from './failures.ts';

const redact = (text: string) => text.replaceAll('hunter2', '[secret]');

describe('failures of a compaction', () => {
  it('I-10 are told redacted and short, a secret at the cut included', () => {
    expect(errorText(new Error('key hunter2 was refused'), redact)).toBe('key [secret] was refused');
    // Redacted before it is cut, so that a cut never leaves half a secret.
    const told = errorText(new Error(`${'x'.repeat(297)}hunter2`), redact);
    expect(told).toHaveLength(300);
    expect(told).toMatch(/x\[se$/u);
    expect(errorText('not an error', redact)).toBe('not an error');
    expect(errorText('a\ud800b', redact).isWellFormed()).toBe(true);
  });

  it('that mean somebody else was first are nobody’s news', () => {
    const conflict = (code: 'stale_plan' | 'lease_lost' | 'store_failed') =>
      isSuperseded(new EverthreadError({ code, message: 'no' }));
    expect([conflict('stale_plan'), conflict('lease_lost'), conflict('store_failed')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('reach a caller as the library’s own error, and only where a summarizer failed', () => {
    const failure = new SummarizerFailure({ kind: 'terminal', message: 'key hunter2 is wrong' });
    const error = asEverthreadError(failure, redact) as EverthreadError;
    expect(error).toMatchObject({ code: 'summarizer_failed', details: { kind: 'terminal' }, cause: failure });
    expect(error.message).toContain('key [secret] is wrong');
    const other = new TypeError('a bug');
    expect(asEverthreadError(other, redact)).toBe(other);
  });
});
