import { describe, expect, it } from 'vitest';
import { EverthreadError } from '../errors.ts';
import { SummarizerFailure } from '../summarizer.ts';
import { asEverthreadError, errorText, isSuperseded } from './failures.ts';

const redact = (text: string) => text.replaceAll('hunter2', '[secret]');

describe('failures of a compaction', () => {
  it('I-10 are redacted before they are shortened, so that no part of a secret is left at the cut', () => {
    expect(errorText(new Error('key hunter2 was refused'), redact)).toBe('key [secret] was refused');
    // Redacted before it is cut, so that a cut never leaves half a secret.
    const told = errorText(new Error(`${'x'.repeat(297)}hunter2`), redact);
    expect(told).toHaveLength(300);
    expect(told).toMatch(/x\[se$/u);
    expect(errorText('not an error', redact)).toBe('not an error');
    expect(errorText('a\ud800b', redact).isWellFormed()).toBe(true);
  });

  it('need no report if they mean that another worker was first', () => {
    const conflict = (code: 'stale_plan' | 'lease_lost' | 'store_failed') =>
      isSuperseded(new EverthreadError({ code, message: 'no' }));
    expect([conflict('stale_plan'), conflict('lease_lost'), conflict('store_failed')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of a summarizer reach the caller as the library’s own error; other errors are unchanged', () => {
    const failure = new SummarizerFailure({ kind: 'terminal', message: 'key hunter2 is wrong' });
    const error = asEverthreadError(failure, redact) as EverthreadError;
    expect(error).toMatchObject({ code: 'summarizer_failed', details: { kind: 'terminal' }, cause: failure });
    expect(error.message).toContain('key [secret] is wrong');
    const other = new TypeError('a bug');
    expect(asEverthreadError(other, redact)).toBe(other);
  });
});
