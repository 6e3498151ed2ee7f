/**
 * What the readers of other clients' session files have in common: the result, the options, and lines of JSON with
 * their numbers. A bad line is an error that names it; with `lenient` it is a warning and is left out.
 */
import { EverthreadError, isEverthreadError } from '../errors.ts';
import { checkLimits, copyJson } from '../message/limits.ts';
import type { MessageContent } from '../message/message.ts';
import { isObject, type Source } from '../message/provider-fields.ts';

export const transcriptFormats = [
  'claude-code',
  'codex',
  'gemini-cli',
  'pi',
  'everthread',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ai-sdk',
] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export type TranscriptMessage = MessageContent & { id?: string; createdAt?: string };

export type Transcript = {
  format: TranscriptFormat;
  /** The client's own id of the session, where the file has one. */
  id?: string;
  messages: TranscriptMessage[];
  /** Conversations of sub-agents, each on its own; empty unless asked for. */
  sidechains: TranscriptMessage[][];
  /** What was not read as a message on purpose, by kind: notices of the client, its settings, its own summaries. */
  skipped: { [kind: string]: number };
  /** What could not be read; only with `lenient`. */
  warnings: string[];
};

export type TranscriptOptions = {
  /** Leave out what cannot be read, with a warning, instead of failing. */
  lenient?: boolean;
  sidechains?: boolean;
  /** Keep messages the client wrote in the user's name (caveats, reminders). */
  meta?: boolean;
  /** Keep summaries the client made of messages that are in the file themselves. */
  clientSummaries?: boolean;
};

export type Line = { number: number; value: Source };

export function emptyTranscript(format: TranscriptFormat): Transcript {
  return { format, messages: [], sidechains: [], skipped: {}, warnings: [] };
}

export function skip(transcript: Transcript, kind: string): void {
  transcript.skipped[kind] = (transcript.skipped[kind] ?? 0) + 1;
}

/** Empty lines are allowed anywhere. */
export function readLines(
  text: string,
  transcript: Transcript,
  { lenient = false }: TranscriptOptions,
): Line[] {
  const lines: Line[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const number = index + 1;
    const value = parseLine(line);
    if (isObject(value)) lines.push({ number, value });
    else report(badLine(number), transcript, lenient);
  });
  return lines;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function badLine(number: number): EverthreadError {
  return new EverthreadError({
    code: 'invalid_input',
    field: `line ${number}`,
    message: `line ${number} must be one JSON object. Read with lenient to leave such lines out.`,
    details: { line: number },
  });
}

function report(error: EverthreadError, transcript: Transcript, lenient: boolean): void {
  if (!lenient) throw error;
  transcript.warnings.push(error.message);
}

/**
 * Makes messages of one entry of the file; none when it cannot be read and that is allowed. The entry is copied
 * first, which refuses what is too deep or too large. Errors name the entry.
 */
export function convertEntry(options: {
  entry: unknown;
  field: string;
  transcript: Transcript;
  lenient: boolean | undefined;
  convert: (entry: Source, field: string) => TranscriptMessage[];
}): TranscriptMessage[] {
  const { entry, field, transcript, lenient = false, convert } = options;
  try {
    const messages = convert(copyJson(entry, { field }) as Source, field);
    for (const message of messages) checkLimits(message, field);
    return messages;
  } catch (error) {
    if (!isEverthreadError(error)) throw error;
    report(error, transcript, lenient);
    return [];
  }
}

/** Numbers are milliseconds; a time nobody can read is left out rather than guessed. */
export function readTimestamp(value: unknown): { createdAt?: string } {
  if (typeof value !== 'string' && typeof value !== 'number') return {};
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? {} : { createdAt: time.toISOString() };
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
