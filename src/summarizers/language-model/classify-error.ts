/**
 * What an error of the AI SDK or a provider means for a summary: try again, try the next model, or stop. Errors are
 * recognized by name and status, never by class, because the SDK is loaded only when used and may be present twice.
 */
import type { SummarizerFailureKind } from '../../summarizer.ts';

export type ClassifiedError = {
  kind: SummarizerFailureKind;
  /** Worth another call to the same model. */
  retryable: boolean;
  /** A few words without text of provider or conversation: `HTTP 429`, `timeout`. */
  reason: string;
  status?: number;
  /** The wait that the provider asked for. */
  retryAfterMs?: number;
  /** The message of the provider or model, for the redacted log. */
  detail?: string;
  /** Text of an answer that could not be used. */
  text?: string;
  usage?: unknown;
};

const retryableStatuses = new Set([408, 409, 425, 429]);

/** Configuration errors that no retry fixes: a missing key, model or feature. */
const terminalNames = new Set([
  'AI_LoadAPIKeyError',
  'AI_LoadSettingError',
  'AI_NoSuchModelError',
  'AI_NoSuchProviderError',
  'AI_NoSuchProviderReferenceError',
  'AI_UnsupportedFunctionalityError',
  'AI_UnsupportedModelVersionError',
  'AI_InvalidPromptError',
  'AI_InvalidArgumentError',
]);

const malformedNames = new Set([
  'AI_NoObjectGeneratedError',
  'AI_NoOutputGeneratedError',
  'AI_NoContentGeneratedError',
  'AI_InvalidResponseDataError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
]);

const networkCodes = /^(?:E[A-Z]{4,}|UND_ERR_[A-Z_]+|ERR_(?:STREAM|SOCKET|HTTP2)[A-Z_]*)$/;

export function classifyError(
  error: unknown,
  {
    aborted = false,
    timedOut = false,
    now = 0,
  }: { aborted?: boolean; timedOut?: boolean; now?: number } = {},
): ClassifiedError {
  if (aborted) return { kind: 'aborted', retryable: false, reason: 'aborted' };
  if (timedOut) return { kind: 'transport', retryable: true, reason: 'timeout' };
  const fields = fieldsOf(error);
  const { name, message } = fields;

  if (name === 'AI_RetryError' && fields.lastError !== undefined)
    return classifyError(fields.lastError, { now });
  if (malformedNames.has(name)) {
    return {
      kind: 'malformed',
      retryable: false,
      reason: 'unusable answer',
      detail: message,
      text: typeof fields.text === 'string' ? fields.text : undefined,
      usage: fields.usage,
    };
  }
  if (name === 'AI_EmptyResponseBodyError') return transport('empty body', message);
  if (terminalNames.has(name)) {
    return { kind: 'terminal', retryable: false, reason: name.replace(/^AI_/, ''), detail: message };
  }
  const status = typeof fields.statusCode === 'number' ? fields.statusCode : undefined;
  if (status !== undefined) return classifyStatus(status, fields, now);
  if (name === 'TimeoutError') return transport('timeout', message);
  if (name === 'AbortError') return transport('connection ended', message);
  if (name === 'AI_APICallError') {
    return fields.isRetryable === false && !isNetworkError(fields.cause)
      ? { kind: 'terminal', retryable: false, reason: 'call refused', detail: message }
      : transport('no connection', message);
  }
  if (isNetworkError(error)) return transport('no connection', message);
  const reported = reportedError(error, fields, now);
  if (reported !== undefined) return reported;
  // An unexpected error: another call to the same model will not help, but the next model may.
  return { kind: 'transport', retryable: false, reason: name === '' ? 'error' : name, detail: message };
}

/**
 * What a provider reports in the answer itself, most often in the middle of a stream: `{ message, type, code }`, which
 * the SDK hands on as it came or as an error of its own. Many servers give the status of such an error as its code.
 */
function reportedError(error: unknown, fields: ErrorFields, now: number): ClassifiedError | undefined {
  const { name, message, type, code } = fields;
  const isMarked = typeof type === 'string' || typeof code === 'string' || typeof code === 'number';
  const isPlain = typeof error === 'object' && name === '' && message !== '' && isMarked;
  if (!isPlain && name !== 'AI_StreamProviderError') return undefined;
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) return classifyStatus(status, fields, now);
  return transport('error in the answer', message);
}

function classifyStatus(status: number, fields: ErrorFields, now: number): ClassifiedError {
  const detail = fields.message;
  if (status >= 200 && status < 300) {
    const body = fields.responseBody;
    if (typeof body !== 'string' || body.trim() === '') return { ...transport('empty body', detail), status };
    // Half an answer means a broken connection, not an answer of the model.
    if (isNetworkError(fields.cause)) return { ...transport('connection ended', detail), status };
    return { kind: 'malformed', retryable: false, reason: 'invalid JSON', status, detail, text: body };
  }
  const retryAfterMs = retryAfterOf(fields.responseHeaders, now);
  const retryable = retryableStatuses.has(status) || status >= 500;
  return {
    kind: retryable ? 'transport' : 'terminal',
    retryable,
    reason: `HTTP ${status}`,
    status,
    detail,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: unknown, now: number): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const header = (wanted: string): string | undefined => {
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() === wanted && typeof value === 'string') return value.trim();
    }
    return undefined;
  };
  const milliseconds = Number.parseFloat(header('retry-after-ms') ?? '');
  if (milliseconds >= 0) return Math.round(milliseconds);
  const after = header('retry-after');
  if (after === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(after)) return Math.round(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function transport(reason: string, detail: string): ClassifiedError {
  return { kind: 'transport', retryable: true, reason, detail };
}

type ErrorFields = {
  name: string;
  message: string;
  statusCode?: unknown;
  responseHeaders?: unknown;
  responseBody?: unknown;
  isRetryable?: unknown;
  code?: unknown;
  type?: unknown;
  lastError?: unknown;
  text?: unknown;
  usage?: unknown;
  cause?: unknown;
};

function fieldsOf(error: unknown): ErrorFields {
  if (typeof error !== 'object' || error === null) return { name: '', message: String(error) };
  const { name, message } = error as { name?: unknown; message?: unknown };
  return {
    ...(error as object),
    cause: (error as { cause?: unknown }).cause,
    name: typeof name === 'string' ? name : '',
    message: typeof message === 'string' ? message : '',
  };
}

function isNetworkError(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, name, message, cause } = error as { [key: string]: unknown };
  if (typeof code === 'string' && networkCodes.test(code)) return true;
  if (
    name === 'TypeError' &&
    typeof message === 'string' &&
    /^(?:fetch failed|terminated|failed to fetch)$/i.test(message)
  ) {
    return true;
  }
  return isNetworkError(cause, depth + 1);
}
