/**
 * The user's summarizer with redaction: requests contain no recognized secret, and neither do answers and error
 * messages (I-10). This is a second safeguard, because entries were already redacted whole before they were cut into
 * chunks.
 */
import { isEverthreadError } from '../errors.ts';
import { redactFields } from '../redaction/redact-fields.ts';
import {
  descriptionOf,
  isSummarizerFailure,
  type Summarizer,
  type SummarizerCall,
  SummarizerFailure,
} from '../summarizer.ts';

export function redactingSummarizer(summarizer: Summarizer, redact: (text: string) => string): Summarizer {
  const cleanCall = (call: SummarizerCall): SummarizerCall => ({
    ...call,
    ...(call.detail === undefined ? {} : { detail: redact(call.detail) }),
    ...(call.reason === undefined ? {} : { reason: redact(call.reason) }),
  });
  return {
    ...descriptionOf(summarizer),
    async summarize(request) {
      try {
        const result = await summarizer.summarize({
          ...request,
          previous: redactFields(request.previous, redact),
          facts: redactFields(request.facts, redact),
          ...(request.work === undefined ? {} : { work: redact(request.work) }),
          ...(request.focus === undefined ? {} : { focus: redact(request.focus) }),
          ...(request.part === undefined
            ? {}
            : { part: { ...request.part, before: redact(request.part.before) } }),
          transcript: request.transcript.map((entry) => ({
            ...entry,
            text: redact(entry.text),
            ...(entry.name === undefined ? {} : { name: redact(entry.name) }),
          })),
        });
        return {
          ...result,
          text: redact(result.text),
          ...(result.raw === undefined ? {} : { raw: redact(result.raw) }),
          record: result.record === null ? null : redactFields(result.record, redact),
          calls: result.calls.map(cleanCall),
        };
      } catch (error) {
        throw cleanFailure(error, redact, cleanCall);
      }
    },
  };
}

function cleanFailure(
  error: unknown,
  redact: (text: string) => string,
  cleanCall: (call: SummarizerCall) => SummarizerCall,
): unknown {
  if (isSummarizerFailure(error)) {
    const { kind, message, retryAfterMs, calls } = error;
    const cause = error.cause === undefined ? {} : { cause: cleanError(error.cause, redact) };
    return new SummarizerFailure({
      kind,
      message: redact(message),
      calls: calls.map(cleanCall),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...cause,
    });
  }
  return cleanError(error, redact);
}

/**
 * An error reduced to its name and message, because errors of SDKs carry whole requests and answers, which loggers
 * print. An error is passed on unchanged only if nothing in it needs hiding.
 */
function cleanError(error: unknown, redact: (text: string) => string): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? redact(error) : error;
  const message = redact(error.message);
  if (isEverthreadError(error) && message === error.message) return error;
  const isBare = Object.keys(error).length === 0 && error.cause === undefined;
  if (isBare && message === error.message) return error;
  const clean = new Error(message);
  clean.name = error.name;
  return clean;
}
