/** Failures of a compaction: which of them need no report, and which text of the others may be reported. */
import { EverthreadError, isEverthreadError } from '../errors.ts';
import { isSummarizerFailure } from '../summarizer.ts';

/** Most characters of a provider's message: enough to show what is wrong, too few to carry a conversation. */
const mostCharacters = 300;

/** The error's message, redacted and shortened, for events and diagnostics. */
export function errorText(error: unknown, redact: (text: string) => string): string {
  const message = error instanceof Error ? error.message : String(error);
  return redact(message.slice(0, mostCharacters * 4).toWellFormed())
    .slice(0, mostCharacters)
    .toWellFormed();
}

/** Conflicts that mean "somebody else changed the thread". The next check starts over, and nobody needs a report. */
export function isSuperseded(error: unknown): boolean {
  return isEverthreadError(error, 'stale_plan') || isEverthreadError(error, 'lease_lost');
}

/** A summarizer failure as the library's own error, for callers that requested the compaction. */
export function asEverthreadError(error: unknown, redact: (text: string) => string): unknown {
  if (!isSummarizerFailure(error)) return error;
  return new EverthreadError({
    code: 'summarizer_failed',
    message: `No summary could be made, and nothing was changed: ${errorText(error, redact)}`,
    details: { kind: error.kind },
    cause: error,
  });
}
