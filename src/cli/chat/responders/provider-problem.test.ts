import { describe, expect, it } from 'vitest';
import { describeFailure } from './provider-problem.ts';

const choice = {
  provider: 'anthropic' as const,
  model: 'claude-x',
  summarizerModel: undefined,
  baseUrl: undefined,
  apiKey: 'secret-key',
  because: '',
};
const failure = (reason: string, status?: number, retryAfterMs?: number) =>
  describeFailure({
    choice,
    model: 'claude-x',
    error: {
      kind: 'transport',
      retryable: true,
      reason,
      detail: 'what the provider said',
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  });

describe('describeFailure', () => {
  it.each([
    [401, 'Anthropic refused the key (HTTP 401).', 'ANTHROPIC_API_KEY'],
    [404, 'Anthropic knows no model claude-x', '/model NAME'],
    [429, 'asked too often', '/retry'],
    [500, 'an error of its own', '/retry'],
    [529, 'overloaded', '/retry'],
  ])('R-58 HTTP %i: one sentence, and what to do', (status, problem, next) => {
    const said = failure(`HTTP ${status}`, status);
    expect(said.problem).toContain(problem);
    expect(said.next).toContain(next);
  });

  it('R-58 says how long to wait', () => {
    expect(failure('HTTP 429', 429, 30_000).next).toBe('Wait 30 s, then /retry asks again.');
    expect(failure('HTTP 429', 429, 600_000).next).toBe('Wait 10 min, then /retry asks again.');
  });

  it.each([
    'timeout',
    'connection ended',
    'empty body',
    'no connection',
    'invalid JSON',
    'Error',
    'error in the answer',
  ])('R-58 I-10 %s: in words, without what the provider said and without the key', (reason) => {
    const { problem, next } = failure(reason);
    expect(`${problem} ${next}`).not.toMatch(/what the provider said|secret-key/);
    expect(problem).toMatch(/^[A-Z].*\.$/);
    expect(next).toContain('/retry');
  });
});
