/** Errors of the proxy itself, in the format of the API that was called. */
import type { GivenAnswer } from './exchange.ts';
import type { ProxyRoute } from './options.ts';

const encoder = new TextEncoder();

export function problemAnswer(
  route: ProxyRoute,
  status: number,
  code: string,
  message: string,
  field?: string,
): GivenAnswer {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  const body = route.startsWith('/v1/messages')
    ? { type: 'error', error: { type, message } }
    : { error: { message, type, param: field ?? null, code } };
  return {
    ...{ status, statusText: '', body: encoder.encode(JSON.stringify(body)) },
    headers: [
      ['content-type', 'application/json'],
      ['x-everthread-error', code],
    ],
  };
}
