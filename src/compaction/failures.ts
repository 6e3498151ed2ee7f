/** Failures of a compaction: which of them nobody has to hear of, and what of the others may be told. */
import { EverthreadError, isEverthreadError } from '../errors.ts';
import { isSummarizerFailure } from '../summarizer.ts';

/** Of what a provider said: enough to know what is wrong, too little to carry a conversation. */
const mostCharacters = 300;

/** Redacted and short: what goes into events and diagnostics. */
export function tellable(error: unknown, redact: (text: string) => string): string {
  const message = error instanceof Error ? error.message : String(error);
  return redact(message.slice(0, mostCharacters * 4).toWellFormed())
    .slice(0, mostCharacters)
    .toWellFormed();
}

/** Conflicts that mean "somebody else changed the thread": the next check starts over, nobody has to be told. */
export function isSuperseded(error: unknown): boolean {
  return isEverthreadError(error, 'stale_plan') || isEverthreadError(error, 'lease_lost');
}

/** A failure of the summarizer as the library's own error, for callers that asked for a compaction themselves. */
export function asEverthreadError(error: unknown, redact: (text: string) => string): unknown {
  if (!isSummarizerFailure(error)) return error;
  return new EverthreadError({
    code: 'summarizer_failed',
    message: `No summary could be made, and everything is as it was: ${tellable(error, redact)}`,
    details: { kind: error.kind },
    cause: error,
  });
}
