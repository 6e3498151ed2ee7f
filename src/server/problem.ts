/** Errors as every route of the server reports them: the library's own message and a fitting HTTP status. */
import { type ErrorCode, EverthreadError, isEverthreadError } from '../errors.ts';

/** Error codes of the server itself, beside those of the library. */
type ServerCode =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'timeout'
  | 'too_large'
  | 'too_many_requests'
  | 'unavailable'
  | 'internal';

export type Problem = {
  error: {
    code: ErrorCode | ServerCode;
    message: string;
    /** The parameter or member that is wrong. */
    field?: string;
    /** The values that are accepted. */
    accepted?: string;
  };
};

const statuses: { [code in ErrorCode]: number } = {
  invalid_input: 400,
  invalid_option: 400,
  unknown_thread: 404,
  unknown_message: 404,
  unknown_summary: 404,
  unknown_rule: 404,
  unknown_fact: 404,
  limit_exceeded: 413,
  message_conflict: 409,
  context_overflow: 422,
  lease_lost: 409,
  stale_plan: 409,
  store_failed: 503,
  store_corrupt: 500,
  summarizer_failed: 502,
  missing_dependency: 501,
  closed: 503,
};

export function problemResponse(
  status: number,
  error: Problem['error'],
  headers: { [name: string]: string } = {},
): Response {
  return Response.json({ error } satisfies Problem, { status, headers });
}

/** Turns an error into a response. Internal errors are reported in general terms, and passed to `unexpected`. */
export function problemOf(error: unknown, unexpected: (error: unknown) => void): Response {
  if (isEverthreadError(error)) {
    const { code, message, field, details } = error;
    const { accepted } = details;
    return problemResponse(statuses[code] ?? 500, {
      code,
      message,
      ...(field !== undefined && { field }),
      ...(typeof accepted === 'string' && { accepted }),
    });
  }
  if (error instanceof Error && error.name === 'TimeoutError')
    return problemResponse(504, { code: 'timeout', message: 'It took longer than allowed.' });
  if (hasGone(error))
    return problemResponse(400, {
      code: 'bad_request',
      message: 'The request ended before all of it arrived.',
    });
  unexpected(error);
  return problemResponse(500, { code: 'internal', message: 'Something failed in the server.' });
}

/** Whether the client disconnected. That is nobody's mistake, and nobody reads the answer. */
function hasGone(error: unknown): boolean {
  // Node's adapter rejects with a string, not with an error, when the client leaves.
  if (typeof error === 'string') return true;
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

export function unknownThread(threadId: string): EverthreadError {
  return new EverthreadError({
    code: 'unknown_thread',
    field: 'threadId',
    message: `There is no thread ${JSON.stringify(threadId.slice(0, 80))}.`,
  });
}
