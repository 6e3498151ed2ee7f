import {
  APICallError,
  EmptyResponseBodyError,
  LoadAPIKeyError,
  NoObjectGeneratedError,
  NoSuchModelError,
  RetryError,
  StreamProviderError,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { classifyError, retryAfterOf } from './classify-error.ts';

const http = (statusCode: number, more: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) =>
  new APICallError({
    message: 'provider text',
    url: 'http://x',
    requestBodyValues: {},
    statusCode,
    responseBody: '{}',
    ...more,
  });
const kindOf = (error: unknown) => {
  const { kind, retryable } = classifyError(error);
  return [kind, retryable];
};

describe('classifyError', () => {
  it.each([400, 401, 402, 403, 404, 405, 410, 413, 422])('R-26 HTTP %i is terminal', (status) => {
    expect(kindOf(http(status))).toEqual(['terminal', false]);
  });

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 529])('R-26 HTTP %i is worth a retry', (status) => {
    expect(kindOf(http(status))).toEqual(['transport', true]);
    expect(classifyError(http(status)).reason).toBe(`HTTP ${status}`);
  });

  it('R-26 an error that the provider reports inside its answer is its own, by the status it names', () => {
    const reported = { message: 'upstream died', type: 'server_error' };
    for (const error of [{ ...reported, code: null }, new StreamProviderError(reported)])
      expect(classifyError(error)).toEqual({
        kind: 'transport',
        retryable: true,
        reason: 'error in the answer',
        detail: 'upstream died',
      });
    expect(kindOf(new StreamProviderError({ message: 'no credit', statusCode: 402 }))).toEqual([
      'terminal',
      false,
    ]);
    expect(classifyError({ message: 'Provider disconnected', code: 502 }).reason).toBe('HTTP 502');
    expect(kindOf({ message: 'no credit', code: '402' })).toEqual(['terminal', false]);
    expect(kindOf({ message: '' })).toEqual(['transport', false]);
  });

  it('R-26 reads how long to wait', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(retryAfterOf({ 'Retry-After': '7' }, now)).toBe(7_000);
    expect(retryAfterOf({ 'retry-after-ms': '1500', 'retry-after': '9' }, now)).toBe(1_500);
    expect(retryAfterOf({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, now)).toBe(30_000);
    expect(retryAfterOf({ 'retry-after': 'Wed, 31 Dec 2025 00:00:30 GMT' }, now)).toBe(0);
    for (const headers of [undefined, {}, { 'retry-after': 'soon' }, { 'retry-after': '-3' }]) {
      expect(retryAfterOf(headers, now) ?? 0).toBe(0);
    }
    expect(classifyError(http(429, { responseHeaders: { 'retry-after': '2' } })).retryAfterMs).toBe(2_000);
  });

  it('R-26 invalid JSON is an answer that cannot be used, an empty body is none', () => {
    const invalid = classifyError(http(200, { responseBody: '<html>' }));
    expect([invalid.kind, invalid.retryable, invalid.text]).toEqual(['malformed', false, '<html>']);
    expect(kindOf(http(200, { responseBody: '' }))).toEqual(['transport', true]);
    expect(kindOf(new EmptyResponseBodyError())).toEqual(['transport', true]);
  });

  it('R-26 a bad object is malformed, with its text and usage', () => {
    const usage = { inputTokens: 5, outputTokens: 2 } as never;
    const error = new NoObjectGeneratedError({
      text: '{"half',
      usage,
      finishReason: 'length',
      response: {} as never,
    });
    expect(classifyError(error)).toMatchObject({
      kind: 'malformed',
      retryable: false,
      text: '{"half',
      usage,
    });
  });

  it('R-26 set-up errors are terminal, network errors and time-outs are transport', () => {
    expect(kindOf(new LoadAPIKeyError({ message: 'no key' }))).toEqual(['terminal', false]);
    expect(kindOf(new NoSuchModelError({ modelId: 'x', modelType: 'languageModel' }))).toEqual([
      'terminal',
      false,
    ]);
    expect(
      kindOf(
        new APICallError({ message: 'Cannot connect', url: '', requestBodyValues: {}, isRetryable: true }),
      ),
    ).toEqual(['transport', true]);
    expect(kindOf(new TypeError('fetch failed'))).toEqual(['transport', true]);
    expect(kindOf(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toEqual(['transport', true]);
    expect(
      kindOf(new Error('x', { cause: Object.assign(new Error('y'), { code: 'UND_ERR_SOCKET' }) })),
    ).toEqual(['transport', true]);
    expect(kindOf(new DOMException('late', 'TimeoutError'))).toEqual(['transport', true]);
    expect(classifyError(undefined, { timedOut: true })).toEqual({
      kind: 'transport',
      retryable: true,
      reason: 'timeout',
    });
    expect(classifyError(http(500), { aborted: true }).kind).toBe('aborted');
  });

  it('R-26 unwraps errors of the SDK, and tries the next model after an unknown one', () => {
    const wrapped = new RetryError({
      message: 'gave up',
      reason: 'maxRetriesExceeded',
      errors: [http(500), http(401)],
    });
    expect(kindOf(wrapped)).toEqual(['terminal', false]);
    for (const odd of [undefined, null, 'text', 7, {}, new Error('bug')])
      expect(kindOf(odd)).toEqual(['transport', false]);
  });

  it('I-10 its reason never contains text of a provider or model', () => {
    for (const error of [
      http(401),
      http(200, { responseBody: 'secret' }),
      new Error('secret'),
      new LoadAPIKeyError({ message: 'secret' }),
    ]) {
      expect(classifyError(error).reason).not.toMatch(/provider text|secret/);
    }
  });
});
