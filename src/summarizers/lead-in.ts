/**
 * What came before a part of a long transcript, in a few lines: the user's first and last request, and the last thing
 * said. Kept by code while the transcript streams past, so that no part waits for the call before it.
 */
import type { SummaryRequest, TranscriptEntry } from '../summarizer.ts';
import { asLine } from './transcript-text.ts';

const longestQuotation = 300;

export type LeadIn = {
  /** What came before the part, as far as noted. */
  text(): string;
  note(entries: readonly TranscriptEntry[]): void;
};

export function createLeadIn({ previous }: Pick<SummaryRequest, 'previous'>): LeadIn {
  const earlier = previous.at(-1);
  let first: TranscriptEntry | undefined;
  let lastRequest: TranscriptEntry | undefined;
  let lastEntry: TranscriptEntry | undefined;
  return {
    note(entries) {
      for (const entry of entries) {
        if (entry.text.trim() === '' || entry.role === 'system') continue;
        if (entry.role === 'user') {
          first ??= entry;
          lastRequest = entry;
        }
        lastEntry = entry;
      }
    },
    text() {
      const lines = [
        earlier && `Messages #${earlier.from} to #${earlier.to} ended with: ${ending(earlier.text)}`,
        first && `The user first asked (#${first.seq}): ${quoted(first.text)}`,
        lastRequest &&
          lastRequest !== first &&
          `The user last asked (#${lastRequest.seq}): ${quoted(lastRequest.text)}`,
        lastEntry &&
          lastEntry !== lastRequest &&
          `Last came (#${lastEntry.seq}, ${lastEntry.name ?? lastEntry.role}): ${quoted(lastEntry.text)}`,
      ];
      return lines.filter((line) => line !== undefined && line !== false).join('\n');
    },
  };
}

function quoted(text: string): string {
  const line = asLine(text);
  return line.length <= longestQuotation ? line : `${line.slice(0, longestQuotation).toWellFormed()}…`;
}

function ending(text: string): string {
  const line = asLine(text);
  return line.length <= longestQuotation ? line : `…${line.slice(-longestQuotation).toWellFormed()}`;
}
