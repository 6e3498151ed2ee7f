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
  let asked: TranscriptEntry | undefined;
  let said: TranscriptEntry | undefined;
  return {
    note(entries) {
      for (const entry of entries) {
        if (entry.text.trim() === '' || entry.role === 'system') continue;
        if (entry.role === 'user') {
          first ??= entry;
          asked = entry;
        }
        said = entry;
      }
    },
    text() {
      const lines = [
        earlier && `Messages #${earlier.from} to #${earlier.to} ended with: ${ending(earlier.text)}`,
        first && `The user first asked (#${first.seq}): ${quoted(first.text)}`,
        asked && asked !== first && `The user last asked (#${asked.seq}): ${quoted(asked.text)}`,
        said && said !== asked && `Last came (#${said.seq}, ${said.name ?? said.role}): ${quoted(said.text)}`,
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
