/**
 * Shared by the readers of other clients' session files: the result, the options, the events of reading, and
 * numbered lines of JSON. Readers take entry by entry and report to a collector, so that the same code reads a string
 * and a stream. A bad entry is an error that names it; with `lenient` it is reported as a problem and left out.
 */
import { EverthreadError, isEverthreadError } from '../errors.ts';
import { millisecondsIn, readMilliseconds } from '../input/time.ts';
import { checkLimits, copyJson, messageLimits } from '../message/limits.ts';
import type { Message } from '../message/message.ts';
import type { NormalizedMessage } from '../message/normalize.ts';
import type { Source } from '../message/provider-fields.ts';
import { isoTime } from '../runtime.ts';
import type { ArchiveHeader, ArchiveRecord } from './archive.ts';

export const transcriptFormats = [
  'claude-code',
  'codex',
  'gemini-cli',
  'pi',
  'chatgpt',
  'everthread',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'ai-sdk',
] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

export type TranscriptMessage = NormalizedMessage;

export type Transcript = {
  format: TranscriptFormat;
  /** The client's own id of the session, if the file has one. */
  id?: string;
  title?: string;
  /** The project folder of the session. */
  project?: string;
  createdAt?: string;
  messages: TranscriptMessage[];
  /** Conversations of sub-agents, one list each; empty unless asked for. */
  sidechains: TranscriptMessage[][];
  /** Entries left out on purpose, counted by kind: notices of the client, its settings, its own summaries. */
  skipped: { [kind: string]: number };
  /** Entries that could not be read; only with `lenient`. */
  warnings: string[];
};

export type TranscriptOptions = {
  /** Leave out unreadable entries with a warning instead of failing. */
  lenient?: boolean;
  sidechains?: boolean;
  /** Keep messages that the client wrote in the user's name (caveats, reminders). */
  meta?: boolean;
  /** Keep summaries that the client made of messages in the same file. */
  clientSummaries?: boolean;
  /** Read the file in this format, whatever it looks like. */
  format?: TranscriptFormat;
};

/**
 * A conversation begins. `conversation` is its number; side chains have numbers of their own and follow their main
 * conversation.
 */
export type ConversationEvent = {
  kind: 'conversation';
  conversation: number;
  format: TranscriptFormat;
  id?: string;
  title?: string;
  createdAt?: string;
  /** Set for the conversation of a sub-agent: its name within the session. */
  sidechain?: string;
  /** The thread's header in an Everthread export. */
  header?: ArchiveHeader;
};

/** Details of a session that are known only when the whole file was read. */
export type ConversationDetails = {
  title?: string;
  /** The project folder of the session. */
  project?: string;
};

export type MessageEvent = {
  kind: 'message';
  conversation: number;
  message: TranscriptMessage;
  /** Place in the file: `line 12`, `messages[3]`. */
  place: string;
  /** For a message that grows while a session continues: the number of parts it began with. */
  firstParts?: number;
  /** Stored members of the message in an Everthread export. */
  stored?: ExportedFields;
};

export type ExportedFields = Pick<Message, 'seq' | 'hash' | 'unitStart' | 'editedAt' | 'removed'>;

export type TranscriptEvent =
  | ConversationEvent
  | MessageEvent
  | ({ kind: 'details'; conversation: number } & ConversationDetails)
  | { kind: 'record'; conversation: number; record: ArchiveRecord }
  | { kind: 'skipped'; what: string }
  | { kind: 'problem'; problem: string };

export const transcriptLimits = {
  /** A line holds one message at most, so it may be as long as a message. */
  lineCharacters: messageLimits.textBytes + messageLimits.fileCharacters,
  /** Limit for a whole conversation in one piece, as in a ChatGPT export. */
  conversationCharacters: 256 * 1024 * 1024,
  /** Limit for text held back if the end of a file decides how its beginning is read. */
  heldCharacters: 32 * 1024 * 1024,
  /** How much of a file is looked at to recognize its format. */
  sampleLines: 200,
  sampleCharacters: 8 * 1024 * 1024,
} as const;

export type Line = { number: number; value: Source; characters: number };

/** Reads one file, line by line. */
export type LineReader = { line(line: Line): void; end(): void };

export type Collector = {
  readonly options: TranscriptOptions;
  /** Returns the number of the new conversation. */
  conversation(info: Omit<ConversationEvent, 'kind' | 'conversation'>): number;
  message(event: Omit<MessageEvent, 'kind'>): void;
  details(conversation: number, details: ConversationDetails): void;
  record(conversation: number, record: ArchiveRecord): void;
  skip(what: string): void;
  /** Throws, unless reading is lenient. */
  problem(error: EverthreadError): void;
  /** The events since the last call. */
  take(): TranscriptEvent[];
};

export function createCollector(options: TranscriptOptions): Collector {
  let events: TranscriptEvent[] = [];
  let conversations = 0;
  return {
    options,
    conversation(info) {
      const conversation = conversations;
      conversations += 1;
      events.push({ kind: 'conversation', conversation, ...info });
      return conversation;
    },
    message(event) {
      events.push({ kind: 'message', ...event });
    },
    details(conversation, details) {
      if (Object.keys(details).length > 0) events.push({ kind: 'details', conversation, ...details });
    },
    record(conversation, record) {
      events.push({ kind: 'record', conversation, record });
    },
    skip(what) {
      events.push({ kind: 'skipped', what });
    },
    problem(error) {
      if (options.lenient !== true) throw skippable(error);
      events.push({ kind: 'problem', problem: error.message });
    },
    take() {
      const collected = events;
      events = [];
      return collected;
    },
  };
}

/**
 * Marks an error as one that `lenient` would skip. The library, the command and the server each name this option in
 * their own way (`withAdvice`).
 */
function skippable(error: EverthreadError): EverthreadError {
  return reworded(error, { details: { ...error.details, skippable: true } });
}

/** Adds the advice to an error that lenient reading would skip. */
export function withAdvice(error: EverthreadError, advice: string): EverthreadError {
  return error.details.skippable === true
    ? reworded(error, { message: `${error.message} ${advice}` })
    : error;
}

export function reworded(
  { code, field, message, details, cause }: EverthreadError,
  changes: Partial<Pick<EverthreadError, 'message' | 'details'>>,
): EverthreadError {
  return new EverthreadError({
    ...{ code, message, details, cause, ...changes },
    ...(field !== undefined && { field }),
  });
}

export function badLine(number: number): EverthreadError {
  return new EverthreadError({
    code: 'invalid_input',
    field: `line ${number}`,
    message: `line ${number} must be one JSON object.`,
    details: { line: number },
  });
}

export function tooLong(field: string, characters: number, limit: number): EverthreadError {
  return new EverthreadError({
    code: 'limit_exceeded',
    field,
    message: `${field} has ${characters.toLocaleString('en-US')} characters, the limit is ${limit.toLocaleString('en-US')}.`,
    details: { characters, limit },
  });
}

/**
 * Converts one entry of the file; undefined if it is unreadable and reading is lenient. The entry is copied first,
 * which refuses entries that are too deep or too large. Errors name the entry.
 */
export function convertEntry<Result>(options: {
  entry: unknown;
  field: string;
  out: Collector;
  convert: (entry: Source, field: string) => Result;
}): Result | undefined {
  const { entry, field, out, convert } = options;
  try {
    return convert(copyJson(entry, { field }) as Source, field);
  } catch (error) {
    if (!isEverthreadError(error)) throw error;
    out.problem(error);
    return undefined;
  }
}

/** Converts one entry to messages, as `convertEntry` does, and checks them against the limits of a message. */
export function convertMessages(
  options: Omit<Parameters<typeof convertEntry>[0], 'convert'> & {
    convert: (entry: Source, field: string) => TranscriptMessage[];
  },
): TranscriptMessage[] {
  const { convert, ...rest } = options;
  const converted = convertEntry({
    ...rest,
    convert: (entry, field) => {
      const messages = convert(entry, field);
      for (const message of messages) checkLimits(message, field);
      return messages;
    },
  });
  return converted ?? [];
}

/** A time that cannot be read is left out rather than guessed. */
export function readTimestamp(value: unknown): { createdAt?: string } {
  return asCreatedAt(readMilliseconds(value));
}

/** The time of a line or entry, from any of the usual members. */
export function readTimeIn(source: Source): { createdAt?: string } {
  return asCreatedAt(millisecondsIn(source));
}

function asCreatedAt(time: number | undefined): { createdAt?: string } {
  return time === undefined ? {} : { createdAt: isoTime(time) };
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `{ key: value }` for spreading; empty if the value is undefined. */
export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [name in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [name in Key]?: Value });
}
