/** What the proxy itself has to say, in the words of the API that was asked. */
import type { ProxyRoute } from './options.ts';

export function problemResponse(
  route: ProxyRoute,
  status: number,
  code: string,
  message: string,
  field?: string,
): Response {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  const body = route.startsWith('/v1/messages')
    ? { type: 'error', error: { type, message } }
    : { error: { message, type, param: field ?? null, code } };
  return Response.json(body, { status, headers: { 'x-everthread-error': code } });
}
